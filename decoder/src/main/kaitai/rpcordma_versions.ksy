meta:
  id: rpcordma_versions
  title: RPC-over-RDMA versions
  endian: be
  bit-endian: be
doc: |
  Lowest and highest version that the responder speaks.
doc-ref: RFC 8166; from memory, not verified against the document
seq:
  - id: low
    type: u4
  - id: high
    type: u4
