meta:
  id: smc_llc_confirm_link
  title: SMC-R LLC confirm link
  endian: be
  bit-endian: be
doc: |
  First message on a new link, both ways.
doc-ref: RFC 7609, appendix A; from memory, not verified against the document
seq:
  - id: message_type
    type: u1
  - id: length
    type: u1
  - id: reserved0
    type: u1
  - id: flags
    type: u1
  - id: mac
    size: 6
  - id: gid
    size: 16
  - id: qpn
    type: b24
  - id: link_number
    type: u1
  - id: link_user_id
    type: u4
  - id: max_links
    type: u1
  - id: reserved1
    size: 9
