meta:
  id: ipv6_fragment
  title: Internet Protocol version 6 fragment header
  endian: be
  bit-endian: be
doc-ref: RFC 8200, 4.5
seq:
  - id: next_header
    type: u1
  - id: reserved0
    type: u1
  - id: fragment_offset
    type: b13
    doc: In units of eight bytes.
  - id: reserved1
    type: b2
  - id: more_fragments
    type: b1
  - id: identification
    type: u4
