meta:
  id: infiniband_cm_sidr_rep
  title: InfiniBand communication management SIDR_REP
  endian: be
  bit-endian: be
doc: |
  Names the datagram queue pair behind a service id, or says why not. Stands behind the management
  datagram header.
doc-ref: InfiniBand Architecture Specification volume 1, 12.11
seq:
  - id: request_id
    type: u4
  - id: status
    type: u1
    doc: 0 = valid, 1 = unsupported, 2 = rejected, 3 = no queue pair, 4 = redirect, 5 = version.
  - id: info_length
    type: u1
    doc: Valid bytes of the additional information.
  - id: vendor_id_high
    type: u2
    doc: Upper bits of who defines the additional information.
  - id: qpn
    type: b24
  - id: vendor_id_low
    type: u1
  - id: service_id
    type: u8
  - id: q_key
    type: u4
  - id: additional_info
    size: 72
  - id: private_data
    size: 136
