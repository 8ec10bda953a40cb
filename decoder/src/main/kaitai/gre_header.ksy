meta:
  id: gre_header
  title: GRE header
  endian: be
  bit-endian: be
doc: |
  Checksum, key and sequence number follow where their bits say so.
doc-ref: RFC 2784, 2; RFC 2890, 2
seq:
  - id: has_checksum
    type: b1
  - id: has_routing
    type: b1
    doc: Of RFC 1701; obsolete.
  - id: has_key
    type: b1
  - id: has_sequence
    type: b1
  - id: reserved
    type: b9
  - id: version
    type: b3
  - id: protocol
    type: u2
    doc: EtherType; 0x6558 = Ethernet, 0x88be = ERSPAN I or II, 0x22eb = ERSPAN III.
