meta:
  id: gre_key
  title: GRE key
  endian: be
  bit-endian: be
doc: |
  Tells tunnels between two addresses apart.
doc-ref: RFC 2890, 2.1
seq:
  - id: key
    type: u4
