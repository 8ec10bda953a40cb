package io.qpscope.session;

import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.wire.Opcode;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Traffic made to use up memory, up to a million frames of each kind, into trackers with the usual
 * bounds. {@link HostileTrafficTest} runs it in a small heap of its own. A line each: name,
 * milliseconds, MiB in use before the report, sessions, what the report says was cut, and what else
 * was observed.
 */
final class HostileTraffic {
    static final int MANY = 1_000_000;
    private static final int SOME = MANY / 5;
    private static final int BTH = 42;
    private static final int DEST_QP = BTH + 4;
    private static final int PSN = BTH + 8;

    /** Byte offsets of IPv4 addresses in the frames that {@link Packet} makes. */
    private static final int SOURCE = 26;

    private static final int TCP_PORTS = 34;

    private final Host a = new Host("a", 1, Dialogue.A_QPN);
    private final Host b = new Host("b", 2, Dialogue.B_QPN);
    private final Dissector dissector = new Dissector(Host.ROCE_PORT, false);
    private final FrameView view = new FrameView();
    private final SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
    private long frames;

    private HostileTraffic() {
        Host.connect(a, b);
    }

    /** One kind of traffic. */
    private record Kind(String name, java.util.function.Consumer<HostileTraffic> feed) {}

    private static final List<Kind> KINDS = List.of(
            new Kind("flows", HostileTraffic::flows),
            new Kind("answeredFlows", HostileTraffic::answeredFlows),
            new Kind("lives", HostileTraffic::lives),
            new Kind("psnLives", HostileTraffic::psnLives),
            new Kind("jumps", HostileTraffic::jumps),
            new Kind("gaps", HostileTraffic::gaps),
            new Kind("requests", HostileTraffic::requests),
            new Kind("pauses", HostileTraffic::pauses),
            new Kind("addresses", HostileTraffic::addresses),
            new Kind("counterAddresses", HostileTraffic::counterAddresses),
            new Kind("inFlight", HostileTraffic::inFlight),
            new Kind("announcements", HostileTraffic::announcements),
            new Kind("connections", HostileTraffic::connections));

    public static void main(String[] names) {
        for (Kind kind : KINDS) {
            if (names.length == 0 || List.of(names).contains(kind.name)) {
                run(kind);
            }
        }
    }

    private static void run(Kind kind) {
        HostileTraffic traffic = new HostileTraffic();
        long start = System.nanoTime();
        kind.feed.accept(traffic);
        long ms = (System.nanoTime() - start) / 1_000_000;
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        long used = (runtime.totalMemory() - runtime.freeMemory()) >> 20;
        TrackerResult result = traffic.tracker.finish();
        TreeMap<String, Long> cut = new TreeMap<>();
        TreeSet<Observation.Kind> kinds = new TreeSet<>();
        for (Observation seen : result.observations()) {
            if (seen.kind() == Observation.Kind.LIMIT_REACHED) {
                cut.merge(seen.text(), seen.value(), Long::sum);
            }
            kinds.add(seen.kind());
        }
        System.out.println(kind.name
                + '\t'
                + ms
                + '\t'
                + used
                + '\t'
                + result.sessions().size()
                + '\t'
                + cut
                + '\t'
                + kinds);
    }

    private void pass(ByteBuffer frame) {
        view.wrap(frame, 0, frame.capacity(), frame.capacity(), LinkType.ETHERNET);
        view.at(++frames, frames * 1_000, 0, 0);
        dissector.dissect(view);
        tracker.onFrame(view);
    }

    private static ByteBuffer frame(Packet packet) {
        return ByteBuffer.wrap(packet.frame());
    }

    private void flows() {
        ByteBuffer frame = frame(a.send(1));
        for (int i = 0; i < MANY; i++) {
            pass(frame.putInt(DEST_QP, 16 + i).putInt(PSN, i | (1 << 31)));
        }
    }

    /** All between the same two hosts, so that many queue pairs wait for their peer. */
    private void answeredFlows() {
        ByteBuffer request = frame(a.send(1));
        ByteBuffer answer = frame(b.ack(1));
        for (int i = 0; i < SOME; i++) {
            pass(request.putInt(DEST_QP, 16 + i).putInt(PSN, (i * 31) & 0xff_ffff));
            pass(answer.putInt(DEST_QP, 16 + i).putInt(PSN, (i * 31) & 0xff_ffff));
        }
    }

    /** One queue pair connected, used and disconnected a thousand times. */
    private void lives() {
        for (int life = 0; life < 1_000; life++) {
            a.cm.commId = 2 * life + 1;
            b.cm.commId = 2 * life + 2;
            int psn = (life * 7_919) & 0xff_ffff;
            a.cm.startPsn = psn;
            pass(frame(a.cm.req()));
            pass(frame(b.cm.rep()));
            pass(frame(a.cm.rtu()));
            for (int i = 0; i < 5; i++) {
                pass(frame(a.send(psn + i)));
                pass(frame(b.ack(psn + i)));
            }
            pass(frame(a.cm.dreq()));
            pass(frame(b.cm.drep()));
        }
    }

