meta:
  id: nvme_connect
  title: NVMe Connect command, last part
  endian: le
  bit-endian: be
doc: |
  Bytes 40 to 63.
doc-ref: NVMe over Fabrics 1.1; held against recordings of Linux
seq:
  - id: record_format
    type: u2
  - id: queue_id
    type: u2
  - id: queue_size
    type: u2
    doc: One less than the entries.
  - id: attributes
    type: u1
  - id: reserved0
    type: u1
  - id: keep_alive
    type: u4
    doc: In milliseconds.
  - id: reserved1
    size: 12
