package io.qpscope.fabric;

import io.qpscope.wire.Vcrc;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Credit-based flow control of one InfiniBand port, both halves (IBA vol 1, 7.9; from memory, not
 * verified). Each virtual lane but the last counts blocks of 64 bytes modulo 4096:
 *
 * <pre>
 *  sender    FCTBS  blocks sent since the link came up
 *            FCCL   how far it may go; it sends while (FCCL - FCTBS - blocks) mod 4096 &lt;= 2048
 *  receiver  ABR    blocks received; set to the FCTBS of each flow-control packet, so that what
 *                   was lost on the way is credited again
 *            FCCL = ABR + free blocks, at most 2048
 * </pre>
 *
 * Lane 15, of subnet management, knows no credits: what finds no room is dropped.
 */
public final class CreditControl extends FlowControl {
    /** Without flow control. */
    public static final int MANAGEMENT_LANE = 15;

    static final int BLOCK = 64;
    private static final int MODULUS_MASK = 0xfff;
    /** Blocks outstanding on a lane. */
    private static final int MOST = 2048;

    private static final int LENGTH = 6;
    private static final int LPCRC = 4;
    private static final int OP_INIT = 1;
    /** Every 65536 symbols, of which a lane of a 4x link sends one in the time of 32 bits. */
    private static final long REFRESH_BITS = 65_536L * 32;

    private static final long NANOS = 1_000_000_000L;

    private final Port port;
    private final Network network;
    private final int[] sentBlocks = new int[Port.LANES];
    private final int[] limit = new int[Port.LANES];
    private final int[] receivedBlocks = new int[Port.LANES];
    private final int[] held = new int[Port.LANES];
    private final int[] advertised = new int[Port.LANES];
    private final long[] starvedSince = new long[Port.LANES];
    private final long[] starvedNs = new long[Port.LANES];
    private int capacity;
    private int withheld;
    private int pending;
    private int initial;
    private int active;

    private final Timer refresh = new Timer(true) {
        @Override
        void fire(long now) {
            pending |= active;
            arm(now);
            port.kick(now);
        }
    };

    CreditControl(Port port) {
        this.port = port;
        network = port.network;
        Arrays.fill(starvedSince, -1);
        down(0);
    }

    /** Receive buffer of each lane. */
    CreditControl buffer(long bytes) {
        if (bytes < network.options.longestFrame) {
            throw new UnfitNodeException(
                    port.node.name(),
                    "laneBuffer: lanes of " + bytes + " bytes at port " + port
                            + ", expected room for the longest frame, "
                            + network.options.longestFrame);
        }
        capacity = (int) Math.min(Integer.MAX_VALUE, bytes / BLOCK);
        return this;
    }

    /**
     * Gives no more credits on a lane, or gives them again: a receiver that has stopped.
     *
     * @param lane 0 to 14
     */
    public void withhold(int lane, boolean on) {
        int bit = 1 << lane;
        withheld = on ? withheld | bit : withheld & ~bit;
        pending |= on ? 0 : bit;
        port.kick(network.now());
    }

    /** Blocks that a lane may still send. */
    public int available(int lane) {
        int left = limit[lane] - sentBlocks[lane] & MODULUS_MASK;
        return left > MOST ? 0 : left;
    }

    /** How long a lane had packets and too few credits for the first, up to now; nanoseconds. */
    public long starvedNs(int lane) {
        long running = starvedSince[lane] < 0 ? 0 : network.now() - starvedSince[lane];
        return starvedNs[lane] + running;
    }

    /** Blocks of 64 bytes that a lane's receive buffer holds. */
    public int heldBlocks(int lane) {
        return held[lane];
    }

    static int blocks(int length) {
        return (length + BLOCK - 1) / BLOCK;
    }

    private boolean fits(int lane, int blocks) {
        return lane == MANAGEMENT_LANE
                || (limit[lane] - sentBlocks[lane] - blocks & MODULUS_MASK) <= MOST;
    }

    @Override
    int open(int lanes) {
        int open = 0;
        for (int left = lanes; left != 0; left &= left - 1) {
            int lane = Integer.numberOfTrailingZeros(left);
            boolean fits = fits(lane, blocks(port.queues[lane].peek().length));
            open |= fits ? 1 << lane : 0;
            note(lane, !fits);
        }
        return open;
    }

