meta:
  id: infiniband_ieth
  title: InfiniBand invalidate extended transport header
  endian: be
  bit-endian: be
doc: |
  The key that the responder shall invalidate before it completes the SEND.
doc-ref: InfiniBand Architecture Specification volume 1, 9.3
seq:
  - id: r_key
    type: u4
