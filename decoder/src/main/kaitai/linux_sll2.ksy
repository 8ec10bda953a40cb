meta:
  id: linux_sll2
  title: Linux cooked capture header, version 2
  endian: be
  bit-endian: be
doc: |
  Like version 1, and with the interface.
doc-ref: https://www.tcpdump.org/linktypes/LINKTYPE_LINUX_SLL2.html
seq:
  - id: protocol
    type: u2
    doc: EtherType for Ethernet devices.
  - id: reserved
    type: u2
  - id: interface_index
    type: u4
  - id: hardware_type
    type: u2
    doc: ARPHRD_ value.
  - id: packet_type
    type: u1
  - id: address_length
    type: u1
  - id: address
    size: 6
    doc: The sender's address, zero-filled behind address_length bytes.
  - id: address_rest
    size: 2
    doc: Of an address longer than Ethernet's.
