meta:
  id: smc_clc_proposal
  title: SMC-R CLC proposal, fixed part
  endian: be
  bit-endian: be
doc: |
  Sent over TCP by the client. Areas that it names by offsets follow.
doc-ref: RFC 7609, appendix A, and version 2 as Linux sends it; held against a recording
seq:
  - id: eyecatcher
    type: u4
  - id: message_type
    type: u1
  - id: length
    type: u2
    doc: In bytes, the closing eyecatcher included.
  - id: version
    type: b4
  - id: type_v2
    type: b2
  - id: type_v1
    type: b2
  - id: peer_id
    type: u8
  - id: gid
    size: 16
  - id: mac
    size: 6
  - id: area_offset
    type: u2
