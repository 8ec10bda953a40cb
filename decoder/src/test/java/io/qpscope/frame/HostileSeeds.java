package io.qpscope.frame;

import io.qpscope.build.Envelope;
import io.qpscope.build.LinkPackets;
import io.qpscope.build.PacketBuilder;
import io.qpscope.build.SegmentBuilder;
import io.qpscope.build.StreamBuilder;
import io.qpscope.capture.LinkType;
import io.qpscope.spec.IwarpMpaFrame;
import io.qpscope.wire.Opcode;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Frames of every kind that no recording holds, in an order that trackers get somewhere with. */
public final class HostileSeeds {
    /** A frame and the link type that it is to be read under. */
    public static final class Seed {
        public final int linkType;
        private final byte[] bytes;

        public Seed(int linkType, byte[] bytes) {
            this.linkType = linkType;
            this.bytes = bytes.clone();
        }

        public int length() {
            return bytes.length;
        }

        /** Some of the bytes, to the same place of a buffer. */
        public void copy(int at, byte[] to, int count) {
            System.arraycopy(bytes, at, to, at, count);
        }
    }

    private static final int ERF_PACKET = 21;
    private static final int ERF_LINK = 25;
    private static final byte ACTIVE_QP = 0x11;
    private static final String RPC_ERROR = "0000abcd 00000001 00000020 00000004";
    private static final byte[] NONE = {};
    private static final String[] TUNNELS = {
        // VXLAN, GENEVE, NVGRE, ERSPAN II and III, each over IPv4; then MPLS and PPPoE.
        "17 12b5 0800000000002a00",
        "17 17c1 0000655800002a00",
        "47 - 2000655800002a00",
        "47 - 100088be00000001 1002000100000000",
        "47 - 100022eb00000001 2002000100000000 00000000",
    };

    private final List<Seed> seeds = new ArrayList<>();

    private HostileSeeds() {}

    /** All of them. */
    public static List<Seed> all() {
        HostileSeeds builder = new HostileSeeds();
        ParityFrames.ALL.values().forEach(frame -> builder.add(LinkType.ETHERNET, frame));
        builder.upperLayers();
        builder.infiniband();
        builder.flowControl();
        builder.extensionHeaders();
        builder.tunnels();
        builder.streams();
        return builder.seeds;
    }

    private void add(int linkType, byte[] frame) {
        seeds.add(new Seed(linkType, frame));
    }

    private void add(FrameView view) {
        byte[] bytes = new byte[view.captured()];
        view.buffer().get(view.offset(), bytes);
        add(LinkType.RAW, bytes);
    }

    private void upperLayers() {
        UpperFrames frames = new UpperFrames();
        long[] services = {4420, 20049, 5445, 3260, 18634, 0x0002_c903_0000_0001L};
        UpperProtocol[] protocols = {
            UpperProtocol.NVME_OF,
            UpperProtocol.RPC_OVER_RDMA,
            UpperProtocol.SMB_DIRECT,
            UpperProtocol.ISER,
            UpperProtocol.RDS,
            UpperProtocol.SRP
        };
        for (int i = 0; i < services.length; i++) {
            boolean srp = protocols[i] == UpperProtocol.SRP;
            add(frames.request(services[i], srp ? UpperSamples.SRP_LOGIN : ""));
            add(frames.reply(srp ? "c0000000 00000010 0000000000000009" : ""));
            messages(frames, protocols[i]);
            rare(frames, protocols[i]);
            add(frames.reject(srp ? "c2000000 00010006" : "0000 0600"));
        }
        messages(frames, UpperProtocol.IPOIB);
        String accept = "e2d4c3d9 02 0044 18" + "00".repeat(8)
                + "00000000000000000000ffff0a090001 000000000001 000022" + "00".repeat(20)
                + "000064 e2d4c3d9";
        add(frames.tcp(false, UpperFrames.hex(accept)));
        byte[] confirm = UpperFrames.hex(accept);
        confirm[4] = 3;
        confirm[31] = 2;
        confirm[40] = ACTIVE_QP;
        add(frames.tcp(true, confirm));
        messages(frames, UpperProtocol.SMC_R);
        add(frames.send(true, "fe2c" + "00".repeat(42)));
        add(frames.send(true, "032c" + "00".repeat(42)));
        add(frames.tcp(
                true, UpperFrames.hex("e2d4c3d9 04 001c 10" + "00".repeat(16) + "e2d4c3d9")));
    }

