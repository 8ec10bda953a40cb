package io.qpscope.session;

import io.qpscope.session.Observation.Kind;
import io.qpscope.wire.LinkPacket;

/**
 * What one end of a link sends on one virtual lane, and what the other lets it send.
 *
 * <p>Both ends count blocks of 64 bytes modulo 4096. The sender tells in FCTBS how many it has sent,
 * its receiver in FCCL up to which it may send; a packet may go when it leaves FCCL at most 2048
 * ahead (IBA vol 1, 7.9.4; from memory, not verified). When a data packet is lost, the receiver's
 * count stays behind and its credits are gone until the next FCTBS sets it right: the leak.
 */
final class LinkLane {
    /** Without credits for this long nobody calls it a short queue. */
    static final long STARVED_LEAST_NS = 100_000;

    private static final int MASK = 0xfff;
    private static final int HALF = 0x800;

    final int capture;
    final int port;
    final int vl;
    final ObservationLog log = new ObservationLog();
    LinkLane peer;

    long linkPackets;
    private final String label;
    private long initPackets;
    private long dataPackets;
    private long dataBlocks;
    private long leaks;
    private long leakedBlocks;
    private long overruns;
    private long reinits;
    private long mismatches;
    private long reservedOps;
    private long badLpcrc;
    private long badVcrc;

    /** Blocks sent, from the last FCTBS on; -1 before the first. */
    private int sent = -1;
    /** The last FCCL that this end sent, which binds the other; -1 before the first. */
    private int granted = -1;

    private boolean worked;
    /** A packet with a wrong VCRC since the last FCTBS: its length can't be trusted. */
    private boolean doubtful;

    private int largest = 1;
    private int fewest = Integer.MAX_VALUE;
    private boolean starving;
    private long starvingNs;
    private long starvingFrame;
    private long starvedNs;
    private long longestNs;

    LinkLane(int capture, int port, int vl) {
        this.capture = capture;
        this.port = port;
        this.vl = vl;
        label = "interface " + port + ", VL " + vl;
    }

    void badLpcrc(long frame) {
        linkPackets++;
        badLpcrc++;
        log.add(Kind.BAD_LPCRC, frame, 0, label);
    }

    void reserved() {
        linkPackets++;
        reservedOps++;
    }

    void onLink(long frame, long nowNs, LinkPacket link) {
        linkPackets++;
        if (link.op() == LinkPacket.OP_INIT) {
            initPackets++;
            if (worked) {
                reinits++;
                log.add(Kind.LINK_REINIT, frame, 0, label);
            }
            worked = false;
        } else {
            worked = true;
            compare(frame, link.fctbs());
        }
        sent = link.fctbs();
        doubtful = false;
        granted = link.fccl();
        judge(frame, nowNs);
        peer.judge(frame, nowNs);
    }

    /** What the sender says it sent against what passed. */
    private void compare(long frame, int fctbs) {
        if (sent < 0 || doubtful) {
            return;
        }
        int missing = signed(fctbs - sent);
        if (missing > 0) {
            leak(frame, missing);
        } else if (missing < 0) {
            mismatches++;
        }
    }

    private void leak(long frame, int blocks) {
        leaks++;
        leakedBlocks += blocks;
        log.add(Kind.CREDIT_LEAK, frame, blocks, label);
    }

    /**
     * @param bad whether the VCRC is wrong, so that the receiver drops the packet
     */
    void onData(long frame, long nowNs, int blocks, boolean bad) {
        dataPackets++;
        dataBlocks += blocks;
        if (bad) {
            badVcrc++;
            doubtful = true;
            leak(frame, blocks);
        } else {
            largest = Math.max(largest, blocks);
        }
        if (sent < 0) {
            return;
        }
        sent = (sent + blocks) & MASK;
        if (peer.granted >= 0 && !doubtful && credits() < 0) {
            overruns++;
            log.add(Kind.CREDIT_OVERRUN, frame, -credits(), label);
        }
        judge(frame, nowNs);
    }

    /** Left to send, negative beyond the limit. */
    private int credits() {
        return signed(peer.granted - sent);
    }

    /** 2048 still counts as ahead. */
    private static int signed(int difference) {
        int low = difference & MASK;
        return low > HALF ? low - (MASK + 1) : low;
    }

    /** An end that never sent data lacks nothing. */
    private void judge(long frame, long nowNs) {
        if (sent < 0 || peer.granted < 0) {
            return;
        }
        int credits = credits();
        fewest = Math.min(fewest, credits);
        boolean starves = dataPackets > 0 && credits < largest;
        if (starves && !starving) {
            starvingNs = nowNs;
            starvingFrame = frame;
        } else if (!starves && starving) {
            starved(nowNs);
        }
        starving = starves;
    }

    private void starved(long nowNs) {
        long ns = Math.max(0, nowNs - starvingNs);
        starvedNs += ns;
        longestNs = Math.max(longestNs, ns);
        if (ns >= STARVED_LEAST_NS) {
            log.add(Kind.CREDIT_STARVED, starvingFrame, ns, label);
        }
    }

    LinkSummary finish(long lastNs) {
        if (starving) {
            starved(lastNs);
            starving = false;
        }
        boolean known = fewest != Integer.MAX_VALUE;
        return new LinkSummary(
                capture,
                port,
                vl,
                linkPackets,
                initPackets,
                dataPackets,
                dataBlocks,
                known ? (Integer) fewest : null,
                known ? (Long) starvedNs : null,
                longestNs,
                leaks,
                leakedBlocks,
                overruns,
                reinits,
                mismatches,
                reservedOps,
                badLpcrc,
                badVcrc);
    }
}
