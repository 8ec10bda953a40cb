package io.qpscope.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * That the packets agree with the kernels' counters. These hold without the analyzer: they show
 * that the other claims compare what can be compared.
 */
final class PacketClaims {
    private static final Pattern BETWEEN = Pattern.compile("from tap[AB]: (\\d+)");

    private final View view;
    private final Recording recording;
    private final Claims claims;

    private PacketClaims(View view, Claims claims) {
        this.view = view;
        this.recording = view.recording();
        this.claims = claims;
    }

    static void add(View view, Claims claims) {
        PacketClaims packets = new PacketClaims(view, claims);
        for (Guest guest : Guest.values()) {
            packets.leaving(guest);
        }
        packets.refused();
    }

    private void leaving(Guest guest) {
        if (leavesUnharmed(guest)) {
            claims.add(
                    "all that " + guest + " sent is in the file",
                    () -> assertThat(view.seen(guest)).isEqualTo(recording.sent(guest)));
            claims.add("NAKs in the file are those that " + guest + " counted", () -> {
                assertThat(view.count(guest, RawPacket::isSequenceNak))
                        .isEqualTo(recording.counter(guest, "out_of_seq_request"));
                assertThat(view.count(guest, RawPacket::isRnrNak))
                        .isEqualTo(recording.counter(guest, "send_rnr_err"));
            });
        } else if (recording.column("impairment").contains(guest + "[loss")) {
            claims.add(
                    "all in the file from " + guest + " arrived",
                    () -> assertThat(view.seen(guest))
                            .isEqualTo(recording.received(guest.other())));
        }
        claims.add(
                "no more RoCE packets from " + guest + " vanished than netem dropped frames",
                () -> assertThat(view.lostBefore(guest) + view.lostAfter(guest))
                        .isLessThanOrEqualTo(dropped()));
    }

    /** Netem's delay and mark keep every packet. */
    private boolean leavesUnharmed(Guest guest) {
        String impairment = recording.column("impairment");
        boolean lossy = impairment.contains(guest + "[loss") && !impairment.contains("ecn");
        boolean between = impairment.contains(guest + ":bridge") && isFar(guest);
        return !lossy && !between && !impairment.contains(guest + "[duplicate");
    }

    /** The other guest's tap is behind the bridge. */
    private boolean isFar(Guest guest) {
        return !view.isWhole() && view.tap() != guest.tap();
    }

    private long dropped() {
        if (recording.file().equals("roce-cable-pulled.pcap")
                || recording.file().equals("roce-mckey.pcap")) {
            // the cable has no counter; a multicast sender hears itself
            return Long.MAX_VALUE;
        }
        long dropped = 0;
        for (Guest guest : Guest.values()) {
            dropped += recording.counter(guest, "netem_dropped");
        }
        Matcher between = BETWEEN.matcher(recording.column("note"));
        while (between.find()) {
            dropped += Long.parseLong(between.group(1));
        }
        return dropped;
    }

    private void refused() {
        claims.add("what A refused in roce-corrupt had a wrong ICRC; all others are right", () -> {
            boolean corrupt = recording.column("impairment").contains("corrupt");
            long refused = recording.received(Guest.A) - recording.counter(Guest.A, "rcvd_pkts");
            assertThat(view.badIcrc(Guest.B)).isEqualTo(corrupt ? refused : 0);
            assertThat(view.badIcrc(Guest.A)).isZero();
        });
    }
}
