meta:
  id: smb_direct_negotiate_response
  title: SMB Direct negotiate response
  endian: le
  bit-endian: be
doc: |
  First message of the server.
doc-ref: MS-SMBD 2.2.2; from memory, not verified against the document
seq:
  - id: version_min
    type: u2
  - id: version_max
    type: u2
  - id: version_negotiated
    type: u2
  - id: reserved
    type: u2
  - id: credits_requested
    type: u2
  - id: credits_granted
    type: u2
  - id: status
    type: u4
    doc: An NTSTATUS; 0 = success.
  - id: max_read_write_size
    type: u4
  - id: preferred_send_size
    type: u4
  - id: max_receive_size
    type: u4
  - id: max_fragmented_size
    type: u4
