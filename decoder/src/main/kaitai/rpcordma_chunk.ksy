meta:
  id: rpcordma_chunk
  title: RPC-over-RDMA write or reply chunk
  endian: be
  bit-endian: be
doc: |
  Says how many segments follow.
doc-ref: RFC 8166; from memory, not verified against the document
seq:
  - id: present
    type: u4
  - id: segment_count
    type: u4
    doc: Nobody's allocation may depend on it.
