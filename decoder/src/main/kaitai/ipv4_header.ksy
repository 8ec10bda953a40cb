meta:
  id: ipv4_header
  title: Internet Protocol version 4 header
  endian: be
  bit-endian: be
doc: |
  DSCP and ECN as in RFC 2474 and RFC 3168.
doc-ref: RFC 791, 3.1
seq:
  - id: version
    type: b4
  - id: ihl
    type: b4
    doc: Header length in words of four bytes; below 5 is wrong.
  - id: dscp
    type: b6
  - id: ecn
    type: b2
    doc: 3 = congestion experienced.
  - id: total_length
    type: u2
    doc: Bytes of header and payload.
  - id: identification
    type: u2
  - id: reserved
    type: b1
  - id: dont_fragment
    type: b1
  - id: more_fragments
    type: b1
  - id: fragment_offset
    type: b13
    doc: In units of eight bytes.
  - id: ttl
    type: u1
  - id: protocol
    type: u1
  - id: checksum
    type: u2
  - id: source
    type: u4
  - id: destination
    type: u4
  - id: options
    size: 'ihl > 5 ? ihl * 4 - 20 : 0'
