package io.qpscope.fabric;

import io.qpscope.wire.Ethernet;
import io.qpscope.wire.MacPause;
import io.qpscope.wire.MacPfc;

import java.nio.ByteBuffer;

/** Writes PFC frames (IEEE 802.1Q, 36.1.3): the shortest Ethernet frame, padded with zeros. */
final class PauseFrames {
    /** Of every pause, 01-80-C2-00-00-01 (IEEE 802.3, annex 31B). */
    private static final long DESTINATION = 0x0180_c200_0001L;

    private static final int MAC_CONTROL = 0x8808;
    private static final int LENGTH = 60;
    private static final int FIRST_TIME = Ethernet.LENGTH + MacPfc.LENGTH - 2 * MacPfc.CLASSES;

    private PauseFrames() {}

    /**
     * @param classes that are spoken of, a bit each
     * @param stopped those of them that shall wait; the others may go on
     */
    static Packet pfc(PacketPool pool, long source, int classes, int stopped, int quanta) {
        Packet packet = blank(pool, source, MacPfc.OPCODE);
        ByteBuffer bytes = packet.bytes;
        bytes.putShort(Ethernet.LENGTH + 2, (short) classes);
        for (int i = 0; i < MacPfc.CLASSES; i++) {
            int time = (classes & stopped & 1 << i) != 0 ? quanta : 0;
            bytes.putShort(FIRST_TIME + 2 * i, (short) time);
        }
        return packet;
    }

    /** Of all classes (IEEE 802.3, annex 31B). */
    static Packet pause(PacketPool pool, long source, int quanta) {
        Packet packet = blank(pool, source, MacPause.OPCODE);
        packet.bytes.putShort(Ethernet.LENGTH + 2, (short) quanta);
        return packet;
    }

    private static Packet blank(PacketPool pool, long source, int opcode) {
        Packet packet = pool.take(LENGTH);
        packet.control = true;
        ByteBuffer bytes = packet.bytes;
        for (int i = 0; i + Long.BYTES <= LENGTH; i += Long.BYTES) {
            bytes.putLong(i, 0);
        }
        bytes.putInt(LENGTH - Integer.BYTES, 0);
        bytes.putLong(0, DESTINATION << 16 | source >>> 32);
        bytes.putInt(8, (int) source);
        bytes.putShort(12, (short) MAC_CONTROL);
        bytes.putShort(Ethernet.LENGTH, (short) opcode);
        return packet;
    }

    static boolean isPfc(Packet packet) {
        return opcode(packet) == MacPfc.OPCODE;
    }

    static boolean isPause(Packet packet) {
        return opcode(packet) == MacPause.OPCODE;
    }

    private static int opcode(Packet packet) {
        return packet.bytes.getShort(Ethernet.LENGTH) & 0xffff;
    }
}
