meta:
  id: iwarp_mpa_legacy
  title: IRD and ORD in the private data of revision 1
  endian: be
  bit-endian: be
doc: |
  Read depths as some revision 1 peers put them in their private data. Nothing in the frame says so: a guess.
doc-ref: MS-SMBD appendix; Wireshark iwarp_mpa.legacy
seq:
  - id: ird
    type: u4
  - id: ord
    type: u4
