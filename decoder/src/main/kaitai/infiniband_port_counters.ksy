meta:
  id: infiniband_port_counters
  title: InfiniBand PortCounters attribute
  endian: be
  bit-endian: be
doc: |
  Management class 0x04, attribute 0x0012. Stands behind the management datagram header. That
  counters stop at their largest value is from memory, not verified.
doc-ref: InfiniBand Architecture Specification volume 1, 16.1.3.5
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
  - id: symbol_error_counter
    type: u2
  - id: link_error_recovery_counter
    type: u1
  - id: link_downed_counter
    type: u1
  - id: port_rcv_errors
    type: u2
  - id: port_rcv_remote_physical_errors
    type: u2
  - id: port_rcv_switch_relay_errors
    type: u2
  - id: port_xmit_discards
    type: u2
  - id: port_xmit_constraint_errors
    type: u1
  - id: port_rcv_constraint_errors
    type: u1
  - id: counter_select2
    type: u1
    doc: Its place is from memory, not verified; Linux calls the byte reserved.
  - id: local_link_integrity_errors
    type: b4
  - id: excessive_buffer_overrun_errors
    type: b4
  - id: reserved2
    type: u2
  - id: vl15_dropped
    type: u2
  - id: port_xmit_data
    type: u4
    doc: In units of four bytes.
  - id: port_rcv_data
    type: u4
    doc: In units of four bytes.
  - id: port_xmit_pkts
    type: u4
  - id: port_rcv_pkts
    type: u4
  - id: port_xmit_wait
    type: u4
    doc: Ticks with data to send and no credit for it.
