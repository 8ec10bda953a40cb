meta:
  id: erspan_platform
  title: ERSPAN platform sub-header
  endian: be
  bit-endian: be
doc: |
  Behind a type III header that says so; its content is the platform's.
doc-ref: draft-foschiano-erspan-03, 4.4
seq:
  - id: platform
    type: b6
  - id: info
    type: b58
