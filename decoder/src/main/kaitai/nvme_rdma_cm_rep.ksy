meta:
  id: nvme_rdma_cm_rep
  title: NVMe over RDMA, private data of a REP
  endian: le
  bit-endian: be
doc: |
  Accepts the queue.
doc-ref: NVMe over Fabrics 1.1; held against a recording of the Linux target
seq:
  - id: record_format
    type: u2
  - id: controller_receive_queue_size
    type: u2
  - id: reserved
    size: 28
