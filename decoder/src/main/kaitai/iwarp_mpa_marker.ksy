meta:
  id: iwarp_mpa_marker
  title: MPA marker
  endian: be
  bit-endian: be
doc: |
  Stands every 512 bytes of the TCP stream, counting itself, where the receiver asked for markers.
doc-ref: RFC 5044, 4.3
seq:
  - id: reserved
    type: u2
  - id: pointer
    type: u2
    doc: Bytes from the length field of the FPDU it is in; 0 just before one.
