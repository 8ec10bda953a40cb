meta:
  id: gre_sequence
  title: GRE sequence number
  endian: be
  bit-endian: be
doc: |
  Counts the tunnel's packets; its presence tells ERSPAN II from I.
doc-ref: RFC 2890, 2.2
seq:
  - id: sequence
    type: u4
