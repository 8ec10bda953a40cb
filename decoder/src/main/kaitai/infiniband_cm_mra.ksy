meta:
  id: infiniband_cm_mra
  title: InfiniBand communication management MRA
  endian: be
  bit-endian: be
doc: |
  The message arrived, the answer will take a while. Stands behind the management datagram
  header.
doc-ref: InfiniBand Architecture Specification volume 1, 12.6.6
seq:
  - id: local_comm_id
    type: u4
  - id: remote_comm_id
    type: u4
  - id: message_mraed
    type: b2
    doc: 0 = REQ, 1 = REP, 2 = LAP.
  - id: reserved0
    type: b6
  - id: service_timeout
    type: b5
    doc: 4.096 us x 2^n until the answer.
  - id: reserved1
    type: b3
  - id: private_data
    size: 222
