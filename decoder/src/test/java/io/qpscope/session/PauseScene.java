package io.qpscope.session;

import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.wire.AtomicCodes;
import io.qpscope.wire.Opcode;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Two hosts, a link at 100 Gbit/s, and whoever pauses it. Times are microseconds. */
public final class PauseScene {
    public static final long HUNDRED_GIGABITS = 100_000_000_000L;
    public static final String A = "020000000001";
    public static final String B = "020000000002";
    public static final String SWITCH = "0200000000ff";
    public static final int NO_TAG = -1;

    /** The session's class, where a test does not say otherwise. */
    public int priority = 3;

    public int dscp = 26;
    public int ecn = 2;
    public long speed = HUNDRED_GIGABITS;
    private final Dissector dissector = new Dissector(4791, false);
    private final FrameView view = new FrameView();
    private final SessionTracker tracker;
    private long number;

    public PauseScene() {
        this(PauseOptions.DEFAULT);
    }

    public PauseScene(PauseOptions options) {
        tracker = new SessionTracker(new SessionTracker.Options(100, options, AtomicCodes.DEFAULT));
    }

    public TrackerResult finish() {
        return tracker.finish();
    }

    // ---- pauses ----

    public PauseScene pfc(long us, String source, int trafficClass, int quanta) {
        int[] times = new int[8];
        times[trafficClass] = quanta;
        return pfc(us, source, 1 << trafficClass, times);
    }

    public PauseScene pfc(long us, String source, int classes, int... times) {
        ByteBuffer frame = ByteBuffer.allocate(60);
        frame.put(hex("0180c2000001" + source + "88080101")).putShort((short) classes);
        for (int time : times) {
            frame.putShort((short) time);
        }
        return see(us, frame.array());
    }

    public PauseScene pause(long us, String source, int quanta) {
        ByteBuffer frame = ByteBuffer.allocate(60);
        frame.put(hex("0180c2000001" + source + "88080001")).putShort((short) quanta);
        return see(us, frame.array());
    }

    /** Stops the class again and again, each time before the last pause runs out. */
    public PauseScene storm(long fromUs, long toUs, String source, int trafficClass) {
        for (long us = fromUs; us < toUs; us += 300) {
            pfc(us, source, trafficClass, 0xffff);
        }
        return this;
    }

    // ---- traffic of queue pair 17 at A with 34 at B ----

    public PauseScene write(long us, int psn) {
        return roce(us, true, Opcode.WRITE_ONLY, 34, psn, 16 + 64, 0x80);
    }

    public PauseScene ack(long us, int psn) {
        return roce(us, false, Opcode.ACKNOWLEDGE, 17, psn, 4, 0);
    }

    /** A request and its answer 5 us later. */
    public PauseScene exchange(long us, int psn) {
        return write(us, psn).ack(us + 5, psn);
    }

    public PauseScene cnp(long us, int opcode, boolean becn) {
        return roce(us, false, opcode, 17, becn ? 0x4000_0000 : 0, 16, 0);
    }

    /** The upper byte of {@code psn} is BTH byte 4 for CNPs, which have no PSN. */
    private PauseScene roce(
            long us, boolean fromA, int opcode, int qp, int psn, int behind, int ackReq) {
        boolean cnp = (opcode & Opcode.SERVICE_MASK) == Opcode.CNP_CLASS;
        ByteBuffer frame = ByteBuffer.allocate(200);
        frame.put(hex(fromA ? B + A : A + B));
        if (priority >= 0) {
            frame.putShort((short) 0x8100).putShort((short) (priority << 13 | 5));
        }
        int udp = 8 + 12 + behind + 4;
        frame.putShort((short) 0x0800).put((byte) 0x45).put((byte) (dscp << 2 | ecn));
        frame.putShort((short) (20 + udp)).putShort((short) (number + 1)).putShort((short) 0x4000);
        frame.putInt(0x4011_0000).put(hex(fromA ? "0a0000010a000002" : "0a0000020a000001"));
        frame.putShort((short) 0xc000).putShort((short) 4791).putShort((short) udp);
        frame.putShort((short) 0).put((byte) opcode).put((byte) 0).putShort((short) 0xffff);
        frame.putInt(qp | (cnp ? psn : 0)).putInt(ackReq << 24 | (cnp ? 0 : psn));
        frame.position(frame.position() + behind + 4);
        byte[] bytes = new byte[Math.max(60, frame.position())];
        System.arraycopy(frame.array(), 0, bytes, 0, frame.position());
        return see(us, bytes);
    }

    public PauseScene see(long us, byte[] bytes) {
        view.wrap(ByteBuffer.wrap(bytes), 0, bytes.length, bytes.length, LinkType.ETHERNET)
                .at(++number, us * 1000, 0, 0);
        dissector.dissect(view);
        tracker.onFrame(view.linkSpeed(speed));
        return this;
    }

    public static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }
}
