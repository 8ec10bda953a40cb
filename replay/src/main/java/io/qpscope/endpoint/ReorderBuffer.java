package io.qpscope.endpoint;

import io.qpscope.wire.Psn;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Requests that came behind a gap, kept until it is filled; made at the first of them. */
final class ReorderBuffer {
    /** Packets kept at most; what lies farther ahead is dropped, and asked for again. */
    static final int PACKETS = 256;

    private final PacketReader reader = new PacketReader();
    private final int[] lengths = new int[PACKETS];
    private final int[] psns = new int[PACKETS];
    private ByteBuffer store;
    private int kept;

    void clear() {
        Arrays.fill(lengths, 0);
        kept = 0;
    }

    /**
     * @param ahead of the expected PSN, 1 or more
     */
    void keep(PacketReader packet, int ahead) {
        int slot = packet.psn % PACKETS;
        int length = packet.end + 4 - packet.ip;
        if (ahead >= PACKETS || lengths[slot] != 0 || length > PacketWriter.MOST) {
            return;
        }
        if (store == null) {
            store = ByteBuffer.allocate(PACKETS * PacketWriter.MOST);
        }
        store.put(slot * PacketWriter.MOST, packet.buffer, packet.ip, length);
        lengths[slot] = length;
        psns[slot] = packet.psn;
        kept++;
    }

    /** The packet with this PSN, taken out; null when it is not here. */
    PacketReader at(int psn) {
        int slot = psn % PACKETS;
        if (lengths[slot] == 0 || psns[slot] != psn) {
            return null;
        }
        reader.read(store, slot * PacketWriter.MOST, lengths[slot], false);
        lengths[slot] = 0;
        kept--;
        return reader;
    }

    /** Whether something waits behind the gap that begins at {@code expected}. */
    boolean holdsBehind(int expected) {
        if (kept == 0) {
            return false;
        }
        for (int i = 0; i < PACKETS; i++) {
            if (lengths[i] != 0) {
                if (Psn.diff(psns[i], expected) > 0) {
                    return true;
                }
                lengths[i] = 0; // overtaken by a duplicate
                kept--;
            }
        }
        return false;
    }
}
