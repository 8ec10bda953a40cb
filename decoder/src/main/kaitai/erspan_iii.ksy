meta:
  id: erspan_iii
  title: ERSPAN type III header
  endian: be
  bit-endian: be
doc: |
  Between GRE and the mirrored frame; a sub-header of eight bytes follows when the last bit says
  so.
doc-ref: draft-foschiano-erspan-03, 4.3
seq:
  - id: version
    type: b4
    doc: 2 for type III.
  - id: vlan
    type: b12
  - id: cos
    type: b3
  - id: bad_short_oversized
    type: b2
  - id: truncated
    type: b1
  - id: session
    type: b10
  - id: timestamp
    type: u4
  - id: group_tag
    type: u2
  - id: is_ethernet
    type: b1
  - id: frame_type
    type: b5
    doc: 0 = Ethernet, 2 = IP.
  - id: hardware
    type: b6
  - id: egress
    type: b1
  - id: granularity
    type: b2
  - id: has_subheader
    type: b1
