meta:
  id: smc_llc
  title: SMC-R LLC message
  endian: be
  bit-endian: be
doc: |
  Any other message of link control.
doc-ref: RFC 7609, appendix A; from memory, not verified against the document
seq:
  - id: message_type
    type: u1
  - id: length
    type: u1
  - id: reserved
    type: u1
  - id: flags
    type: u1
  - id: content
    size: 40
