meta:
  id: nvme_command_words
  title: NVMe submission queue entry, last part
  endian: le
  bit-endian: be
doc: |
  Bytes 40 to 63; what they mean depends on the opcode.
doc-ref: NVM Express Base Specification 1.4; held against recordings of Linux
seq:
  - id: word10
    type: u4
  - id: word11
    type: u4
  - id: word12
    type: u4
  - id: word13
    type: u4
  - id: word14
    type: u4
  - id: word15
    type: u4
