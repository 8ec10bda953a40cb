meta:
  id: srp_cmd
  title: SRP command
  endian: be
  bit-endian: be
doc: |
  Fixed part of SRP_CMD; more CDB bytes and descriptors of buffers follow.
doc-ref: T10 SRP revision 16a; from memory, not verified against the document
seq:
  - id: opcode
    type: u1
  - id: solicited
    type: u1
  - id: reserved0
    size: 3
  - id: buffer_formats
    type: u1
  - id: data_out_count
    type: u1
  - id: data_in_count
    type: u1
  - id: tag
    type: u8
  - id: reserved1
    type: u4
  - id: lun
    type: u8
  - id: reserved2
    type: u1
  - id: task_attribute
    type: u1
  - id: reserved3
    type: u1
  - id: additional_cdb
    type: u1
  - id: cdb
    size: 16
