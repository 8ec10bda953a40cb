meta:
  id: infiniband_grh
  title: InfiniBand global route header
  endian: be
  bit-endian: be
doc: |
  In form an IPv6 header; begins RoCEv1 packets too.
doc-ref: InfiniBand Architecture Specification volume 1, 8.3
seq:
  - id: ipver
    type: b4
  - id: tclass
    type: b8
  - id: flowlabel
    type: b20
  - id: paylen
    type: u2
    doc: Bytes behind this header, the invariant CRC included.
  - id: nxthdr
    type: u1
    doc: 0x1b = BTH.
  - id: hoplmt
    type: u1
  - id: sgid
    size: 16
  - id: dgid
    size: 16
