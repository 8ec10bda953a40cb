meta:
  id: infiniband_deth
  title: InfiniBand datagram extended transport header
  endian: be
  bit-endian: be
doc: |
  Who sends a datagram, and the key that lets it in.
doc-ref: InfiniBand Architecture Specification volume 1, 9.3
seq:
  - id: q_key
    type: u4
    doc: Must equal the receiving queue pair's, else the packet is dropped in silence.
  - id: reserved
    type: u1
  - id: srcqp
    type: b24
