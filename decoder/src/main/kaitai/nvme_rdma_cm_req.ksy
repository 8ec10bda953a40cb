meta:
  id: nvme_rdma_cm_req
  title: NVMe over RDMA, private data of a REQ
  endian: le
  bit-endian: be
doc: |
  What the host says of the queue that it asks for. Stands behind the IP addressing block.
doc-ref: NVMe over Fabrics 1.1; held against a recording of the Linux host
seq:
  - id: record_format
    type: u2
  - id: queue_id
    type: u2
    doc: 0 = the admin queue.
  - id: host_receive_queue_size
    type: u2
  - id: host_send_queue_size
    type: u2
  - id: controller_id
    type: u2
  - id: reserved
    size: 22
