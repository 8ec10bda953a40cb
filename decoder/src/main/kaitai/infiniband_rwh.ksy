meta:
  id: infiniband_rwh
  title: InfiniBand raw header
  endian: be
  bit-endian: be
doc: |
  Names what a raw packet carries.
doc-ref: InfiniBand Architecture Specification volume 1, 5.3
seq:
  - id: reserved
    type: u2
  - id: etype
    type: u2
    doc: EtherType.
