meta:
  id: infiniband_cnp
  title: What follows the base transport header of a congestion notification packet
  endian: be
doc: |
  Sixteen zero bytes. The message is the BECN bit and the destination queue pair.
doc-ref: InfiniBand Architecture Specification volume 1, annex A17.9.3
seq:
  - id: reserved
    size: 16
