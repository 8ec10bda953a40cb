meta:
  id: mpls_label
  title: MPLS label stack entry
  endian: be
  bit-endian: be
doc: |
  The last one has its bottom bit set.
doc-ref: RFC 3032, 2.1
seq:
  - id: label
    type: b20
  - id: exp
    type: b3
    doc: Traffic class.
  - id: bottom
    type: b1
  - id: ttl
    type: u1
