meta:
  id: iwarp_rdmap_read_request
  title: RDMAP READ request
  endian: be
  bit-endian: be
doc: |
  Body of a READ request.
doc-ref: RFC 5040, 4.4
seq:
  - id: sink_stag
    type: u4
  - id: sink_offset
    type: u8
  - id: size
    type: u4
  - id: source_stag
    type: u4
  - id: source_offset
    type: u8
