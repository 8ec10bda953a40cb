meta:
  id: infiniband_xrceth
  title: InfiniBand extended reliable connection header
  endian: be
  bit-endian: be
doc: |
  The shared receive queue that a request of an XRC queue pair goes to.
doc-ref: InfiniBand Architecture Specification volume 1, annex A14
seq:
  - id: reserved
    type: u1
  - id: srqn
    type: b24
