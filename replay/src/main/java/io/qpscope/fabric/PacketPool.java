package io.qpscope.fabric;

import java.nio.ByteBuffer;

/** Packets of a few sizes, used again and again; an ACK does not hold a jumbo frame's room. */
final class PacketPool {
    static final int LONGEST = 4480;

    /** Of bytes that a packet may have: ACKs, path MTUs of 256 to 4096 with all headers. */
    private static final int[] CAPACITIES = {128, 400, 704, 1280, 2304, LONGEST};

    private static final int[] CLASS_OF = classes();

    private final Packet[] free = new Packet[CAPACITIES.length];
    private long taken;
    private long made;

    private static int[] classes() {
        int[] classes = new int[CAPACITIES[CAPACITIES.length - 1] / 16 + 1];
        int at = 0;
        for (int i = 0; i < classes.length; i++) {
            while (CAPACITIES[at] < i * 16) {
                at++;
            }
            classes[i] = at;
        }
        return classes;
    }

    /** Empty, for a frame of so many bytes. */
    Packet take(int length) {
        int sizeClass = CLASS_OF[(length + 15) / 16];
        Packet packet = free[sizeClass];
        if (packet == null) {
            made++;
            packet = new Packet(CAPACITIES[sizeClass], sizeClass);
        } else {
            free[sizeClass] = packet.next;
            packet.next = null;
        }
        packet.length = length;
        packet.size = length + Packet.FCS;
        packet.control = false;
        packet.damaged = false;
        packet.in = null;
        taken++;
        return packet;
    }

    /** With a frame's bytes. */
    Packet take(ByteBuffer from, int at, int length) {
        Packet packet = take(length);
        packet.bytes.put(0, from, at, length);
        return packet;
    }

    void release(Packet packet) {
        packet.next = free[packet.sizeClass];
        packet.in = null;
        free[packet.sizeClass] = packet;
        taken--;
    }

    /** Packets that somebody has. */
    long outstanding() {
        return taken;
    }

    /** Packets that were ever allocated. */
    long made() {
        return made;
    }
}
