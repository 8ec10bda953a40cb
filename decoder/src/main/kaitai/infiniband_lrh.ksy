meta:
  id: infiniband_lrh
  title: InfiniBand local route header
  endian: be
  bit-endian: be
doc: |
  What every native InfiniBand data packet begins with. A flow-control packet has none.
doc-ref: InfiniBand Architecture Specification volume 1, 7.7
seq:
  - id: vl
    type: b4
    doc: Virtual lane; 15 carries subnet management and has no credits.
  - id: lver
    type: b4
  - id: sl
    type: b4
    doc: Service level.
  - id: reserved2
    type: b2
  - id: lnh
    type: b2
    doc: 0 = raw header, 1 = raw IPv6, 2 = BTH, 3 = GRH and BTH.
  - id: dlid
    type: u2
  - id: reserved5
    type: b5
  - id: pktlen
    type: b11
    doc: Words of four bytes from the first of this header to the last of the invariant CRC.
  - id: slid
    type: u2
