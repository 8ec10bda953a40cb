meta:
  id: iwarp_rdmap_atomic_request
  title: RDMAP atomic request
  endian: be
  bit-endian: be
doc: |
  Body of an atomic request. Sources differ in the operation's code points, see AtomicCodes.
doc-ref: RFC 7306, 5.1
seq:
  - id: reserved
    type: b28
  - id: operation
    type: b4
  - id: request_id
    type: u4
  - id: remote_stag
    type: u4
  - id: remote_offset
    type: u8
  - id: data
    type: u8
    doc: To add or to store.
  - id: mask
    type: u8
  - id: compare_data
    type: u8
  - id: compare_mask
    type: u8
