meta:
  id: rpcordma_list_end
  title: RPC-over-RDMA end of a list
  endian: be
  bit-endian: be
doc: |
  Zero where another item could have been.
doc-ref: RFC 8166; from memory, not verified against the document
seq:
  - id: present
    type: u4
