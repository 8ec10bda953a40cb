meta:
  id: infiniband_cm_apr
  title: InfiniBand communication management APR
  endian: be
  bit-endian: be
doc: |
  Answers a LAP. Stands behind the management datagram header.
doc-ref: InfiniBand Architecture Specification volume 1, 12.8.2
seq:
  - id: local_comm_id
    type: u4
  - id: remote_comm_id
    type: u4
  - id: info_length
    type: u1
    doc: Valid bytes of the additional information.
  - id: status
    type: u1
    doc: 0 = the alternate path is loaded.
  - id: reserved
    type: u2
  - id: additional_info
    size: 72
  - id: private_data
    size: 148
