meta:
  id: rpcordma_header
  title: RPC-over-RDMA version 1 fixed header
  endian: be
  bit-endian: be
doc: |
  First words of every message. Lists of chunks follow, or an error.
doc-ref: RFC 8166; from memory, not verified against the document
seq:
  - id: xid
    type: u4
  - id: version
    type: u4
  - id: credits
    type: u4
    doc: Asked for in a call, granted in a reply.
  - id: message_type
    type: u4
