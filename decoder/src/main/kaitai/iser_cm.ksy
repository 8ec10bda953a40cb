meta:
  id: iser_cm
  title: iSER, private data of REQ and REP
  endian: be
  bit-endian: be
doc: |
  Flags of the sender.
doc-ref: InfiniBand Architecture Specification, annex A12; from memory, not verified against the document
seq:
  - id: no_zero_based
    type: b1
  - id: no_send_invalidate
    type: b1
  - id: reserved0
    type: b6
  - id: reserved1
    size: 3
