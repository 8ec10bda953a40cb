meta:
  id: srp_login_req
  title: SRP login request
  endian: be
  bit-endian: be
doc: |
  Stands in the private data of a REQ.
doc-ref: T10 SRP revision 16a; from memory, not verified against the document
seq:
  - id: opcode
    type: u1
  - id: reserved0
    size: 7
  - id: tag
    type: u8
  - id: request_length
    type: u4
    doc: Longest information unit from the initiator that it asks for, bytes.
  - id: reserved1
    type: u4
  - id: buffer_formats
    type: u2
  - id: flags
    type: u1
  - id: reserved2
    size: 5
  - id: initiator_port
    size: 16
  - id: target_port
    size: 16
