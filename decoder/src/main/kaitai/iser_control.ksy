meta:
  id: iser_control
  title: iSER header before an iSCSI control-type PDU
  endian: be
  bit-endian: be
doc: |
  Tells the memory that the target writes to or reads from.
doc-ref: RFC 7145; from memory, not verified against the document
seq:
  - id: opcode
    type: b4
  - id: write_valid
    type: b1
  - id: read_valid
    type: b1
  - id: reserved0
    type: b2
  - id: reserved1
    size: 3
  - id: write_stag
    type: u4
    doc: The R_Key.
  - id: write_base_offset
    type: u8
  - id: read_stag
    type: u4
    doc: The R_Key.
  - id: read_base_offset
    type: u8
