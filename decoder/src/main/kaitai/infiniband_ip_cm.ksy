meta:
  id: infiniband_ip_cm
  title: InfiniBand IP addressing block of a REQ
  endian: be
  bit-endian: be
doc: |
  The first 36 private bytes of a REQ whose service id belongs to RDMA-CM. The destination port
  is in the service id.
doc-ref: InfiniBand Architecture Specification volume 1, annex A11
seq:
  - id: major_version
    type: b4
  - id: minor_version
    type: b4
  - id: ip_version
    type: b4
  - id: reserved
    type: b4
  - id: source_port
    type: u2
  - id: source
    size: 16
    doc: An IPv4 address stands in the last four bytes.
  - id: destination
    size: 16
