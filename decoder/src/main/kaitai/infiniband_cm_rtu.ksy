meta:
  id: infiniband_cm_rtu
  title: InfiniBand communication management RTU
  endian: be
  bit-endian: be
doc: |
  Confirms a REP. Stands behind the management datagram header.
doc-ref: InfiniBand Architecture Specification volume 1, 12.6.9
seq:
  - id: local_comm_id
    type: u4
  - id: remote_comm_id
    type: u4
  - id: private_data
    size: 224
