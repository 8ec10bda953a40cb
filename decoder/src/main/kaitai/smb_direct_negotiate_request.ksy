meta:
  id: smb_direct_negotiate_request
  title: SMB Direct negotiate request
  endian: le
  bit-endian: be
doc: |
  First message of the client.
doc-ref: MS-SMBD 2.2.1; from memory, not verified against the document
seq:
  - id: version_min
    type: u2
  - id: version_max
    type: u2
  - id: reserved
    type: u2
  - id: credits_requested
    type: u2
  - id: preferred_send_size
    type: u4
  - id: max_receive_size
    type: u4
  - id: max_fragmented_size
    type: u4
