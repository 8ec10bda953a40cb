meta:
  id: smb_direct_data
  title: SMB Direct data transfer
  endian: le
  bit-endian: be
doc: |
  Carries a fragment of an SMB message, or credits alone.
doc-ref: MS-SMBD 2.2.3; from memory, not verified against the document
seq:
  - id: credits_requested
    type: u2
  - id: credits_granted
    type: u2
  - id: flags
    type: u2
  - id: reserved
    type: u2
  - id: remaining_length
    type: u4
    doc: Bytes of the SMB message still to come.
  - id: data_offset
    type: u4
    doc: From the first byte of this header.
  - id: data_length
    type: u4
