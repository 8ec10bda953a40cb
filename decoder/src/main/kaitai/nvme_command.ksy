meta:
  id: nvme_command
  title: NVMe submission queue entry, first part
  endian: le
  bit-endian: be
doc: |
  Bytes 0 to 23 of a command that is not of Fabrics; an SGL descriptor and six command words follow.
doc-ref: NVM Express Base Specification 1.4; held against recordings of Linux
seq:
  - id: opcode
    type: u1
  - id: data_pointer
    type: b2
    doc: 1 = SGL, the only one over Fabrics.
  - id: reserved0
    type: b4
  - id: fused
    type: b2
  - id: command_id
    type: u2
  - id: namespace_id
    type: u4
  - id: reserved1
    size: 8
  - id: metadata_pointer
    type: u8
