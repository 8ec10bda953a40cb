meta:
  id: iwarp_ddp_tagged
  title: DDP header of a tagged segment, with RDMAP control
  endian: be
  bit-endian: be
doc: |
  DDP header of a tagged segment: WRITE and READ response. Byte 1 is RDMAP's.
doc-ref: RFC 5041, 4.2; RFC 5040, 4.1
seq:
  - id: tagged
    type: b1
    doc: 1 here.
  - id: last
    type: b1
  - id: reserved
    type: b4
  - id: ddp_version
    type: b2
  - id: rdmap_version
    type: b2
  - id: rdmap_reserved
    type: b2
  - id: opcode
    type: b4
  - id: stag
    type: u4
  - id: tagged_offset
    type: u8
