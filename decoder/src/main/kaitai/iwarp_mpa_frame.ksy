meta:
  id: iwarp_mpa_frame
  title: MPA request or reply frame
  endian: be
  bit-endian: be
doc: |
  MPA request or reply frame: what both ends send before the first FPDU.
doc-ref: RFC 5044, 7.1.1; RFC 6581, 5
seq:
  - id: key
    size: 16
    doc: '"MPA ID Req Frame" or "MPA ID Rep Frame".'
  - id: markers
    type: b1
    doc: Send markers to me.
  - id: crc
    type: b1
    doc: I want CRCs; one side is enough.
  - id: reject
    type: b1
    doc: 'Reply only: the connection is refused.'
  - id: enhanced
    type: b1
    doc: 'Revision 2: IRD and ORD lead the private data.'
  - id: reserved
    type: b4
  - id: revision
    type: u1
  - id: private_data_length
    type: u2
    doc: Bytes; 512 at most.
