meta:
  id: pppoe_session
  title: PPPoE session header
  endian: be
  bit-endian: be
doc: |
  With the protocol number of the PPP packet it carries.
doc-ref: RFC 2516, 4; RFC 1661, 2
seq:
  - id: version
    type: b4
  - id: type
    type: b4
  - id: code
    type: u1
    doc: 0 in the session stage.
  - id: session
    type: u2
  - id: length
    type: u2
    doc: Bytes behind this field, the protocol number included.
  - id: protocol
    type: u2
    doc: 0x21 = IPv4, 0x57 = IPv6.
