meta:
  id: infiniband_cm_req
  title: InfiniBand communication management REQ
  endian: be
  bit-endian: be
doc: |
  Asks for a connection. Stands behind the management datagram header.
doc-ref: InfiniBand Architecture Specification volume 1, 12.6.5
seq:
  - id: local_comm_id
    type: u4
    doc: The sender's name for this connection.
  - id: reserved0
    type: u4
  - id: service_id
    type: u8
    doc: What to connect to; with RDMA-CM it holds port space and port.
  - id: local_ca_guid
    type: u8
  - id: reserved1
    type: u4
  - id: local_q_key
    type: u4
  - id: local_qpn
    type: b24
  - id: responder_resources
    type: u1
    doc: READ and atomic requests that the sender can have open towards it.
  - id: local_eecn
    type: b24
  - id: initiator_depth
    type: u1
    doc: READ and atomic requests that the sender wants to have open.
  - id: remote_eecn
    type: b24
  - id: remote_response_timeout
    type: b5
    doc: 4.096 us x 2^n within which the receiver shall answer.
  - id: service_type
    type: b2
    doc: 0 = RC, 1 = UC, 2 = RD, 3 = see extended_service_type.
  - id: end_to_end_flow_control
    type: b1
  - id: start_psn
    type: b24
    doc: First PSN that the receiver of this REQ shall send with.
  - id: local_response_timeout
    type: b5
    doc: 4.096 us x 2^n within which the sender answers.
  - id: retry_count
    type: b3
    doc: Binds both sides.
  - id: p_key
    type: u2
  - id: path_mtu
    type: b4
    doc: 1 = 256 bytes to 5 = 4096 bytes.
  - id: rdc_exists
    type: b1
  - id: rnr_retry_count
    type: b3
    doc: Binds the receiver of this REQ; 7 = without end.
  - id: max_cm_retries
    type: b4
  - id: srq
    type: b1
  - id: extended_service_type
    type: b3
    doc: 1 = XRC when service_type is 3.
  - id: primary_local_lid
    type: u2
  - id: primary_remote_lid
    type: u2
  - id: primary_local_gid
    size: 16
  - id: primary_remote_gid
    size: 16
  - id: primary_flow_label
    type: b20
  - id: primary_reserved0
    type: b6
  - id: primary_packet_rate
    type: b6
  - id: primary_traffic_class
    type: u1
  - id: primary_hop_limit
    type: u1
  - id: primary_sl
    type: b4
  - id: primary_subnet_local
    type: b1
  - id: primary_reserved1
    type: b3
  - id: primary_local_ack_timeout
    type: b5
    doc: 4.096 us x 2^n; what the receiver of this REQ shall use.
  - id: primary_reserved2
    type: b3
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
  - id: alternate_reserved0
    type: b6
  - id: alternate_packet_rate
    type: b6
  - id: alternate_traffic_class
    type: u1
  - id: alternate_hop_limit
    type: u1
  - id: alternate_sl
    type: b4
  - id: alternate_subnet_local
    type: b1
  - id: alternate_reserved1
    type: b3
  - id: alternate_local_ack_timeout
    type: b5
  - id: alternate_reserved2
    type: b3
  - id: private_data
    size: 92
    doc: With RDMA-CM the first 36 bytes name IP addresses and source port.
