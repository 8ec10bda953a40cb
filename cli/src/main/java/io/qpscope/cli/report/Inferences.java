package io.qpscope.cli.report;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.DirectionSummary.Inferred;
import io.qpscope.session.Evidence;

import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;

/**
 * What a requester's recoveries betray of its settings, each with the number of samples behind it;
 * of a requester without trouble there is nothing to tell.
 */
final class Inferences {
    private Inferences() {}

    /** For people; empty where nothing was inferred. */
    static String text(DirectionSummary direction) {
        Inferred inferred = direction.inferred();
        Evidence evidence = inferred.evidence();
        StringJoiner text = new StringJoiner(", ");
        text.setEmptyValue("");
        timeout(text, inferred);
        rnr(text, inferred);
        recovery(text, inferred);
        long naks = evidence.nakLatency().count();
        if (naks > 0) {
            text.add("NAK after " + Units.time(evidence.nakLatency().p50()) + samples(naks));
        }
        if (text.length() > 0) {
            acknowledging(text, evidence.acknowledging());
            credits(text, inferred);
        }
        return text.toString();
    }

    private static String samples(long count) {
        return " (" + Units.count(count, "sample") + ")";
    }

    private static void timeout(StringJoiner text, Inferred inferred) {
        List<Long> waits = inferred.ackTimeoutNs();
        if (waits.isEmpty()) {
            return;
        }
        String exponents = "";
        List<Integer> range = inferred.ackTimeoutExponentRange();
        if ("DOUBLING".equals(inferred.evidence().backOff())) {
            exponents = ", doubling";
        } else if (range != null) {
            int low = range.get(0);
            int high = range.get(1);
            exponents = low == high ? ", exponent " + low : ", exponent " + low + " to " + high;
        }
        text.add("ACK timeout "
                + span(Collections.min(waits), Collections.max(waits))
                + exponents
                + samples(waits.size()));
    }

    private static void rnr(StringJoiner text, Inferred inferred) {
        Evidence evidence = inferred.evidence();
        if (evidence.rnrWaits() > 0) {
            text.add("RNR wait "
                    + span(evidence.rnrShortestWaitNs(), inferred.rnrWaitNs())
                    + " for up to " + Units.time(inferred.rnrTimerNs()) + " asked"
                    + samples(evidence.rnrWaits()));
        }
    }

    private static void recovery(StringJoiner text, Inferred inferred) {
        Evidence evidence = inferred.evidence();
        int all = evidence.goBackN() + evidence.goBackZero() + evidence.selectiveRepeat();
        if (inferred.lossRecovery() == null || all == 0) {
            return;
        }
        switch (inferred.lossRecovery()) {
            case "GO_BACK_N" -> text.add("goes back N" + samples(evidence.goBackN()));
            case "GO_BACK_0" -> text.add("goes back 0" + samples(evidence.goBackZero()));
            default -> text.add("repeats selectively" + samples(evidence.selectiveRepeat()));
        }
    }

    private static void acknowledging(StringJoiner text, Evidence.Acknowledging acknowledging) {
        if (acknowledging.acks() > 0) {
            long tenths = Math.round(10.0 * acknowledging.packets() / acknowledging.acks());
            String mean = tenths % 10 == 0 ? "" + tenths / 10 : tenths / 10 + "." + tenths % 10;
            text.add(mean
                    + (tenths == 10 ? " PSN an ACK" : " PSNs an ACK")
                    + samples(acknowledging.acks()));
        }
    }

    private static void credits(StringJoiner text, Inferred inferred) {
        if (inferred.creditsUsed() != null) {
            String used = inferred.creditsUsed() ? "credits" : "no credits";
            text.add(used + samples(inferred.evidence().credits()));
        }
    }

    private static String span(long least, long most) {
        String from = Units.time(least);
        String to = Units.time(most);
        return from.equals(to) ? from : from + " to " + to;
    }
}
