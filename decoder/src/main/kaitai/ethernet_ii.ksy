meta:
  id: ethernet_ii
  title: Ethernet II header
  endian: be
  bit-endian: be
doc: |
  Addresses and what follows. Tags of 802.1Q are headers of their own.
doc-ref: IEEE 802.3, 3.1.1
seq:
  - id: destination
    size: 6
  - id: source
    size: 6
  - id: type
    type: u2
    doc: EtherType; a length when below 0x0600.
