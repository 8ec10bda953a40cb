meta:
  id: nvme_sgl_keyed
  title: NVMe keyed SGL data block descriptor
  endian: le
  bit-endian: be
doc: |
  Memory of the host that the controller reads or writes by RDMA.
doc-ref: NVM Express Base Specification 1.4; held against recordings of Linux
seq:
  - id: address
    type: u8
  - id: length
    type: b24le
    doc: In bytes.
  - id: key
    type: u4
    doc: The R_Key.
  - id: descriptor_type
    type: b4
  - id: subtype
    type: b4
