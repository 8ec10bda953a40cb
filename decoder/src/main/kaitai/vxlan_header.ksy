meta:
  id: vxlan_header
  title: VXLAN header
  endian: be
  bit-endian: be
doc: |
  Between UDP and an Ethernet frame.
doc-ref: RFC 7348, 5
seq:
  - id: flags
    type: u2
    doc: 0x0800 = the network identifier is valid.
  - id: policy
    type: u2
    doc: Group policy id of draft-smith-vxlan-group-policy; otherwise reserved.
  - id: vni
    type: b24
  - id: reserved
    type: u1
