meta:
  id: ipoib_header
  title: IP over InfiniBand encapsulation header
  endian: be
  bit-endian: be
doc: |
  Before an IP or ARP packet.
doc-ref: RFC 4391; from memory, not verified against the document
seq:
  - id: ether_type
    type: u2
  - id: reserved
    type: u2
