meta:
  id: nvme_completion
  title: NVMe completion queue entry
  endian: le
  bit-endian: be
doc: |
  A response capsule.
doc-ref: NVM Express Base Specification 1.4; held against recordings of Linux
seq:
  - id: word0
    type: u4
  - id: word1
    type: u4
  - id: submission_queue_head
    type: u2
  - id: submission_queue_id
    type: u2
    doc: Reserved over Fabrics.
  - id: command_id
    type: u2
  - id: status
    type: u2
    doc: Bit 0 is the phase, reserved over Fabrics; 1 to 8 code, 9 to 11 type, 15 do not retry.
