meta:
  id: iwarp_rdmap_terminate
  title: RDMAP Terminate control
  endian: be
  bit-endian: be
doc: |
  Control field of a Terminate as RFC 5040 has it; Terminate reads it in both forms met.
doc-ref: RFC 5040, 4.8
seq:
  - id: layer
    type: b4
    doc: 0 RDMAP, 1 DDP, 2 LLP.
  - id: error_type
    type: b4
  - id: error_code
    type: u1
  - id: segment_length_present
    type: b1
    doc: M
  - id: ddp_header_present
    type: b1
    doc: D
  - id: rdmap_header_present
    type: b1
    doc: R
  - id: reserved
    type: b13
