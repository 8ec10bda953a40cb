meta:
  id: iser_hello
  title: iSER Hello and HelloReply
  endian: be
  bit-endian: be
doc: |
  Opens a connection where both sides were told to.
doc-ref: RFC 7145; from memory, not verified against the document
seq:
  - id: opcode
    type: b4
  - id: reserved0
    type: b3
  - id: reject
    type: b1
    doc: Of HelloReply.
  - id: version_max
    type: b4
  - id: version_min
    type: b4
    doc: HelloReply, the current one.
  - id: depth
    type: u2
    doc: READ requests; IRD of a Hello, ORD of a HelloReply.
  - id: reserved1
    size: 24
