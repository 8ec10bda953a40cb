meta:
  id: nvme_property
  title: NVMe Property Get and Property Set commands, last part
  endian: le
  bit-endian: be
doc: |
  Bytes 40 to 63.
doc-ref: NVMe over Fabrics 1.1; held against recordings of Linux
seq:
  - id: reserved0
    type: b5
  - id: size
    type: b3
    doc: 0 = 4 bytes; 1 = 8 bytes.
  - id: reserved1
    size: 3
  - id: offset
    type: u4
  - id: value
    type: u8
    doc: Of Property Set.
  - id: reserved2
    size: 8
