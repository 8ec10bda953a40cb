meta:
  id: infiniband_smp_lid
  title: InfiniBand subnet management packet, LID-routed
  endian: be
  bit-endian: be
doc: |
  Management class 0x01. Stands behind the management datagram header.
doc-ref: InfiniBand Architecture Specification volume 1, 14.2.1.1
seq:
  - id: m_key
    type: u8
  - id: reserved0
    size: 32
  - id: smp_data
    size: 64
    doc: The attribute.
  - id: reserved1
    size: 128
