meta:
  id: infiniband_cm_rep
  title: InfiniBand communication management REP
  endian: be
  bit-endian: be
doc: |
  Accepts a connection. Stands behind the management datagram header.
doc-ref: InfiniBand Architecture Specification volume 1, 12.6.8
seq:
  - id: local_comm_id
    type: u4
  - id: remote_comm_id
    type: u4
    doc: The local_comm_id of the REQ.
  - id: local_q_key
    type: u4
  - id: local_qpn
    type: b24
    doc: For XRC the number stands in local_eecn.
  - id: reserved0
    type: u1
  - id: local_eecn
    type: b24
  - id: reserved1
    type: u1
  - id: start_psn
    type: b24
    doc: First PSN that the receiver of this REP shall send with.
  - id: reserved2
    type: u1
  - id: responder_resources
    type: u1
    doc: In force for requests of the receiver of this REP.
  - id: initiator_depth
    type: u1
    doc: In force for requests of its sender.
  - id: target_ack_delay
    type: b5
    doc: 4.096 us x 2^n that the sender may take to acknowledge.
  - id: failover_accepted
    type: b2
  - id: end_to_end_flow_control
    type: b1
  - id: rnr_retry_count
    type: b3
    doc: Binds the receiver of this REP; 7 = without end.
  - id: srq
    type: b1
  - id: reserved3
    type: b4
  - id: local_ca_guid
    type: u8
  - id: private_data
    size: 196
