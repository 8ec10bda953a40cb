meta:
  id: iwarp_ddp_untagged
  title: DDP header of an untagged segment, with RDMAP control
  endian: be
  bit-endian: be
doc: |
  DDP header of an untagged segment. Bytes 1 to 5 are RDMAP's.
doc-ref: RFC 5041, 4.3; RFC 5040, 4.1
seq:
  - id: tagged
    type: b1
    doc: 0 here.
  - id: last
    type: b1
  - id: reserved
    type: b4
  - id: ddp_version
    type: b2
  - id: rdmap_version
    type: b2
  - id: rdmap_reserved
    type: b2
  - id: opcode
    type: b4
  - id: ulp
    type: u4
    doc: STag to invalidate, or reserved.
  - id: queue
    type: u4
    doc: 0 SEND and immediate, 1 READ and atomic request, 2 Terminate, 3 atomic response.
  - id: msn
    type: u4
    doc: Message sequence number, from 1 in each queue.
  - id: message_offset
    type: u4
