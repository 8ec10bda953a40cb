meta:
  id: gre_checksum
  title: GRE checksum
  endian: be
  bit-endian: be
doc: |
  Behind the header when its first bit is set.
doc-ref: RFC 2784, 2
seq:
  - id: checksum
    type: u2
  - id: reserved
    type: u2
