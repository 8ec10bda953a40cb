meta:
  id: iwarp_rdmap_immediate
  title: RDMAP immediate data
  endian: be
  bit-endian: be
doc: |
  Body of an immediate data message. Its eight bytes are from memory, not verified.
doc-ref: RFC 7306, 6.1
seq:
  - id: data
    type: u8
