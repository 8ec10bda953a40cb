meta:
  id: infiniband_aeth
  title: InfiniBand ACK extended transport header
  endian: be
  bit-endian: be
doc: |
  The responder's answer with its message count.
doc-ref: InfiniBand Architecture Specification volume 1, 9.3
seq:
  - id: syndrome
    type: u1
    doc: reserved(1) type(2) value(5), one byte here because builders set it as a whole.
  - id: msn
    type: b24
    doc: Messages that the responder has completed, modulo 2^24.
instances:
  reserved:
    value: (syndrome & 0x80) != 0
  type:
    value: (syndrome >> 5) & 3
    doc: 0 = ACK, 1 = RNR NAK, 2 = reserved, 3 = NAK.
  value:
    value: syndrome & 0x1f
    doc: Credit code, RNR timer code or NAK code.
