meta:
  id: tcp_header
  title: Transmission Control Protocol header
  endian: be
  bit-endian: be
doc-ref: RFC 9293, 3.1
seq:
  - id: source_port
    type: u2
  - id: destination_port
    type: u2
  - id: sequence
    type: u4
  - id: acknowledgement
    type: u4
  - id: data_offset
    type: b4
    doc: Header length in words of four bytes; below 5 is wrong.
  - id: reserved
    type: b4
  - id: cwr
    type: b1
  - id: ece
    type: b1
  - id: urg
    type: b1
  - id: ack
    type: b1
  - id: psh
    type: b1
  - id: rst
    type: b1
  - id: syn
    type: b1
  - id: fin
    type: b1
  - id: window
    type: u2
  - id: checksum
    type: u2
  - id: urgent
    type: u2
  - id: options
    size: 'data_offset > 5 ? data_offset * 4 - 20 : 0'
