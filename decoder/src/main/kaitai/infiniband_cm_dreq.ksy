meta:
  id: infiniband_cm_dreq
  title: InfiniBand communication management DREQ
  endian: be
  bit-endian: be
doc: |
  Asks to disconnect. Stands behind the management datagram header.
doc-ref: InfiniBand Architecture Specification volume 1, 12.6.10
seq:
  - id: local_comm_id
    type: u4
  - id: remote_comm_id
    type: u4
  - id: remote_qpn
    type: b24
    doc: Queue pair of the receiver.
  - id: reserved
    type: u1
  - id: private_data
    size: 220