    /** What {@link UpperSamples} does not hold. */
    private void rare(UpperFrames frames, UpperProtocol protocol) {
        if (protocol == UpperProtocol.RPC_OVER_RDMA) {
            add(frames.send(false, RPC_ERROR + "00000001 00000001 00000001"));
            add(frames.send(false, RPC_ERROR + "00000002"));
        } else if (protocol == UpperProtocol.ISER) {
            add(frames.send(true, "20110008" + "00".repeat(24)));
            add(frames.send(false, "30110008" + "00".repeat(24)));
        }
    }

    private void messages(UpperFrames frames, UpperProtocol protocol) {
        for (UpperSamples.Sample sample : UpperSamples.ALL) {
            if (sample.protocol() == protocol) {
                boolean datagram = protocol == UpperProtocol.IPOIB;
                String head = datagram ? "00000b1b 00000033" : "";
                int opcode = datagram ? 0x64 : 0x04;
                byte[] bytes = UpperFrames.hex(head + sample.bytes());
                add(frames.send(sample.fromActive(), opcode, bytes));
            }
        }
    }

    /** Every opcode natively, in RoCEv1 and in ERF, with flow-control packets between. */
    private void infiniband() {
        for (int opcode = 0; opcode < 256; opcode++) {
            if (Opcode.traits(opcode) == 0) {
                continue;
            }
            for (Envelope envelope : Envelope.values()) {
                PacketBuilder packet = new PacketBuilder(envelope, opcode);
                packet.bth.setPsn(opcode);
                byte[] frame = packet.payload(new byte[opcode & 7]).build();
                boolean raw = envelope == Envelope.LOCAL || envelope == Envelope.GLOBAL;
                add(raw ? LinkType.INFINIBAND : LinkType.ETHERNET, frame);
                if (raw) {
                    long time = seeds.size() * 1000L;
                    add(LinkType.ERF, LinkPackets.erf(ERF_PACKET, 0, time, NONE, frame));
                    byte[] link = LinkPackets.flowControl(0, opcode, 0, 2 * opcode);
                    byte[] more = opcode % 2 == 0 ? NONE : new byte[8];
                    add(LinkType.ERF, LinkPackets.erf(ERF_LINK, opcode & 3, time, more, link));
                }
            }
        }
        for (Mad mad : List.of(Mad.smpLid(), Mad.smpDirected(), Mad.sa(), Mad.portCounters())) {
            PacketBuilder packet = new PacketBuilder(Envelope.LOCAL, Opcode.UD | Opcode.SEND_ONLY);
            packet.bth.setDestqp(0);
            packet.lrh.setVl(15);
            add(LinkType.INFINIBAND, packet.payload(mad.bytes()).build());
        }
        PacketBuilder raw = new PacketBuilder(Envelope.LOCAL, 0);
        for (int next = 0; next < 2; next++) {
            raw.lrh.setLnh(next);
            add(LinkType.INFINIBAND, raw.build());
        }
    }

    private void flowControl() {
        String head = "0180c2000001000101010101 8808 ";
        for (String rest : List.of("0001 ffff", "0101 0021 ffff" + "0000".repeat(4) + "1234")) {
            add(LinkType.ETHERNET, Arrays.copyOf(UpperFrames.hex(head + rest), 60));
            add(LinkType.ETHERNET, Arrays.copyOf(UpperFrames.hex(head + rest), 60));
        }
    }

    /** Hop-by-hop, destination options, routing, fragment: each says what follows it. */
    private void extensionHeaders() {
        String options = "2b00 010400000000" + "2c00 000000000000" + "1100 0000 00000001";
        Random random = new Random(1);
        for (int first : new int[] {0, 60}) {
            add(
                    LinkType.ETHERNET,
                    new FrameBuilder()
                            .ethernet()
                            .ipv6()
                            .extensions(first, options)
                            .roce(Opcode.SEND_ONLY, 8, random)
                            .build());
        }
    }

