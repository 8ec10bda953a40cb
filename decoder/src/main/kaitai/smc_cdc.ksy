meta:
  id: smc_cdc
  title: SMC-R connection data control
  endian: be
  bit-endian: be
doc: |
  Moves the cursors of one connection.
doc-ref: RFC 7609, appendix A; from memory, not verified against the document
seq:
  - id: message_type
    type: u1
  - id: length
    type: u1
  - id: sequence
    type: u2
  - id: token
    type: u4
  - id: reserved0
    type: u2
  - id: producer_wrap
    type: u2
  - id: producer
    type: u4
  - id: reserved1
    type: u2
  - id: consumer_wrap
    type: u2
  - id: consumer
    type: u4
  - id: producer_flags
    type: u1
  - id: connection_flags
    type: u1
  - id: reserved2
    size: 18
