meta:
  id: infiniband_feth
  title: InfiniBand flush extended transport header
  endian: be
  bit-endian: be
doc: |
  How far a FLUSH pushes data, and which part of the memory region it means. A RETH follows.
doc-ref: InfiniBand Architecture Specification volume 1, annex A19
seq:
  - id: reserved
    type: b26
  - id: selectivity
    type: b2
    doc: 0 = the range in the RETH, 1 = the whole memory region.
  - id: placement
    type: b4
    doc: 1 = global visibility, 2 = persistence; bits, may be joined.
