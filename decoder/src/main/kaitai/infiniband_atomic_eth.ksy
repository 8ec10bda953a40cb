meta:
  id: infiniband_atomic_eth
  title: InfiniBand atomic extended transport header
  endian: be
  bit-endian: be
doc: |
  Operands of COMPARE SWAP and FETCH ADD. Both work on eight bytes at an address divisible by
  eight.
doc-ref: InfiniBand Architecture Specification volume 1, 9.3
seq:
  - id: va
    type: u8
    doc: Virtual address of the eight bytes.
  - id: r_key
    type: u4
  - id: swapdt
    type: u8
    doc: What to store, or what to add.
  - id: cmpdt
    type: u8
    doc: What must be there for the swap to happen; unused by FETCH ADD.
