meta:
  id: linux_sll
  title: Linux cooked capture header
  endian: be
  bit-endian: be
doc: |
  What libpcap puts in place of a link layer header when capturing on "any".
doc-ref: https://www.tcpdump.org/linktypes/LINKTYPE_LINUX_SLL.html
seq:
  - id: packet_type
    type: u2
    doc: 0 = to us, 1 = broadcast, 2 = multicast, 3 = to others, 4 = sent by us.
  - id: hardware_type
    type: u2
    doc: ARPHRD_ value.
  - id: address_length
    type: u2
  - id: address
    size: 6
    doc: The sender's address, zero-filled behind address_length bytes.
  - id: address_rest
    size: 2
    doc: Of an address longer than Ethernet's.
  - id: protocol
    type: u2
    doc: EtherType for Ethernet devices.
