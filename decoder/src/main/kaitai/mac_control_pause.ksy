meta:
  id: mac_control_pause
  title: MAC control PAUSE
  endian: be
doc: |
  What follows EtherType 0x8808 with opcode 0x0001: stop sending, all classes at once.
doc-ref: IEEE 802.3, annex 31B
seq:
  - id: opcode
    type: u2
    doc: 0x0001.
  - id: pause_time
    type: u2
    doc: In quanta of 512 bit times at the speed of the link; 0 = go on.
