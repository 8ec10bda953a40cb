meta:
  id: rpcordma_read_segment
  title: RPC-over-RDMA read list item
  endian: be
  bit-endian: be
doc: |
  The next item of the read list.
doc-ref: RFC 8166; from memory, not verified against the document
seq:
  - id: present
    type: u4
  - id: position
    type: u4
    doc: Byte of the XDR stream where the segment belongs.
  - id: handle
    type: u4
    doc: The R_Key.
  - id: length
    type: u4
    doc: In bytes.
  - id: offset
    type: u8
