meta:
  id: infiniband_mad
  title: InfiniBand management datagram header
  endian: be
  bit-endian: be
doc: |
  The first 24 of the 256 bytes of every management datagram.
doc-ref: InfiniBand Architecture Specification volume 1, 13.4.3
seq:
  - id: base_version
    type: u1
  - id: management_class
    type: u1
    doc: 0x07 is communication management.
  - id: class_version
    type: u1
  - id: method
    type: u1
    doc: 0x03 is Send, the only one of communication management.
  - id: status
    type: u2
  - id: class_specific
    type: u2
  - id: transaction_id
    type: u8
    doc: Same in a repeated datagram.
  - id: attribute_id
    type: u2
    doc: Kind of the message that follows.
  - id: reserved
    type: u2
  - id: attribute_modifier
    type: u4
