meta:
  id: rpcordma_error
  title: RPC-over-RDMA error
  endian: be
  bit-endian: be
doc: |
  Why the responder could not take the message; with code 1 the versions that it speaks follow.
doc-ref: RFC 8166; from memory, not verified against the document
seq:
  - id: code
    type: u4
