meta:
  id: erspan_ii
  title: ERSPAN type II header
  endian: be
  bit-endian: be
doc: |
  Between GRE and the mirrored Ethernet frame.
doc-ref: draft-foschiano-erspan-03, 4.2
seq:
  - id: version
    type: b4
    doc: 1 for type II.
  - id: vlan
    type: b12
  - id: cos
    type: b3
  - id: encapsulation
    type: b2
  - id: truncated
    type: b1
  - id: session
    type: b10
  - id: reserved
    type: b12
  - id: index
    type: b20
