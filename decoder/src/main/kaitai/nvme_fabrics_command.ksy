meta:
  id: nvme_fabrics_command
  title: NVMe Fabrics command, first part
  endian: le
  bit-endian: be
doc: |
  Bytes 0 to 23 of a command with opcode 0x7f; an SGL descriptor and the part of its type follow.
doc-ref: NVMe over Fabrics 1.1; held against recordings of Linux
seq:
  - id: opcode
    type: u1
  - id: flags
    type: u1
    doc: The upper two bits select SGL or PRP, as in other commands.
  - id: command_id
    type: u2
  - id: command_type
    type: u1
  - id: reserved
    size: 19
