meta:
  id: rds_header
  title: RDS header
  endian: be
  bit-endian: be
doc: |
  Before the data of one fragment, and alone as an acknowledgement.
doc-ref: rds.h of Linux; from memory, not verified against the document
seq:
  - id: sequence
    type: u8
  - id: acknowledged
    type: u8
  - id: length
    type: u4
    doc: Of the whole message in bytes.
  - id: source_port
    type: u2
  - id: destination_port
    type: u2
  - id: flags
    type: u1
  - id: credits
    type: u1
  - id: padding
    size: 4
  - id: checksum
    type: u2
    doc: Internet checksum over the 48 bytes.
  - id: extension
    size: 16
