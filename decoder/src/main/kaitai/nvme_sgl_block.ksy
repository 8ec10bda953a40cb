meta:
  id: nvme_sgl_block
  title: NVMe SGL data block descriptor
  endian: le
  bit-endian: be
doc: |
  Data inside the capsule, behind the command.
doc-ref: NVM Express Base Specification 1.4; held against recordings of Linux
seq:
  - id: address
    type: u8
    doc: With subtype 1 an offset into the capsule.
  - id: length
    type: u4
    doc: In bytes.
  - id: reserved
    size: 3
  - id: descriptor_type
    type: b4
  - id: subtype
    type: b4
