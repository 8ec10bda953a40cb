package io.qpscope.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.PsnCounts;

import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Where packets were lost. Both kernels say how many they sent and got, the file says how many
 * passed, so the number lost on either side of the tap is known; verdicts are lower bounds of it.
 */
final class LossClaims {
    private final View view;
    private final Recording recording;
    private final Claims claims;

    private LossClaims(View view, Claims claims) {
        this.view = view;
        this.recording = view.recording();
        this.claims = claims;
    }

    static void add(View view, Claims claims) {
        LossClaims losses = new LossClaims(view, claims);
        for (Guest guest : Guest.values()) {
            losses.bounds(guest);
            losses.found(guest);
        }
    }

    /** Between the taps of a pair, each lost packet is known, so an ACK need not be let pass. */
    static void addPair(View near, View far, Claims claims) {
        LossClaims losses = new LossClaims(near, claims);
        Guest guest = near.tap() == Guest.A.tap() ? Guest.A : Guest.B;
        long between = missingAt(near, far, guest);
        losses.atMost(guest, "behind its own tap", PsnCounts::lostAfterTap, between);
        losses.atMost(
                guest, "before its own tap", PsnCounts::lostBeforeTap, near.lostBefore(guest));
        claims.add(
                "what did not reach the other tap did not arrive",
                () -> assertThat(near.seen(guest) - far.seen(guest))
                        .isEqualTo(near.lostAfter(guest)));
        LossClaims there = new LossClaims(far, claims);
        there.atMost(
                guest,
                "before the other tap, seen there",
                PsnCounts::lostBeforeTap,
                between + far.lostBefore(guest) - (near.seen(guest) - far.seen(guest)));
    }

    private static long missingAt(View near, View far, Guest guest) {
        Set<String> arrived =
                far.packets().stream().map(RawPacket::identity).collect(Collectors.toSet());
        return near.count(guest, p -> !p.isAck() && !arrived.contains(p.identity()));
    }

    private void bounds(Guest guest) {
        // a packet that passed spoiled may be called lost before the tap
        long before = view.lostBefore(guest) + view.badIcrc(guest);
        long after = recording.file().equals("roce-mckey.pcap") ? 0 : view.lostAfter(guest);
        atMost(guest, "before the tap", PsnCounts::lostBeforeTap, before);
        atMost(guest, "behind the tap", PsnCounts::lostAfterTap, after);
        atMost(guest, "by the capture", PsnCounts::lostByCapture, 0);
        if (!recording.file().equals("roce-peer-killed.pcap")) {
            // there requests arrive, and the dead queue pair gives no answer
            atMost(
                    guest,
                    "on an unknown side",
                    PsnCounts::lostUndecided,
                    after + view.lostBefore(guest.other()));
        }
    }

    private void atMost(Guest guest, String where, Function<PsnCounts, Long> verdict, long truth) {
        claims.add(
                "of what " + guest + " sent, at most " + truth + " lost " + where,
                () -> assertThat(view.analysis().both(guest, verdict)).isLessThanOrEqualTo(truth));
    }

    /**
     * Whether a loss can be seen at all: the receiver met the gap, or nothing was ever answered. The
     * loss of what had arrived before leaves no trace.
     */
    private void found(Guest guest) {
        long lost = view.lostBefore(guest) + view.lostAfter(guest);
        boolean gapsAreLosses = recording.counter(guest.other(), "out_of_seq_request") > 0
                && recording.counter(guest.other(), "send_rnr_err") == 0;
        boolean pulled = recording.file().equals("roce-cable-pulled.pcap");
        boolean readAnswers = recording.file().contains("-read-") && guest == Guest.A;
        // over the connection manager some of the lost may be its own
        boolean mads = view.count(guest, RawPacket::isMad) > 0;
        if (lost > 0 && !mads && (gapsAreLosses || pulled || readAnswers)) {
            claims.add("some of what " + guest + " lost is found", () -> {
                Analysis analysis = view.analysis();
                assertThat(analysis.both(guest, PsnCounts::lostBeforeTap)
                                + analysis.both(guest, PsnCounts::lostAfterTap)
                                + analysis.both(guest, PsnCounts::lostUndecided))
                        .isPositive();
            });
        }
    }
}
