package io.qpscope.cli.report;

import io.qpscope.cli.report.plot.Ladder;
import io.qpscope.session.Episode;
import io.qpscope.session.Episode.Cause;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

import java.util.ArrayList;
import java.util.List;

/** From the packets of one recovery to the rows of its diagram: like ones in a row are folded. */
final class LadderRows {
    private static final int LEAST_FOLDED = 4;
    /** A silence is shown when it is at least this long, and this part of the whole. */
    private static final long SILENCE_NS = 50_000;

    private static final int SILENCE_PART = 6;

    /** What a row shows. */
    enum Kind {
        REQUEST,
        AGAIN,
        RESPONSE,
        ACK,
        NAK,
        RNR,
        /** A packet that never passed. */
        MISSING,
        /** Time or packets not shown. */
        SKIPPED
    }

    /**
     * One row.
     *
     * @param frame 0 where there is none
     * @param timeNs meaningful with a frame
     * @param answer from the responder
     * @param lost does not arrive
     */
    record Row(Kind kind, long frame, long timeNs, boolean answer, boolean lost, String text) {}

    private final Ladder ladder;
    private final Episode episode;
    private final List<Row> rows = new ArrayList<>();
    private final long spanNs;
    private boolean missingShown;

    LadderRows(Ladder ladder, Episode episode) {
        this.ladder = ladder;
        this.episode = episode;
        int size = ladder.size();
        spanNs = size == 0 ? 0 : ladder.timeNs(size - 1) - ladder.timeNs(0);
    }

    List<Row> rows() {
        int at = 0;
        while (at < ladder.size()) {
            silence(at);
            missing(at);
            int end = runEnd(at);
            if (end - at < LEAST_FOLDED) {
                packet(at++);
            } else {
                packet(at);
                String psns = ladder.psn(at + 1) + "–" + ladder.psn(end - 2);
                skipped((end - at - 2) + " more like these, PSN " + psns);
                packet(end - 1);
                at = end;
            }
        }
        return rows;
    }

    private void silence(int at) {
        if (ladder.leftOut(at) > 0) {
            skipped(ladder.leftOut(at) + " packets not kept");
        } else if (at > 0) {
            long waited = ladder.timeNs(at) - ladder.timeNs(at - 1);
            if (waited >= SILENCE_NS && waited >= spanNs / SILENCE_PART) {
                skipped(Units.time(waited));
            }
        }
    }

    private void skipped(String text) {
        rows.add(new Row(Kind.SKIPPED, 0, 0, false, false, text));
    }

    /** In front of the first packet behind the one that is known to have been lost before the tap. */
    private void missing(int at) {
        boolean behind = !ladder.answer(at)
                && !ladder.again(at)
                && Psn.diff(ladder.psn(at), episode.psn()) > 0;
        if (missingShown || !behind || !passedUnseen()) {
            return;
        }
        missingShown = true;
        for (int i = 0; i < at; i++) {
            if (ladder.psn(i) == episode.psn() && !ladder.answer(i)) {
                return;
            }
        }
        rows.add(new Row(
                Kind.MISSING, 0, 0, false, true, "PSN " + episode.psn() + " never came by here"));
    }

    private boolean passedUnseen() {
        return episode.cause() == Cause.LOSS_BEFORE_TAP;
    }

    /** Behind the last packet of those that are alike, one after the other. */
    private int runEnd(int at) {
        int end = at + 1;
        while (end < ladder.size() && ladder.leftOut(end) == 0 && follows(end)) {
            end++;
        }
        return end;
    }

    private boolean follows(int at) {
        return kind(at) == kind(at - 1)
                && ladder.answer(at) == ladder.answer(at - 1)
                && ladder.psn(at) == Psn.add(ladder.psn(at - 1), 1)
                && ladder.psn(at - 1) != episode.psn()
                && ladder.psn(at) != episode.psn()
                && kind(at) != Kind.NAK
                && kind(at) != Kind.RNR
                && ladder.timeNs(at) - ladder.timeNs(at - 1) < Math.max(SILENCE_NS, spanNs / 6);
    }

    private Kind kind(int at) {
        int syndrome = ladder.syndrome(at);
        boolean response = (Opcode.traits(ladder.opcode(at)) & Opcode.IS_RESPONSE) != 0;
        if (!ladder.answer(at)) {
            return ladder.again(at) ? Kind.AGAIN : Kind.REQUEST;
        }
        if (response || syndrome < 0) {
            return ladder.again(at) ? Kind.AGAIN : Kind.RESPONSE;
        }
        return switch (Aeth.type(syndrome)) {
            case Aeth.TYPE_RNR_NAK -> Kind.RNR;
            case Aeth.TYPE_NAK -> Kind.NAK;
            default -> Kind.ACK;
        };
    }

    private void packet(int at) {
        Kind kind = kind(at);
        boolean answer = ladder.answer(at);
        boolean lost = episode.cause() == Cause.LOSS_AFTER_TAP
                && !answer
                && !ladder.again(at)
                && ladder.psn(at) == episode.psn();
        rows.add(new Row(kind, ladder.frame(at), ladder.timeNs(at), answer, lost, text(at, kind)));
    }

    private String text(int at, Kind kind) {
        int syndrome = ladder.syndrome(at);
        String psn = " " + ladder.psn(at);
        return switch (kind) {
            case ACK -> "ACK" + psn;
            case RNR ->
                "RNR NAK" + psn + ", not before " + Units.time(Aeth.rnrTimerNs(syndrome & 0x1f));
            case NAK ->
                "NAK" + psn + ", "
                        + Aeth.nakName(syndrome & 0x1f)
                                .replace('_', ' ')
                                .toLowerCase(java.util.Locale.ROOT)
                                .replace("psn", "PSN");
            default -> name(ladder.opcode(at)) + psn + (ladder.again(at) ? " again" : "");
        };
    }

    /** As {@code WRITE MIDDLE}. */
    private static String name(int opcode) {
        String name = Opcode.name(opcode);
        int service = name.indexOf('_');
        return name.substring(service + 1)
                .replace("RDMA_", "")
                .replace("_WITH_IMMEDIATE", "_IMM")
                .replace("_WITH_INVALIDATE", "_INV")
                .replace('_', ' ');
    }
}
