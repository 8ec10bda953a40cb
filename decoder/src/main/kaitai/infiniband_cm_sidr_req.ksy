meta:
  id: infiniband_cm_sidr_req
  title: InfiniBand communication management SIDR_REQ
  endian: be
  bit-endian: be
doc: |
  Asks for the datagram queue pair behind a service id. Stands behind the management datagram
  header.
doc-ref: InfiniBand Architecture Specification volume 1, 12.11
seq:
  - id: request_id
    type: u4
  - id: p_key
    type: u2
  - id: reserved
    type: u2
  - id: service_id
    type: u8
  - id: private_data
    size: 216
    doc: With RDMA-CM the first 36 bytes name IP addresses and source port.
