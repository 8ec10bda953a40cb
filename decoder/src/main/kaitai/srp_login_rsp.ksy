meta:
  id: srp_login_rsp
  title: SRP login response
  endian: be
  bit-endian: be
doc: |
  Stands in the private data of a REP.
doc-ref: T10 SRP revision 16a; from memory, not verified against the document
seq:
  - id: opcode
    type: u1
  - id: reserved0
    size: 3
  - id: request_limit
    type: u4
  - id: tag
    type: u8
  - id: to_target_length
    type: u4
  - id: to_initiator_length
    type: u4
  - id: buffer_formats
    type: u2
  - id: flags
    type: u1
  - id: reserved1
    size: 25