    /** The same without a handshake: the PSNs jump, and the answers with them or not. */
    private void psnLives() {
        ByteBuffer request = frame(a.send(1));
        ByteBuffer answer = frame(b.ack(1));
        for (int life = 0; life < SOME / 20; life++) {
            int psn = life * 1_000_003;
            for (int i = 0; i < 20; i++) {
                pass(request.putInt(PSN, (psn + i) & 0xff_ffff));
            }
            if (life % 2 == 0) {
                pass(answer.putInt(PSN, (psn + 19) & 0xff_ffff));
            }
        }
    }

    private void jumps() {
        Random random = new Random(1);
        ByteBuffer[] kinds = {
            frame(a.send(1)),
            frame(a.readRequest(1, 1 << 20)),
            frame(b.ack(1)),
            frame(b.nak(1)),
            frame(b.rnr(1, 1)),
            frame(b.readMiddle(1)),
            frame(a.writeFirst(1)),
        };
        for (int i = 0; i < SOME; i++) {
            ByteBuffer frame = kinds[random.nextInt(kinds.length)];
            pass(frame.putInt(PSN, random.nextInt() & 0x80ff_ffff));
        }
    }

    /** An iWARP stream in which every other segment is missing. */
    private void gaps() {
        tcp(40_000, 20_000, 0, 0x02, new byte[0]);
        byte[] request = new byte[20];
        ByteBuffer.wrap(request).put("MPA ID Req Frame".getBytes(StandardCharsets.US_ASCII));
        request[17] = 1;
        tcp(40_000, 20_000, 1, 0x10, request);
        byte[] data = new byte[100];
        for (int i = 0; i < SOME; i++) {
            tcp(40_000, 20_000, 21 + (2 * i + 1) * data.length, 0x10, data);
        }
    }

    private void tcp(int from, int to, int sequence, int flags, byte[] data) {
        int length = 40 + data.length;
        ByteBuffer frame = ByteBuffer.allocate(14 + length);
        frame.put(HexFormat.of().parseHex("0200000000020200000000010800"));
        frame.put((byte) 0x45).put((byte) 0).putShort((short) length).putInt(0x4000);
        frame.put((byte) 64).put((byte) 6).putShort((short) 0);
        frame.putInt(0x0a00_0001).putInt(0x0a00_0002);
        frame.putShort((short) from).putShort((short) to).putInt(sequence).putInt(0);
        frame.put((byte) 0x50)
                .put((byte) flags)
                .putShort((short) 0xffff)
                .putInt(0)
                .put(data);
        pass(frame);
    }

    private void requests() {
        ByteBuffer frame = frame(a.cm.req());
        int commId = frame.capacity() - 4 - 256 + 24;
        for (int i = 0; i < MANY; i++) {
            pass(frame.putInt(commId, i + 1));
        }
    }

    private void pauses() {
        ByteBuffer frame = ByteBuffer.allocate(60);
        frame.put(HexFormat.of().parseHex("0180c200000102000000000088080101000800000000ffff"));
        for (int i = 0; i < MANY; i++) {
            pass(frame.putInt(8, i));
        }
    }

    /** Each from another IPv6 address. */
    private void addresses() {
        a.ipv6(1);
        b.ipv6(2);
        ByteBuffer frame = frame(a.send(1));
        Random random = new Random(1);
        for (int i = 0; i < MANY; i++) {
            pass(frame.putLong(22, random.nextLong()).putLong(30, i));
        }
    }

    /** Addresses that count up against one another, as a weak hash would take for the same. */
    private void counterAddresses() {
        ByteBuffer frame = frame(a.send(1));
        for (int i = 0; i < SOME; i++) {
            pass(frame.putInt(SOURCE, 0x0a00_0000 + i).putInt(SOURCE + 4, -31 * i));
        }
    }

    /** Requesters with more in flight, unanswered, than any may have. */
    private void inFlight() {
        ByteBuffer frame = frame(a.send(1));
        for (int qp = 0; qp < 600; qp++) {
            frame.putInt(DEST_QP, 16 + qp);
            for (int psn = 0; psn < SentWindow.MAX_ENTRIES; psn++) {
                pass(frame.putInt(PSN, psn));
            }
        }
    }

    private void announcements() {
        ByteBuffer frame = frame(a.tcp(1, 2, 0x18, a.pingpong(5)));
        for (int i = 0; i < SOME / 10; i++) {
            pass(frame.putInt(TCP_PORTS, i * 65_521));
        }
    }

    private void connections() {
        byte[] none = {};
        for (int i = 0; i < SOME; i++) {
            tcp(i & 0xffff, i >> 16, 7, 0x02, none);
        }
    }

    static {
        // The offsets above hold for what Packet makes.
        Host a = new Host("a", 1, 0x11);
        Host.connect(a, new Host("b", 2, 0x22));
        ByteBuffer frame = frame(a.send(0x123456));
        boolean right = frame.get(BTH) == (byte) (Opcode.RC | Opcode.SEND_ONLY)
                && frame.getInt(DEST_QP) == 0x22
                && frame.getInt(PSN) == 0x8012_3456;
        if (!right) {
            throw new IllegalStateException("offsets of the test frames");
        }
    }
}
