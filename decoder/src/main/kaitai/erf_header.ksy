meta:
  id: erf_header
  title: Endace extensible record format header
  endian: be
  bit-endian: be
doc: |
  Begins each record. Extension headers follow when the first bit behind the time says so.
doc-ref: Endace ERF types reference guide; Wireshark's wiretap/erf_record.h
seq:
  - id: timestamp
    type: u8le
    doc: Seconds since 1970 in the upper half, binary fractions in the lower.
  - id: has_extensions
    type: b1
  - id: type
    type: b7
    doc: 2 = Ethernet, 21 = InfiniBand, 25 = InfiniBand link packet.
  - id: reserved
    type: b2
  - id: ds_error
    type: b1
  - id: rx_error
    type: b1
  - id: truncated
    type: b1
  - id: varying_length
    type: b1
  - id: port
    type: b2
    doc: Capture interface of the card.
  - id: rlen
    type: u2
    doc: Bytes of the record, this header and padding included.
  - id: lctr
    type: u2
    doc: Loss counter or colour.
  - id: wlen
    type: u2
    doc: Bytes on the wire.
