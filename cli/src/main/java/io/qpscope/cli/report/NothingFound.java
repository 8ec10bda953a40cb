package io.qpscope.cli.report;

import io.qpscope.session.TrackerResult;
import io.qpscope.session.TrackerResult.ProtocolCounts;

import java.util.ArrayList;
import java.util.List;

/** What to say when there is no session: what was there instead, and what may be the reason. */
final class NothingFound {
    private final Analysis analysis;
    private final int width;

    NothingFound(Analysis analysis, int width) {
        this.analysis = analysis;
        this.width = width;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (String sentence : sentences()) {
            lines.addAll(Wrap.paragraph(sentence, width, "  ", "  "));
        }
        return lines;
    }

    /** The same, not broken into lines. */
    List<String> sentences() {
        if (analysis.left() > 0) {
            return List.of("No session passes --filter; " + Units.count(analysis.left(), "session")
                    + " left out.");
        }
        long frames = analysis.captures().stream()
                .mapToLong(capture -> capture.info().packets())
                .sum();
        if (frames == 0) {
            return List.of("No frames, so no RDMA.");
        }
        ProtocolCounts protocols = analysis.result().protocols();
        long rdma = protocols.roceV2()
                + protocols.roceV1()
                + protocols.infiniBand()
                + protocols.infiniBandLink();
        return rdma + protocols.cnp() + protocols.mad() > 0
                ? noSession(analysis.result())
                : noRdma();
    }

    private List<String> noSession(TrackerResult result) {
        List<String> sentences = new ArrayList<>();
        sentences.add("RDMA packets, but no session: none of them founds one.");
        if (result.icrc().bad() > 0 && result.icrc().bad() == result.icrc().checked()) {
            sentences.add("Every ICRC is bad. If the capture point rewrites headers or never sees"
                    + " the ICRC, use --icrc off.");
        }
        return sentences;
    }

    private List<String> noRdma() {
        Contents contents = analysis.contents();
        List<String> sentences = new ArrayList<>();
        sentences.add("No RDMA here. Frames by what they carry: " + contents.text() + ".");
        if (contents.setup() > 0) {
            sentences.add("There is a set-up over TCP port " + Contents.SETUP_PORT
                    + " (perftest or ibv_*_pingpong: " + Units.count(contents.setup(), "frame")
                    + "), but no RDMA data: the capture point does not see the RDMA packets. A NIC"
                    + " that offloads RDMA hides them from tcpdump; capture at the switch, or with"
                    + " the NIC's sniffer mode.");
        }
        int port = contents.busiestUdpPort();
        if (port >= 0) {
            sentences.add("Most UDP goes to port " + port + " ("
                    + Units.count(contents.udpFramesTo(port), "frame")
                    + "); if that is RoCEv2, add --roce-port " + port + ".");
        }
        if (contents.fragments() > 0) {
            sentences.add(Units.count(contents.fragments(), "frame")
                    + " are IP fragments, which are not put together.");
        }
        if (contents.tcp() > 0 && contents.tcp() > contents.setup()) {
            sentences.add("iWARP is recognised by the start of its connection (MPA) only; a capture"
                    + " that begins later shows TCP alone.");
        }
        return sentences;
    }
}
