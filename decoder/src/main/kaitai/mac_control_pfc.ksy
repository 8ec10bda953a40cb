meta:
  id: mac_control_pfc
  title: MAC control priority-based flow control
  endian: be
  bit-endian: be
doc: |
  What follows EtherType 0x8808 with opcode 0x0101: stop sending frames of some classes.
doc-ref: IEEE 802.1Q, 36.1.3 (802.1Qbb); IEEE 802.3, annex 31D
seq:
  - id: opcode
    type: u2
    doc: 0x0101.
  - id: reserved
    type: u1
    doc: Upper byte of the class enable vector.
  - id: enable_c7
    type: b1
    doc: The time of this class holds; without the bit it says nothing.
  - id: enable_c6
    type: b1
  - id: enable_c5
    type: b1
  - id: enable_c4
    type: b1
  - id: enable_c3
    type: b1
  - id: enable_c2
    type: b1
  - id: enable_c1
    type: b1
  - id: enable_c0
    type: b1
  - id: pause_time_c0
    type: u2
    doc: In quanta of 512 bit times at the speed of the link; 0 = go on.
  - id: pause_time_c1
    type: u2
  - id: pause_time_c2
    type: u2
  - id: pause_time_c3
    type: u2
  - id: pause_time_c4
    type: u2
  - id: pause_time_c5
    type: u2
  - id: pause_time_c6
    type: u2
  - id: pause_time_c7
    type: u2
instances:
  classes:
    value: >-
      (enable_c7 ? 128 : 0) | (enable_c6 ? 64 : 0) | (enable_c5 ? 32 : 0) | (enable_c4 ? 16 : 0)
      | (enable_c3 ? 8 : 0) | (enable_c2 ? 4 : 0) | (enable_c1 ? 2 : 0) | (enable_c0 ? 1 : 0)
    doc: Bit 0 for class 0.
