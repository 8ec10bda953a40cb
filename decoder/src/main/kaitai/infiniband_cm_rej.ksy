meta:
  id: infiniband_cm_rej
  title: InfiniBand communication management REJ
  endian: be
  bit-endian: be
doc: |
  Refuses a connection, or takes an offer back. Stands behind the management datagram header.
doc-ref: InfiniBand Architecture Specification volume 1, 12.6.7
seq:
  - id: local_comm_id
    type: u4
    doc: 0 when the refused message was not understood.
  - id: remote_comm_id
    type: u4
  - id: message_rejected
    type: b2
    doc: 0 = REQ, 1 = REP, 2 = no message.
  - id: reserved0
    type: b6
  - id: reject_info_length
    type: b7
    doc: Valid bytes of the additional information.
  - id: reserved1
    type: b1
  - id: reason
    type: u2
  - id: additional_info
    size: 72
    doc: What would have been accepted; its form depends on the reason.
  - id: private_data
    size: 148
