package io.qpscope.cli;

import io.qpscope.wire.Opcode;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Pages of recordings, and what their frames truly hold. */
public final class HtmlPages {
    private static final Path RECORDINGS = Path.of("../captures");
    private static final int A_QPN = 0x11;
    private static final int B_QPN = 0x22;
    private static final int FRAMES = 60;

    private HtmlPages() {}

    public static Path of(String recording, Path folder) {
        return page(RECORDINGS.resolve(recording), folder.resolve(recording + ".html"));
    }

    private static Path page(Path capture, Path page, Object... options) {
        List<Object> words = new ArrayList<>(List.of("analyze", "--html", page, capture));
        words.addAll(List.of(options));
        CommandRun run = CommandRun.of(words.toArray());
        if (run.exitCode() != 0) {
            throw new IllegalStateException(run.err());
        }
        return page;
    }

    /** Of a campaign that finds a defect. */
    public static Path fuzz(Path folder) {
        Path page = folder.resolve("fuzz.html");
        CommandRun run = CommandRun.of(
                "fuzz",
                "--cases=600",
                "--seed=5",
                "--defect=ATOMIC_REPLAYED",
                "--out",
                folder.resolve("fuzz-out"),
                "--html",
                page);
        if (run.exitCode() != ExitCode.CHECK_FAILED) {
            throw new IllegalStateException(run.out() + run.err());
        }
        return page;
    }

    /** A frame's PSN in decimal, as show tells it. */
    public static String psn(String recording, String frame) {
        CommandRun run = CommandRun.of(
                "show", "--format=json", "--frame", frame, RECORDINGS.resolve(recording));
        for (JsonNode layer : JsonMapper.shared().readTree(run.out()).get("layers")) {
            for (JsonNode field : layer.get("fields")) {
                if (field.get("name").asString().equals("infiniband.bth.psn")) {
                    return field.get("value").asString();
                }
            }
        }
        throw new IllegalStateException("frame " + frame + " has no PSN");
    }

    // ---- a session that PFC stops ----

    /** Requests and answers a millisecond apart; in their midst class 3 is stopped for 3 ms. */
    public static Path paused(Path folder) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        for (int i = 0; i < FRAMES; i++) {
            if (i == FRAMES / 2) {
                // Nothing is sent before the last of them says go on.
                for (int quanta : new int[] {0xffff, 0xffff, 0xffff, 0}) {
                    frames.add(pfc(quanta));
                }
            }
            frames.add(roce(true, Opcode.SEND_ONLY, 100 + i));
            frames.add(roce(false, Opcode.ACKNOWLEDGE, 100 + i));
        }
        Path capture = Pcap.write(folder.resolve("paused.pcap"), frames.toArray(new byte[0][]));
        return page(capture, folder.resolve("paused.html"), "--link-speed=10G");
    }

    private static byte[] pfc(int quanta) {
        ByteBuffer frame = ByteBuffer.allocate(60);
        frame.put(HexFormat.of().parseHex("0180c200000102000000000288080101" + "0008"));
        frame.putShort(frame.position() + 6, (short) quanta);
        return frame.array();
    }

    private static byte[] roce(boolean fromA, int opcode, int psn) {
        String a = "020000000001";
        String b = "020000000002";
        int udp = 8 + 12 + 4 + 4;
        ByteBuffer frame = ByteBuffer.allocate(12 + 4 + 2 + 20 + udp);
        frame.put(HexFormat.of().parseHex(fromA ? b + a : a + b));
        frame.putShort((short) 0x8100).putShort((short) (3 << 13 | 5)).putShort((short) 0x0800);
        frame.put((byte) 0x45).put((byte) 2).putShort((short) (20 + udp));
        frame.putShort((short) psn).putShort((short) 0x4000).putInt(0x4011_0000);
        frame.putInt(fromA ? 0x0a000001 : 0x0a000002).putInt(fromA ? 0x0a000002 : 0x0a000001);
        frame.putShort((short) 0xc000).putShort((short) 4791).putShort((short) udp);
        frame.putShort((short) 0).put((byte) opcode).put((byte) 0).putShort((short) 0xffff);
        frame.putInt(fromA ? B_QPN : A_QPN).putInt((fromA ? 1 << 31 : 0) | psn);
        // An AETH: credit code 31, as a responder without credits sends it.
        frame.putInt(fromA ? 0 : 0x1f << 24 | psn);
        return frame.array();
    }
}
