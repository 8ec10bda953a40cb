meta:
  id: nvme_rdma_cm_rej
  title: NVMe over RDMA, private data of a REJ
  endian: le
  bit-endian: be
doc: |
  Says why the queue is refused.
doc-ref: NVMe over Fabrics 1.1; from memory, not verified against the document
seq:
  - id: record_format
    type: u2
  - id: status
    type: u2
