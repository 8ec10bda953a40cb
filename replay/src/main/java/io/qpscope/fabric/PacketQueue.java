package io.qpscope.fabric;

/** First in, first out. */
final class PacketQueue {
    private Packet head;
    private Packet tail;
    private int count;
    private long bytes;

    boolean isEmpty() {
        return head == null;
    }

    int count() {
        return count;
    }

    /** Sizes, frame check sequences included. */
    long bytes() {
        return bytes;
    }

    Packet peek() {
        return head;
    }

    void add(Packet packet) {
        packet.next = null;
        Packet last = tail;
        if (last == null) {
            head = packet;
        } else {
            last.next = packet;
        }
        tail = packet;
        count++;
        bytes += packet.size;
    }

    Packet remove() {
        Packet first = head;
        if (first == null) {
            return null;
        }
        head = first.next;
        if (head == null) {
            tail = null;
        }
        first.next = null;
        count--;
        bytes -= first.size;
        return first;
    }
}
