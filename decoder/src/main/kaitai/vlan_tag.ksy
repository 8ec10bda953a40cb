meta:
  id: vlan_tag
  title: VLAN tag behind its EtherType
  endian: be
  bit-endian: be
doc: |
  What follows EtherType 0x8100 (C-tag) or 0x88A8 (S-tag).
doc-ref: IEEE 802.1Q, 9.6
seq:
  - id: priority
    type: b3
    doc: Traffic class, the one that PFC pauses.
  - id: dei
    type: b1
    doc: May be dropped first.
  - id: id
    type: b12
  - id: type
    type: u2
    doc: EtherType of what follows.
