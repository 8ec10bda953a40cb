meta:
  id: ipv6_extension
  title: Internet Protocol version 6 extension header, general form
  endian: be
  bit-endian: be
doc: |
  Hop-by-hop options, routing, destination options and mobility have this form. A fragment header
  is always eight bytes long whatever its length byte holds; the length of an authentication header
  counts in other units.
doc-ref: RFC 8200, 4 and RFC 6564, 4
seq:
  - id: next_header
    type: u1
  - id: length
    type: u1
    doc: In units of eight bytes, the first eight not counted.
  - id: content
    size: length * 8 + 6
