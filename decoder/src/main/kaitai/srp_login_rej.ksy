meta:
  id: srp_login_rej
  title: SRP login reject
  endian: be
  bit-endian: be
doc: |
  Stands in the private data of a REJ.
doc-ref: T10 SRP revision 16a; from memory, not verified against the document
seq:
  - id: opcode
    type: u1
  - id: reserved0
    size: 3
  - id: reason
    type: u4
  - id: tag
    type: u8
  - id: reserved1
    size: 8
  - id: buffer_formats
    type: u2
  - id: reserved2
    size: 6
