meta:
  id: infiniband_reth
  title: InfiniBand RDMA extended transport header
  endian: be
  bit-endian: be
doc: |
  Where a WRITE, READ, FLUSH or ATOMIC WRITE touches the memory of the responder, and how much
  of it.
doc-ref: InfiniBand Architecture Specification volume 1, 9.3
seq:
  - id: va
    type: u8
    doc: Virtual address of the first byte.
  - id: r_key
    type: u4
    doc: Key of the memory region, as its owner gave it out.
  - id: dmalen
    type: u4
    doc: Bytes of the whole message, not of this packet.
