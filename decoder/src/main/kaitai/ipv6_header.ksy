meta:
  id: ipv6_header
  title: Internet Protocol version 6 header
  endian: be
  bit-endian: be
doc: |
  DSCP and ECN as in RFC 2474 and RFC 3168.
doc-ref: RFC 8200, 3
seq:
  - id: version
    type: b4
  - id: dscp
    type: b6
  - id: ecn
    type: b2
    doc: 3 = congestion experienced.
  - id: flow_label
    type: b20
  - id: payload_length
    type: u2
    doc: Bytes behind this header, extension headers included.
  - id: next_header
    type: u1
  - id: hop_limit
    type: u1
  - id: source
    size: 16
  - id: destination
    size: 16
