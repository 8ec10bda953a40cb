meta:
  id: iwarp_mpa_enhanced
  title: MPA revision 2 set-up data
  endian: be
  bit-endian: be
doc: |
  First four bytes of the private data of a revision 2 frame with the enhanced flag.
doc-ref: RFC 6581, 5.1
seq:
  - id: peer_to_peer
    type: b1
    doc: 'A: the initiator begins with a ready-to-receive message.'
  - id: zero_length_send
    type: b1
    doc: 'B: that message may be an empty SEND.'
  - id: ird
    type: b14
    doc: READ requests this side can hold.
  - id: zero_length_write
    type: b1
    doc: 'C: that message may be an empty WRITE.'
  - id: zero_length_read
    type: b1
    doc: 'D: that message may be an empty READ.'
  - id: ord
    type: b14
    doc: READ requests this side will send at once.
