meta:
  id: geneve_header
  title: GENEVE header
  endian: be
  bit-endian: be
doc: |
  Between UDP and what its type names.
doc-ref: RFC 8926, 3.4
seq:
  - id: version
    type: b2
  - id: options_words
    type: b6
    doc: Options in words of four bytes.
  - id: oam
    type: b1
  - id: critical
    type: b1
  - id: reserved0
    type: b6
  - id: protocol
    type: u2
    doc: EtherType; 0x6558 = Ethernet.
  - id: vni
    type: b24
  - id: reserved1
    type: u1
  - id: options
    size: options_words * 4
