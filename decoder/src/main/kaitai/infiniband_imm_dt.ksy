meta:
  id: infiniband_imm_dt
  title: InfiniBand immediate data
  endian: be
  bit-endian: be
doc: |
  Four bytes for the receiver's completion, in whatever byte order the sender chose.
doc-ref: InfiniBand Architecture Specification volume 1, 9.3
seq:
  - id: immdt
    type: u4
