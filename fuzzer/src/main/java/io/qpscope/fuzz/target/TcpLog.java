package io.qpscope.fuzz.target;

import io.qpscope.port.netty.IwarpTap;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Ipv6;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Writes the bytes of one iWARP connection into a log as segments: TCP itself is the machine's, so
 * that only their order and their bytes are those of the wire.
 */
final class TcpLog implements IwarpTap {
    private static final int TCP = 6;
    private static final int HEADER = 20;
    private static final int SEGMENT = 1440;
    private static final int HOPS = 64;
    private static final int SYN = 0x02;
    private static final int ACK = 0x10;
    private static final int PUSH = 0x08;
    private static final int WINDOW = 0xffff;

    private final Supplier<WireLog> log;
    private final BooleanSupplier acts;
    /** Next sequence numbers, ours and the peer's, on both sides of the faults. */
    private final int[][] next = {{1, 1}, {1, 1}};

    private InetSocketAddress local;
    private InetSocketAddress peer;
    private final Runnable sending;

    /**
     * Of one connection.
     *
     * @param log the one under way
     * @param acts whether faults act
     * @param sending told of each segment that we send
     */
    TcpLog(Supplier<WireLog> log, BooleanSupplier acts, Runnable sending) {
        this.log = log;
        this.acts = acts;
        this.sending = sending;
    }

    @Override
    public void opened(InetSocketAddress from, InetSocketAddress to) {
        local = from;
        peer = to;
        for (int tap : new int[] {WireLog.OURS, WireLog.PEERS}) {
            add(tap, true, 0, 0, SYN, new byte[0]);
            add(tap, false, 0, 1, SYN | ACK, new byte[0]);
            add(tap, true, 1, 1, ACK, new byte[0]);
        }
    }

    @Override
    public boolean acts() {
        return acts.getAsBoolean();
    }

    @Override
    public void passed(boolean sent, boolean outside, ByteBuffer bytes, int at, int length) {
        int tap = outside ? WireLog.PEERS : WireLog.OURS;
        int mine = sent ? 0 : 1;
        for (int done = 0; done < length; done += SEGMENT) {
            byte[] payload = new byte[Math.min(SEGMENT, length - done)];
            bytes.get(at + done, payload);
            add(tap, sent, next[tap][mine], next[tap][1 - mine], ACK | PUSH, payload);
            next[tap][mine] += payload.length;
            if (sent && outside) {
                sending.run();
            }
        }
    }

    private void add(int tap, boolean sent, int sequence, int acked, int flags, byte[] payload) {
        byte[] from = (sent ? local : peer).getAddress().getAddress();
        byte[] to = (sent ? peer : local).getAddress().getAddress();
        int length = HEADER + payload.length;
        ByteBuffer out = ByteBuffer.allocate(Ipv6.LENGTH + length);
        if (from.length == 4) {
            out.putInt(0x4500_0000 | (Ipv4.LENGTH + length)).putInt(0x4000);
            out.putInt((HOPS << 24) | (TCP << 16)).put(from).put(to);
        } else {
            out.putInt(0x6000_0000)
                    .putInt((length << 16) | (TCP << 8) | HOPS)
                    .put(from)
                    .put(to);
        }
        out.putShort((short) (sent ? local : peer).getPort());
        out.putShort((short) (sent ? peer : local).getPort());
        out.putInt(sequence).putInt(acked);
        out.putShort((short) (((HEADER / 4) << 12) | flags))
                .putShort((short) WINDOW)
                .putInt(0);
        out.put(payload);
        byte[] packet = new byte[out.position()];
        out.get(0, packet);
        log.get().add(tap, sent, System.nanoTime(), packet, null);
    }
}
