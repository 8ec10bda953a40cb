meta:
  id: infiniband_cm_lap
  title: InfiniBand communication management LAP
  endian: be
  bit-endian: be
doc: |
  Offers another path for an open connection. Stands behind the management datagram header.
doc-ref: InfiniBand Architecture Specification volume 1, 12.8.1
seq:
  - id: local_comm_id
    type: u4
  - id: remote_comm_id
    type: u4
  - id: reserved0
    type: u4
  - id: remote_qpn
    type: b24
    doc: Queue pair of the receiver.
  - id: remote_response_timeout
    type: b5
    doc: 4.096 us x 2^n within which the receiver shall answer.
  - id: reserved1
    type: b3
  - id: reserved2
    type: u4
  - id: alternate_local_lid
    type: u2
  - id: alternate_remote_lid
    type: u2
  - id: alternate_local_gid
    size: 16
  - id: alternate_remote_gid
    size: 16
  - id: alternate_flow_label
    type: b20
  - id: reserved3
    type: b4
  - id: alternate_traffic_class
    type: u1
  - id: alternate_hop_limit
    type: u1
  - id: reserved4
    type: b2
  - id: alternate_packet_rate
    type: b6
  - id: alternate_sl
    type: b4
  - id: alternate_subnet_local
    type: b1
  - id: reserved5
    type: b3
  - id: alternate_local_ack_timeout
    type: b5
    doc: 4.096 us x 2^n.
  - id: reserved6
    type: b3
  - id: private_data
    size: 168