    private void tunnels() {
        byte[] inner = new PacketBuilder(Envelope.IPV4, Opcode.SEND_ONLY).build();
        byte[] innerIp = Arrays.copyOfRange(inner, 14, inner.length);
        for (String tunnel : TUNNELS) {
            String[] parts = tunnel.split(" ", 3);
            byte[] header = UpperFrames.hex(parts[2]);
            byte[] payload = join(header, inner);
            if (!parts[1].equals("-")) {
                payload = join(
                        ByteBuffer.allocate(8)
                                .put(HexFormat.of().parseHex("c350" + parts[1]))
                                .putShort((short) (8 + payload.length))
                                .putShort((short) 0)
                                .array(),
                        payload);
            }
            byte[] ip = ByteBuffer.allocate(20)
                    .putShort((short) 0x4500)
                    .putShort((short) (20 + payload.length))
                    .putInt(0)
                    .put((byte) 64)
                    .put((byte) Integer.parseInt(parts[0]))
                    .putShort((short) 0)
                    .putLong(0xc0a8_0001_c0a8_0002L)
                    .array();
            add(LinkType.ETHERNET, join(ethernet("0800"), ip, payload));
        }
        add(LinkType.ETHERNET, join(ethernet("8847 00000040 00000140"), innerIp));
        int length = 2 + innerIp.length;
        byte[] session = ByteBuffer.allocate(8)
                .putInt(0x1100_0001)
                .putShort((short) length)
                .putShort((short) 0x21)
                .array();
        add(LinkType.ETHERNET, join(ethernet("8864"), session, innerIp));
    }

    private static byte[] ethernet(String rest) {
        return UpperFrames.hex("020000000003 020000000004" + rest);
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    /** Connections with markers, CRCs, revision 2, and every opcode of RDMAP. */
    private void streams() {
        for (int kind = 0; kind < 12; kind++) {
            boolean markers = (kind & 1) != 0;
            boolean crc = (kind & 2) != 0;
            boolean enhanced = (kind & 4) != 0;
            // Revision 1 with IRD and ORD of 32 bits each is the legacy form of MS-SMBD.
            byte[] depths =
                    UpperFrames.hex(enhanced ? "8001c001" : kind < 8 ? "" : "0000001000000010");
            int port = 50_000 + kind;
            StreamBuilder request = new StreamBuilder(markers, crc)
                    .mpa(mpa("MPA ID Req Frame", markers, crc, enhanced), depths);
            int asked = request.length();
            rdmap(request);
            byte[] answer = new StreamBuilder(markers, crc)
                    .mpa(mpa("MPA ID Rep Frame", markers, crc, enhanced), depths)
                    .bytes();
            segment(true, port, 0, NONE, true);
            segment(false, port, 0, NONE, true);
            byte[] bytes = request.bytes();
            segment(true, port, 1, Arrays.copyOf(bytes, asked), false);
            segment(false, port, 1, answer, false);
            for (int at = asked; at < bytes.length; at += 700) {
                int end = Math.min(bytes.length, at + 700);
                segment(true, port, 1 + at, Arrays.copyOfRange(bytes, at, end), false);
            }
        }
    }

    private static void rdmap(StreamBuilder stream) {
        for (int opcode = 0; opcode < 16; opcode++) {
            int queue = opcode == 1 || opcode == 10 ? 1 : opcode == 7 ? 2 : opcode == 11 ? 3 : 0;
            String control = "%02x".formatted(0x40 | opcode);
            boolean tagged = opcode == 0 || opcode == 2;
            String header = tagged
                    ? "c1" + control + "00000007 0000000000001000"
                    : "41" + control + "00000000 %08x %08x 00000000".formatted(queue, 1);
            stream.fpdu(join(UpperFrames.hex(header), new byte[opcode == 7 ? 40 : 52]));
        }
    }

    private static IwarpMpaFrame mpa(String key, boolean markers, boolean crc, boolean enhanced) {
        IwarpMpaFrame frame = new IwarpMpaFrame();
        frame.setKey(key.getBytes(StandardCharsets.US_ASCII));
        frame.setMarkers(markers);
        frame.setCrc(crc);
        frame.setReject(false);
        frame.setEnhanced(enhanced);
        frame.setReserved(0);
        frame.setRevision(enhanced ? 2 : 1);
        return frame;
    }

    private void segment(boolean forth, int port, int sequence, byte[] data, boolean syn) {
        SegmentBuilder segment = new SegmentBuilder();
        segment.tcp.setSourcePort(forth ? port : 20_000);
        segment.tcp.setDestinationPort(forth ? 20_000 : port);
        if (!forth) {
            segment.ipv4.setSource(0x0a09_0002L);
            segment.ipv4.setDestination(0x0a09_0001L);
        }
        segment.tcp.setSequence(sequence);
        segment.tcp.setSyn(syn);
        segment.tcp.setAck(!forth || !syn);
        add(LinkType.ETHERNET, segment.payload(data).build());
    }
}
