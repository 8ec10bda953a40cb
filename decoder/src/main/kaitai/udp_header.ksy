meta:
  id: udp_header
  title: User Datagram Protocol header
  endian: be
  bit-endian: be
doc-ref: RFC 768
seq:
  - id: source_port
    type: u2
  - id: destination_port
    type: u2
    doc: 4791 for RoCEv2.
  - id: length
    type: u2
    doc: Bytes of header and payload.
  - id: checksum
    type: u2
    doc: 0 = not computed.
