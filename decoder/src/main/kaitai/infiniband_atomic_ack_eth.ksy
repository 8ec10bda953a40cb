meta:
  id: infiniband_atomic_ack_eth
  title: InfiniBand atomic acknowledge extended transport header
  endian: be
  bit-endian: be
doc: |
  What the memory held before the atomic operation.
doc-ref: InfiniBand Architecture Specification volume 1, 9.3
seq:
  - id: origremdt
    type: u8
