meta:
  id: smc_clc_decline
  title: SMC-R CLC decline
  endian: be
  bit-endian: be
doc: |
  The connection stays plain TCP.
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
  - id: out_of_sync
    type: b1
  - id: reserved0
    type: b3
  - id: peer_id
    type: u8
  - id: diagnosis
    type: u4
  - id: reserved1
    size: 4
