meta:
  id: srp_rsp
  title: SRP response
  endian: be
  bit-endian: be
doc: |
  Fixed part of SRP_RSP; response and sense data follow.
doc-ref: T10 SRP revision 16a; from memory, not verified against the document
seq:
  - id: opcode
    type: u1
  - id: solicited
    type: u1
  - id: reserved0
    type: u2
  - id: request_limit
    type: u4
  - id: tag
    type: u8
  - id: reserved1
    type: u2
  - id: flags
    type: u1
  - id: status
    type: u1
  - id: data_out_residual
    type: u4
  - id: data_in_residual
    type: u4
  - id: sense_length
    type: u4
  - id: response_length
    type: u4
