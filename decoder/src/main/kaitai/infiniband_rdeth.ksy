meta:
  id: infiniband_rdeth
  title: InfiniBand reliable datagram extended transport header
  endian: be
  bit-endian: be
doc: |
  The end-to-end context that a reliable datagram travels in.
doc-ref: InfiniBand Architecture Specification volume 1, 9.3
seq:
  - id: reserved
    type: u1
  - id: eecnxt
    type: b24