    private void note(int lane, boolean starves) {
        if (starves == (starvedSince[lane] >= 0)) {
            return;
        }
        long now = network.now();
        if (starves) {
            starvedSince[lane] = now;
        } else {
            starvedNs[lane] += now - starvedSince[lane];
            starvedSince[lane] = -1;
        }
    }

    @Override
    boolean isOpen(int lane) {
        boolean fits = fits(lane, blocks(network.options.longestFrame));
        note(lane, !fits);
        return fits;
    }

    @Override
    boolean hasControl() {
        return pending != 0;
    }

    @Override
    Packet control(long now) {
        if (pending == 0) {
            return null;
        }
        int lane = Integer.numberOfTrailingZeros(pending);
        int bit = 1 << lane;
        pending &= ~bit;
        if ((withheld & bit) == 0) {
            advertised[lane] = limitToTell(lane);
        }
        int op = (initial & bit) != 0 ? OP_INIT : 0;
        initial &= ~bit;
        Packet packet = network.pool.take(LENGTH);
        packet.control = true;
        packet.size = LENGTH;
        ByteBuffer bytes = packet.bytes;
        bytes.putShort(0, (short) (op << 12 | sentBlocks[lane]));
        bytes.putShort(2, (short) (lane << 12 | advertised[lane]));
        Vcrc.store(bytes, LPCRC, Vcrc.compute(bytes, 0, LPCRC));
        port.counters.flowControlSent++;
        return network.control(packet);
    }

    private int limitToTell(int lane) {
        return receivedBlocks[lane] + Math.min(MOST, capacity - held[lane]) & MODULUS_MASK;
    }

    @Override
    void heard(Packet control, long now) {
        port.counters.flowControlReceived++;
        ByteBuffer bytes = control.bytes;
        int lane = bytes.getShort(2) >> 12 & 0xf;
        receivedBlocks[lane] = bytes.getShort(0) & MODULUS_MASK;
        limit[lane] = bytes.getShort(2) & MODULUS_MASK;
        network.consumed(control);
        tellWhenWorthIt(lane);
        use(lane, now);
        port.kick(now);
    }

    @Override
    void sent(Packet packet, long now) {
        int lane = packet.lane;
        if (lane != MANAGEMENT_LANE) {
            sentBlocks[lane] = sentBlocks[lane] + blocks(packet.length) & MODULUS_MASK;
            use(lane, now);
        }
    }

    @Override
    boolean arrived(Packet packet, long now) {
        int lane = packet.lane;
        int blocks = blocks(packet.length);
        if (lane != MANAGEMENT_LANE) {
            receivedBlocks[lane] = receivedBlocks[lane] + blocks & MODULUS_MASK;
            use(lane, now);
        }
        if (held[lane] + blocks > capacity) {
            return false;
        }
        held[lane] += blocks;
        return true;
    }

    /** A packet that came in here has left the node. */
    void freed(Packet packet, long now) {
        held[packet.lane] -= blocks(packet.length);
        if (packet.lane != MANAGEMENT_LANE) {
            tellWhenWorthIt(packet.lane);
            port.kick(now);
        }
    }

    /** Not for every block: when an eighth of the buffer is new to the peer. */
    private void tellWhenWorthIt(int lane) {
        int news = limitToTell(lane) - advertised[lane] & MODULUS_MASK;
        boolean more = news <= MOST && news >= Math.max(1, capacity / 8);
        boolean less = news > MOST;
        if ((more || less) && (withheld & 1 << lane) == 0) {
            pending |= 1 << lane;
        }
    }

    private void use(int lane, long now) {
        active |= 1 << lane;
        if (!refresh.armed()) {
            arm(now);
        }
    }

    private void arm(long now) {
        network.events.arm(refresh, now + REFRESH_BITS * NANOS / port.bitsPerSecond());
    }

    @Override
    void down(long now) {
        Arrays.fill(sentBlocks, 0);
        Arrays.fill(limit, 0);
        Arrays.fill(receivedBlocks, 0);
        Arrays.fill(advertised, 0);
        // All lanes of data come up together.
        pending = (1 << MANAGEMENT_LANE) - 1;
        initial = pending;
    }
}
