meta:
  id: mac_control
  title: MAC control
  endian: be
doc: |
  What follows EtherType 0x8808, as far as all opcodes agree.
doc-ref: IEEE 802.3, 31.4.1
seq:
  - id: opcode
    type: u2
    doc: 0x0001 PAUSE, 0x0101 priority-based flow control.
