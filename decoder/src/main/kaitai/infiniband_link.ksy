meta:
  id: infiniband_link
  title: InfiniBand flow-control packet
  endian: be
  bit-endian: be
doc: |
  The whole of a link packet: what its sender has sent on a virtual lane, and up to which block
  its receiver may send. Blocks are 64 bytes, counted modulo 4096 (from memory, not verified
  with a recording; neither is the checksum's rule: that of the VCRC, over the first four bytes).
doc-ref: InfiniBand Architecture Specification volume 1, 7.9.4
seq:
  - id: op
    type: b4
    doc: 0 = normal, 1 = initialisation; the others are reserved.
  - id: fctbs
    type: b12
    doc: Total blocks sent since initialisation.
  - id: vl
    type: b4
  - id: fccl
    type: b12
    doc: Credit limit.
  - id: lpcrc
    type: u2le
    doc: Least significant byte first.
