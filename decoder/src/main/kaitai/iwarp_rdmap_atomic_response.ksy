meta:
  id: iwarp_rdmap_atomic_response
  title: RDMAP atomic response
  endian: be
  bit-endian: be
doc: |
  Body of an atomic response.
doc-ref: RFC 7306, 5.2
seq:
  - id: request_id
    type: u4
    doc: Of the request.
  - id: original_value
    type: u8
    doc: Before the operation.
