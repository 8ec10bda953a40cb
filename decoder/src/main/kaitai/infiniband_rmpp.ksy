meta:
  id: infiniband_rmpp
  title: InfiniBand reliable multi-packet transaction header
  endian: be
  bit-endian: be
doc: |
  Behind the management datagram header in classes that answer with more than one datagram.
doc-ref: InfiniBand Architecture Specification volume 1, 13.6.2
seq:
  - id: version
    type: u1
  - id: type
    type: u1
    doc: 0 = not used, 1 = DATA, 2 = ACK, 3 = STOP, 4 = ABORT.
  - id: response_time
    type: b5
    doc: 4.096 us x 2^n; 31 = none given.
  - id: last
    type: b1
  - id: first
    type: b1
  - id: active
    type: b1
  - id: status
    type: u1
  - id: data1
    type: u4
    doc: Segment number in DATA and ACK.
  - id: data2
    type: u4
    doc: Payload length in DATA, last segment of the new window in ACK.
