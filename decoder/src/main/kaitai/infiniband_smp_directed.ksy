meta:
  id: infiniband_smp_directed
  title: InfiniBand subnet management packet, directed route
  endian: be
  bit-endian: be
doc: |
  Management class 0x81. Stands behind the management datagram header, in which the status begins
  with the direction bit and the class specific half holds hop pointer and hop count.
doc-ref: InfiniBand Architecture Specification volume 1, 14.2.1.2
seq:
  - id: m_key
    type: u8
  - id: dr_slid
    type: u2
    doc: Where the directed part begins; 0xffff is the sender itself (from memory, not verified).
  - id: dr_dlid
    type: u2
    doc: Where the directed part ends; 0xffff is the receiver itself (from memory).
  - id: reserved
    size: 28
  - id: smp_data
    size: 64
    doc: The attribute.
  - id: initial_path
    size: 64
    doc: Port to leave by at hop n in byte n; byte 0 is not used.
  - id: return_path
    size: 64
    doc: The way back, filled in on the way there.
