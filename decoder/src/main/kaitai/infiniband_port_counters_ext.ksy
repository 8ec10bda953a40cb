meta:
  id: infiniband_port_counters_ext
  title: InfiniBand PortCountersExtended attribute
  endian: be
  bit-endian: be
doc: |
  Management class 0x04, attribute 0x001d. Stands behind the management datagram header.
doc-ref: InfiniBand Architecture Specification volume 1, 16.1.4.11
seq:
  - id: reserved0
    size: 40
  - id: reserved1
    type: u1
  - id: port_select
    type: u1
  - id: counter_select
    type: u2
    doc: In Set, which counters to write.
  - id: reserved2
    type: u4
  - id: port_xmit_data
    type: u8
    doc: In units of four bytes.
  - id: port_rcv_data
    type: u8
    doc: In units of four bytes.
  - id: port_xmit_pkts
    type: u8
  - id: port_rcv_pkts
    type: u8
  - id: port_unicast_xmit_pkts
    type: u8
  - id: port_unicast_rcv_pkts
    type: u8
  - id: port_multicast_xmit_pkts
    type: u8
  - id: port_multicast_rcv_pkts
    type: u8
