meta:
  id: erf_extension
  title: ERF extension header
  endian: be
  bit-endian: be
doc: |
  One of a chain.
doc-ref: Endace ERF types reference guide; Wireshark's wiretap/erf_record.h
seq:
  - id: more
    type: b1
    doc: Another one follows.
  - id: type
    type: b7
  - id: data
    size: 7
