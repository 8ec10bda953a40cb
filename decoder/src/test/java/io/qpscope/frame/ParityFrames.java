package io.qpscope.frame;

import io.qpscope.build.Envelope;
import io.qpscope.build.LinkPackets;
import io.qpscope.build.PacketBuilder;
import io.qpscope.wire.Opcode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Frames that no recording holds, by what is in them. */
final class ParityFrames {
    static final Map<String, byte[]> ALL = new LinkedHashMap<>();

    /** Packets of native InfiniBand, from the LRH to the VCRC, and one of the link itself. */
    static final Map<String, byte[]> NATIVE = new LinkedHashMap<>();

    /** As capture devices keep it that leave the VCRC out. */
    static final String BARE = "native without VCRC";

    static final String LINK = "flow control";

    private static final int PAYLOAD = 32;

    static {
        ALL.put("CNP", roce(Opcode.CNP, 0));
        ALL.put("CNP of InfiniBand", roce(Opcode.CNP_IB, 0));
        ALL.put("XRC SEND", roce(Opcode.XRC | Opcode.SEND_ONLY, PAYLOAD));
        ALL.put("RD SEND", roce(Opcode.RD | Opcode.SEND_ONLY, PAYLOAD));
        ALL.put("FLUSH", roce(Opcode.RC | Opcode.FLUSH, 0));
        ALL.put("ATOMIC WRITE", roce(Opcode.RC | Opcode.ATOMIC_WRITE, 8));
        ALL.put("RC to QP 1", rcToManagement());
        ALL.put("MRA", Mad.mra().frame(1));
        ALL.put("REJ", Mad.rej().frame(1));
        ALL.put("LAP", Mad.lap().frame(1));
        ALL.put("APR", Mad.apr().frame(1));
        ALL.put("SIDR_REQ", Mad.sidrReq().frame(1));
        ALL.put("SIDR_REP", Mad.sidrRep().frame(1));
        ALL.put("SMP", Mad.smpLid().frame(0));
        ALL.put("directed SMP", Mad.smpDirected().frame(0));
        ALL.put("SA", Mad.sa().frame(1));
        ALL.put("PortCounters", Mad.portCounters().frame(1));
        ALL.put("PortCountersExtended", Mad.portCountersExt().frame(1));
    }

    static {
        byte[] payload = new byte[PAYLOAD];
        NATIVE.put(
                "native",
                new PacketBuilder(Envelope.LOCAL, Opcode.SEND_ONLY)
                        .payload(payload)
                        .build());
        NATIVE.put(
                "native with GRH",
                new PacketBuilder(Envelope.GLOBAL, Opcode.WRITE_ONLY)
                        .payload(payload)
                        .build());
        NATIVE.put(
                BARE,
                new PacketBuilder(Envelope.LOCAL, Opcode.SEND_ONLY)
                        .payload(payload)
                        .withoutVcrc()
                        .build());
        NATIVE.put(LINK, LinkPackets.flowControl(0, 0x123, 1, 0x456));
    }

    private ParityFrames() {}

    private static byte[] roce(int opcode, int length) {
        Random random = new Random(opcode);
        return new FrameBuilder()
                .ethernet()
                .ipv4("")
                .roce(opcode, length, random)
                .build();
    }

    private static byte[] rcToManagement() {
        return new FrameBuilder()
                .ethernet()
                .ipv4("")
                .roce(Opcode.RC | Opcode.SEND_ONLY, Mad.rej().bytes())
                .destQp(1)
                .build();
    }
}
