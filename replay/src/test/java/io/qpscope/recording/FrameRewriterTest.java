package io.qpscope.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.build.Envelope;
import io.qpscope.build.PacketBuilder;
import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Episode;
import io.qpscope.session.PairedBy;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionTracker;
import io.qpscope.session.TrackerResult;
import io.qpscope.wire.MacAddress;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** What goes out, against what was recorded; and what an analysis says of both. */
class FrameRewriterTest {
    private static final Path CAPTURES = Path.of("..", "captures");
    private static final int ROCE = 4791;
    private static final int PSN_OFFSET = 0xfff_f00;
    private static final long VA_OFFSET = 0x7000_0000_1000L;
    private static final long OWN_MAC = 0x0200_0000_00eeL;

    private final FrameView view = new FrameView();
    private final Dissector dissector = new Dissector(ROCE, true);

    static Stream<Path> captures() throws IOException {
        try (Stream<Path> files = Files.list(CAPTURES)) {
            return files
                    .filter(file -> file.toString().matches(".*\\.pcap(ng)?"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("captures")
    void withoutAWishFramesGoOutAsTheyCame(Path capture) throws IOException {
        FrameRewriter rewriter = new FrameRewriter(new Rewrite(), ROCE, OWN_MAC);
        try (FrameCursor cursor = CaptureFile.open(capture)) {
            while (cursor.next()) {
                RecordedFrames.dissect(cursor, dissector, view);
                if (rewriter.prepare(view) != Obstacle.NONE) {
                    assertThat(cursor.originalLength()).isGreaterThan(cursor.capturedLength());
                    continue;
                }
                byte[] recorded = new byte[cursor.capturedLength()];
                cursor.buffer().get(cursor.offset(), recorded);
                assertThat(sent(rewriter)).isEqualTo(recorded);
            }
        }
    }

    /** All maps at once: another capture of the same story, with every checksum as good as before. */
    @ParameterizedTest
    @MethodSource("captures")
    void aRewrittenCaptureTellsTheSameStory(Path capture) throws IOException {
        TrackerResult before = analyze(capture, null);
        // Programs that tell numbers over TCP go on telling the old ones.
        boolean told = before.sessions().stream().anyMatch(s -> s.pairedBy() == PairedBy.OOB);
        Rewrite rewrite = keysAndMacs();
        if (!told) {
            numbersAndAddresses(rewrite);
        }
        TrackerResult after = analyze(capture, rewrite);
        assertThat(after.icrc()).isEqualTo(before.icrc());
        assertThat(after.protocols()).isEqualTo(before.protocols());
        assertThat(after.sessions()).hasSameSizeAs(before.sessions());
        for (int i = 0; i < before.sessions().size(); i++) {
            same(before.sessions().get(i), after.sessions().get(i), !told);
        }
    }

    private static Rewrite keysAndMacs() {
        Rewrite rewrite = new Rewrite().vaOffset(VA_OFFSET).sourceMac(OWN_MAC);
        for (int key = 0; key < 0x2000; key++) {
            rewrite.rkey(key, key ^ 0x5a5a_0000);
        }
        return rewrite;
    }

    private static void numbersAndAddresses(Rewrite rewrite) throws IOException {
        rewrite.psnOffset(PSN_OFFSET)
                .address(bytes("10.9.0.0"), bytes("192.168.77.0"), 24)
                .address(bytes("fd09::"), bytes("fd77:1::"), 64);
        for (int qpn = 2; qpn < 0x1000; qpn++) {
            rewrite.qpn(qpn, qpn + 0x10_0000);
        }
    }

    private static byte[] bytes(String address) throws IOException {
        return InetAddress.getByName(address).getAddress();
    }

    private static void same(SessionSummary before, SessionSummary after, boolean renamed) {
        assertThat(peer(after.a())).isEqualTo(peer(mapped(before.a(), renamed)));
        assertThat(peer(after.b())).isEqualTo(peer(mapped(before.b(), renamed)));
        assertThat(after.pairedBy()).isEqualTo(before.pairedBy());
        assertThat(after.outcome().status()).isEqualTo(before.outcome().status());
        assertThat(after.outcome().frames()).isEqualTo(before.outcome().frames());
        int shift = renamed && before.srqn() == null ? PSN_OFFSET : 0;
        boolean iwarp = before.transport().equals("iWARP");
        assertThat(after.episodes())
                .isEqualTo(before.episodes().stream()
                        .map(episode -> iwarp ? episode : shifted(episode, shift))
                        .toList());
        for (int i = 0; i < 2; i++) {
            DirectionSummary then = before.directions().get(i);
            DirectionSummary now = after.directions().get(i);
            assertThat(now.messages()).isEqualTo(then.messages());
            assertThat(now.completedMessages()).isEqualTo(then.completedMessages());
            assertThat(now.payloadBytes()).isEqualTo(then.payloadBytes());
            assertThat(now.requests().retransmittedPackets())
                    .isEqualTo(then.requests().retransmittedPackets());
            assertThat(now.requests().lostBeforeTap()).isEqualTo(then.requests().lostBeforeTap());
            assertThat(now.naks()).isEqualTo(then.naks());
            assertThat(now.badIcrc()).isEqualTo(then.badIcrc());
        }
    }

    private static String peer(SessionSummary.Peer peer) {
        return peer.address() + " " + peer.port() + " " + peer.qpn();
    }

    private static SessionSummary.Peer mapped(SessionSummary.Peer peer, boolean renamed) {
        if (!renamed) {
            return peer;
        }
        String address = peer.address()
                .replaceFirst("^10\\.9\\.0\\.", "192.168.77.")
                .replaceFirst("^fd09::", "fd77:1::");
        boolean number = peer.qpn() != null && peer.qpn() > 1 && peer.qpn() < 0x1000;
        return new SessionSummary.Peer(
                address, peer.port(), number ? (Integer) (peer.qpn() + 0x10_0000) : peer.qpn());
    }

    private static Episode shifted(Episode e, int shift) {
        return new Episode(
                e.id(),
                e.from(),
                e.cause(),
                Psn.add(e.psn(), shift),
                e.startFrame(),
                e.nakFrame(),
                e.resendFrame(),
                e.endFrame(),
                e.resentPackets(),
                e.lostNs(),
                e.outcome());
    }

    private TrackerResult analyze(Path capture, Rewrite rewrite) throws IOException {
        SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
        FrameRewriter rewriter = rewrite == null ? null : new FrameRewriter(rewrite, ROCE, OWN_MAC);
        try (FrameCursor cursor = CaptureFile.open(capture)) {
            while (cursor.next()) {
                RecordedFrames.dissect(cursor, dissector, view);
                if (rewriter != null && rewriter.prepare(view) == Obstacle.NONE) {
                    byte[] frame = sent(rewriter);
                    view.wrap(
                            ByteBuffer.wrap(frame),
                            0,
                            frame.length,
                            frame.length,
                            LinkType.ETHERNET);
                    dissector.dissect(view);
                    checksums(view, cursor);
                }
                tracker.onFrame(view);
            }
        }
        return tracker.finish();
    }

    /** IPv4 headers, which were all right when they were recorded. */
    private static void checksums(FrameView view, FrameCursor cursor) {
        if (view.ipVersion() != 4) {
            return;
        }
        int sum = 0;
        for (int i = 0; i < 4 * (view.buffer().get(view.ipOffset()) & 0xf); i += 2) {
            sum += view.buffer().getShort(view.ipOffset() + i) & 0xffff;
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        assertThat(sum).as("IPv4 checksum of frame %d", cursor.number()).isEqualTo(0xffff);
    }

    private static byte[] sent(FrameRewriter rewriter) {
        return Arrays.copyOf(rewriter.bytes(), rewriter.length());
    }

    private byte[] rewritten(byte[] frame, int linkType, Rewrite rewrite) {
        FrameRewriter rewriter = new FrameRewriter(rewrite, ROCE, OWN_MAC);
        assertThat(rewriter.prepare(dissected(frame, linkType))).isEqualTo(Obstacle.NONE);
        return sent(rewriter);
    }

    private FrameView dissected(byte[] frame, int linkType) {
        view.wrap(ByteBuffer.wrap(frame), 0, frame.length, frame.length, linkType);
        dissector.dissect(view);
        return view;
    }

    /** Wrong by the same bits before and after; right only when that is asked for. */
    @Test
    void aBadIcrcStaysBadOnPurpose() {
        byte[] good = new PacketBuilder(Envelope.IPV4, Opcode.WRITE_ONLY)
                .payload(new byte[333])
                .build();
        byte[] bad = good.clone();
        bad[bad.length - 1] ^= 0x40;
        Rewrite rewrite = new Rewrite().psnOffset(7);
        dissected(rewritten(good, LinkType.ETHERNET, rewrite), LinkType.ETHERNET);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
        dissected(rewritten(bad, LinkType.ETHERNET, rewrite), LinkType.ETHERNET);
        assertThat(view.icrcStored() ^ view.icrcComputed()).isEqualTo(0x4000_0000);
        rewrite.checksums(Rewrite.Checksum.FIX);
        dissected(rewritten(bad, LinkType.ETHERNET, rewrite), LinkType.ETHERNET);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
    }

    /** Both ends may have the same number; the owner's address tells them apart. */
    @Test
    void aQueuePairIsNamedByItsOwnerToo() throws IOException {
        byte[] frame = new PacketBuilder(Envelope.IPV4, Opcode.SEND_ONLY).build();
        dissected(frame, LinkType.ETHERNET);
        int qpn = view.destQp();
        byte[] owner = Arrays.copyOfRange(frame, 30, 34);
        byte[] other = Arrays.copyOfRange(frame, 26, 30);
        Rewrite mine = new Rewrite().qpn(qpn, 5).qpn(owner, qpn, 6).qpn(other, qpn, 7);
        dissected(rewritten(frame, LinkType.ETHERNET, mine), LinkType.ETHERNET);
        assertThat(view.destQp()).isEqualTo(6);
        Rewrite others = new Rewrite().qpn(qpn, 5).qpn(other, qpn, 7);
        dissected(rewritten(frame, LinkType.ETHERNET, others), LinkType.ETHERNET);
        assertThat(view.destQp()).isEqualTo(5);
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
    }

    /** Two tags in front of GRH or IP, every envelope that Ethernet carries. */
    @Test
    void everyHeaderOfRoceIsRewritten() throws IOException {
        for (Envelope envelope : List.of(Envelope.IPV4, Envelope.IPV6, Envelope.ROCE_V1)) {
            for (int opcode : List.of(
                    Opcode.READ_REQUEST,
                    Opcode.CMP_SWAP,
                    Opcode.SEND_ONLY_INV,
                    Opcode.FLUSH,
                    Opcode.ATOMIC_WRITE,
                    Opcode.UD | Opcode.SEND_ONLY,
                    Opcode.XRC | Opcode.WRITE_ONLY)) {
                byte[] frame = new PacketBuilder(envelope, opcode).build();
                Rewrite rewrite = new Rewrite()
                        .psnOffset(1)
                        .vaOffset(0x10)
                        .rkey(key(frame, opcode), 0x1234_5678)
                        .destinationMac(0x0200_0000_0001L);
                byte[] out = rewritten(frame, LinkType.ETHERNET, rewrite);
                assertThat(MacAddress.at(ByteBuffer.wrap(out), 0)).isEqualTo(0x0200_0000_0001L);
                int psn = dissected(frame, LinkType.ETHERNET).psn();
                dissected(out, LinkType.ETHERNET);
                assertThat(view.icrc()).as(Opcode.name(opcode)).isEqualTo(IcrcStatus.GOOD);
                assertThat(view.psn()).isEqualTo(Psn.add(psn, 1));
                if (opcode != (Opcode.UD | Opcode.SEND_ONLY)) {
                    assertThat(key(out, opcode)).isEqualTo(0x1234_5678);
                }
            }
        }
    }

    /** The key is where its header has it, whatever stands in front. */
    private int key(byte[] frame, int opcode) {
        dissected(frame, LinkType.ETHERNET);
        int at = view.extendedOffset();
        at += (opcode & Opcode.SERVICE_MASK) == Opcode.XRC ? 4 : 0;
        at += opcode == Opcode.FLUSH ? 4 : 0;
        at += opcode == Opcode.SEND_ONLY_INV ? 0 : 8;
        return view.buffer().getInt(at);
    }

    @Test
    void packetsWithoutEthernetGetAHeaderWhenTheDestinationIsTold() {
        byte[] frame = new PacketBuilder(Envelope.IPV4, Opcode.SEND_ONLY).build();
        byte[] packet = Arrays.copyOfRange(frame, 14, frame.length);
        FrameRewriter without = new FrameRewriter(new Rewrite(), ROCE, OWN_MAC);
        assertThat(without.prepare(dissected(packet, LinkType.RAW)))
                .isEqualTo(Obstacle.NO_DESTINATION);
        byte[] out = rewritten(packet, LinkType.RAW, new Rewrite().destinationMac(0x42));
        assertThat(MacAddress.at(ByteBuffer.wrap(out), 0)).isEqualTo(0x42);
        assertThat(MacAddress.at(ByteBuffer.wrap(out), 6)).isEqualTo(OWN_MAC);
        assertThat(Arrays.copyOfRange(out, 12, out.length))
                .isEqualTo(Arrays.copyOfRange(frame, 12, frame.length));
        assertThat(without.prepare(dissected(packet, LinkType.INFINIBAND)))
                .isEqualTo(Obstacle.NOT_FOR_ETHERNET);
    }

    @Test
    void whatTheCaptureCutCanNotGoOut() {
        byte[] frame = new PacketBuilder(Envelope.IPV4, Opcode.SEND_ONLY).build();
        view.wrap(ByteBuffer.wrap(frame), 0, 50, frame.length, LinkType.ETHERNET);
        dissector.dissect(view);
        FrameRewriter rewriter = new FrameRewriter(new Rewrite(), ROCE, OWN_MAC);
        assertThat(rewriter.prepare(view)).isEqualTo(Obstacle.CUT);
        assertThat(rewriter.prepare(dissected(new byte[13], LinkType.ETHERNET)))
                .isIn(Obstacle.CUT, Obstacle.TOO_SHORT);
    }

    @Test
    void addressesOfArpFollow() throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(60);
        frame.put(new byte[] {-1, -1, -1, -1, -1, -1, 2, 0, 0, 0, 0, 1, 8, 6});
        frame.put(new byte[] {0, 1, 8, 0, 6, 4, 0, 1, 2, 0, 0, 0, 0, 1, 10, 9, 0, 1});
        frame.put(new byte[] {0, 0, 0, 0, 0, 0, 10, 9, 0, 2});
        byte[] out = rewritten(
                frame.array(),
                LinkType.ETHERNET,
                new Rewrite()
                        .mac(0x0200_0000_0001L, 0x0200_0000_0009L)
                        .address(bytes("10.9.0.0"), bytes("10.8.0.0"), 16));
        assertThat(Arrays.copyOfRange(out, 22, 32)).containsExactly(2, 0, 0, 0, 0, 9, 10, 8, 0, 1);
        assertThat(Arrays.copyOfRange(out, 38, 42)).containsExactly(10, 8, 0, 2);
    }

    /** Any bytes, as any link type: an answer, and never an exception. */
    @Test
    void noBytesThrow() throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        try (FrameCursor cursor =
                CaptureFile.open(CAPTURES.resolve("roce-cm-connect-disconnect.pcap"))) {
            while (cursor.next()) {
                byte[] frame = new byte[cursor.capturedLength()];
                cursor.buffer().get(cursor.offset(), frame);
                seeds.add(frame);
            }
        }
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Random random = new Random(seed);
        Rewrite rewrite = keysAndMacs().destinationMac(3).checksums(Rewrite.Checksum.FIX);
        numbersAndAddresses(rewrite);
        int[] linkTypes = {1, 101, 113, 276, 228, 229, 197, 247, 162, 9999};
        FrameRewriter rewriter = new FrameRewriter(rewrite, ROCE, OWN_MAC);
        FrameRewriter inner =
                new FrameRewriter(new Rewrite().decapsulate(true).psnOffset(1), ROCE, OWN_MAC);
        for (int round = 0; round < 50_000; round++) {
            byte[] frame = seeds.get(random.nextInt(seeds.size())).clone();
            for (int changes = random.nextInt(8); changes > 0; changes--) {
                frame[random.nextInt(frame.length)] = (byte) random.nextInt();
            }
            if (random.nextInt(3) == 0) {
                frame = Arrays.copyOf(frame, random.nextInt(frame.length));
            }
            int linkType = linkTypes[random.nextInt(3) == 0 ? random.nextInt(10) : 0];
            try {
                rewriter.prepare(dissected(frame, linkType));
                inner.prepare(dissected(frame, linkType));
            } catch (RuntimeException e) {
                throw new AssertionError("-Dqpscope.seed=" + seed + " round " + round, e);
            }
        }
    }
}
