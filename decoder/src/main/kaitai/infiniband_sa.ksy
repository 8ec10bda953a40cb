meta:
  id: infiniband_sa
  title: InfiniBand subnet administration header
  endian: be
  bit-endian: be
doc: |
  Management class 0x03. Stands behind the RMPP header.
doc-ref: InfiniBand Architecture Specification volume 1, 15.2.1.1
seq:
  - id: sm_key
    type: u8
  - id: attribute_offset
    type: u2
    doc: Distance of two records in a table, in units of eight bytes (from memory, not verified).
  - id: reserved
    type: u2
  - id: component_mask
    type: u8
    doc: Which components of the attribute count in the query.
  - id: admin_data
    size: 200
