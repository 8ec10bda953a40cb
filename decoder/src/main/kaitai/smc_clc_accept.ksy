meta:
  id: smc_clc_accept
  title: SMC-R CLC accept and confirm
  endian: be
  bit-endian: be
doc: |
  Names the sender's queue pair, its first PSN and the memory for the peer's data.
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
  - id: first_contact
    type: b1
  - id: reserved0
    type: b1
  - id: path
    type: b2
  - id: peer_id
    type: u8
  - id: gid
    size: 16
  - id: mac
    size: 6
  - id: qpn
    type: b24
  - id: rkey
    type: u4
  - id: connection_index
    type: u1
  - id: alert_token
    type: u4
  - id: buffer_size
    type: b4
  - id: mtu
    type: b4
  - id: reserved1
    type: u1
  - id: address
    type: u8
  - id: reserved2
    type: u1
  - id: psn
    type: b24
