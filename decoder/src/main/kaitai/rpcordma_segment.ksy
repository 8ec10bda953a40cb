meta:
  id: rpcordma_segment
  title: RPC-over-RDMA segment
  endian: be
  bit-endian: be
doc: |
  Memory that the other side reads or writes.
doc-ref: RFC 8166; from memory, not verified against the document
seq:
  - id: handle
    type: u4
    doc: The R_Key.
  - id: length
    type: u4
    doc: In bytes.
  - id: offset
    type: u8
