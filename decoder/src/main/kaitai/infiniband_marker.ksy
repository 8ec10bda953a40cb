meta:
  id: infiniband_marker
  title: QPScope's marker in front of packets of a native InfiniBand link
  endian: be
  bit-endian: be
doc: |
  pcap and pcapng have no link type for the flow-control packets of a link. Under link type
  LINKTYPE_USER15 (162), each record begins with these eight bytes and goes on with the packet:
  from the LRH on (with or without its VCRC), or the six bytes of a flow-control packet.
doc-ref: QPScope's own; README, "Captures of InfiniBand links"
seq:
  - id: magic
    type: u4
    doc: 0x51504942, "QPIB"; a record without it is some other program's.
  - id: version
    type: u1
    doc: 1
  - id: kind
    type: u1
    doc: 0 = from the LRH on, 1 = flow-control packet.
  - id: reserved
    type: b6
    doc: 0
  - id: port
    type: b2
    doc: Capture interface; 0 and 1, and 2 and 3, are the two directions of a link.
  - id: reserved7
    type: u1
    doc: 0
