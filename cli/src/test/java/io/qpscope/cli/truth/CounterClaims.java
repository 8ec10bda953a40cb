package io.qpscope.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.Service;
import io.qpscope.session.TrackerResult;
import io.qpscope.session.Verb;

import java.io.IOException;
import java.util.List;

/** What the kernels counted, summed over all connections of a recording. */
final class CounterClaims {
    private final View view;
    private final Recording recording;
    private final Claims claims;
    private final List<Expected> expected;

    private CounterClaims(View view, Claims claims) throws IOException {
        this.view = view;
        this.recording = view.recording();
        this.claims = claims;
        this.expected = Expected.of(recording);
    }

    static void add(View view, Claims claims) throws IOException {
        CounterClaims counters = new CounterClaims(view, claims);
        counters.checksums();
        for (Guest guest : Guest.values()) {
            counters.packets(guest);
            counters.naks(guest);
            counters.duplicates(guest);
            counters.retransmissions(guest);
            counters.copies(guest);
            counters.order(guest);
            counters.congestion(guest);
            counters.received(guest);
        }
    }

    private void checksums() {
        long roce = view.packets().size();
        long copies = view.copies(Guest.A) + view.copies(Guest.B);
        long bad = view.badIcrc(Guest.A) + view.badIcrc(Guest.B);
        claims.add(bad + " bad ICRC", () -> {
            TrackerResult.IcrcCounts icrc = view.analysis().result().icrc();
            assertThat(icrc.bad()).isEqualTo(bad);
            assertThat(icrc.checked()).isGreaterThanOrEqualTo(roce + copies);
            assertThat(icrc.unchecked()).isZero();
        });
        claims.add(bad + " bad ICRC, at most, in what B sent", () -> {
            assertThat(view.analysis().sum(Guest.B, DirectionSummary::badIcrc))
                    .isLessThanOrEqualTo(bad);
            assertThat(view.analysis().sum(Guest.A, DirectionSummary::badIcrc)).isZero();
        });
    }

    private void packets(Guest guest) {
        long good = view.count(guest, RawPacket::isData);
        claims.add(guest + " sent " + good + " packets to queue pairs other than 1", () -> {
            // a spoiled packet may or may not be told apart
            assertThat(view.analysis().sum(guest, DirectionSummary::packets))
                    .isBetween(good, good + view.badIcrc(guest));
        });
    }

    private void naks(Guest guest) {
        boolean allSeen = view.lostBefore(guest) == 0;
        long naks = allSeen
                ? recording.counter(guest, "out_of_seq_request")
                : view.count(guest, RawPacket::isSequenceNak);
        claims.add(guest + " sent " + naks + " PSN sequence NAKs", () -> {
            assertThat(naks).isLessThanOrEqualTo(recording.counter(guest, "out_of_seq_request"));
            assertThat(view.analysis().sum(guest, d -> d.naks().psnSequenceError()))
                    .isEqualTo(naks);
        });
        if (allSeen) {
            long rnr = recording.counter(guest, "send_rnr_err");
            claims.add(
                    guest + " sent " + rnr + " RNR NAKs",
                    () -> assertThat(view.analysis().sum(guest, DirectionSummary::rnrNaks))
                            .isEqualTo(rnr));
        }
        claims.add(guest + " sent the NAK that failed the peer's request", () -> {
            Analysis analysis = view.analysis();
            assertThat(List.of(
                            analysis.sum(guest, d -> d.naks().remoteAccessError()),
                            analysis.sum(guest, d -> d.naks().invalidRequest()),
                            analysis.sum(guest, d -> d.naks().remoteOperationalError())))
                    .isEqualTo(List.of(
                            failures(guest.other(), "REM_ACCESS_ERR"),
                            failures(guest.other(), "REM_INV_REQ_ERR"),
                            failures(guest.other(), "REM_OP_ERR")));
        });
    }

    private long failures(Guest guest, String status) {
        return expected.stream()
                .filter(e -> e.from(guest).status().equals(status))
                .count();
    }

    /** The receiver's kernel counts them; what got lost behind the tap may be more of them. */
    private void duplicates(Guest guest) {
        if (recording.file().equals("roce-peer-killed.pcap")) {
            // the queue pair is gone: nobody counts what it would have taken
            return;
        }
        long counted = recording.counter(guest.other(), "duplicate_request");
        long behind = view.lostAfter(guest);
        claims.add(
                guest + " sent " + counted
                        + (behind > 0 ? " duplicates or a few more" : " duplicates"),
                () -> assertThat(view.analysis().requests(guest, PsnCounts::duplicatePackets))
                        .isBetween(behind > 0 ? 0 : counted, counted + behind));
    }

    private void retransmissions(Guest guest) {
        long seen = view.count(guest, packet -> packet.isData() && packet.isRequest());
        long timeouts = recording.counter(guest, "completer_retry_err");
        boolean resends = timeouts > 0
                || recording.counter(guest, "rcvd_rnr_err") > 0
                || recording.counter(guest, "rcvd_seq_err") > 0;
        if (!resends) {
            claims.add(
                    guest + " resent nothing",
                    () -> assertThat(view.analysis()
                                    .requests(guest, PsnCounts::retransmittedPackets))
                            .isZero());
        } else if (!expected.isEmpty()
                && expected.stream().allMatch(e -> e.from(guest).isKnown())) {
            long different = expected.stream()
                    .mapToLong(e -> (long) e.count() * e.from(guest).packets())
                    .sum();
            long least = seen - different;
            long most = least + view.lostBefore(guest) + view.badIcrc(guest);
            claims.add(
                    guest + " resent " + least + " to " + most,
                    () -> assertThat(view.analysis()
                                    .requests(guest, PsnCounts::retransmittedPackets))
                            .isBetween(least, most));
        }
        // gave up: every retry shows, and nothing else was there to retry
        boolean gaveUp = recording.counter(guest, "retry_exceeded_err") > 0;
        claims.add(
                guest + " timed out " + (gaveUp ? "" : "at most ") + timeouts + " times",
                () -> assertThat(view.analysis().sum(guest, DirectionSummary::timeouts))
                        .isBetween(gaveUp ? timeouts : 0, timeouts));
    }

    private void copies(Guest guest) {
        long duplicated = view.duplicated(guest);
        boolean countable = view.count(guest, RawPacket::isAck) == 0;
        claims.add(
                duplicated + " network duplicates from " + guest,
                () -> assertThat(view.analysis().both(guest, PsnCounts::networkDuplicates))
                        .isBetween(countable ? duplicated : 0, duplicated));
        claims.add(
                view.copies(guest) + " copies by the capture from " + guest,
                () -> assertThat(view.analysis().both(guest, PsnCounts::captureDuplicates))
                        .isEqualTo(view.copies(guest)));
    }

    private void order(Guest guest) {
        boolean reordered = recording.column("impairment").contains(guest + "[delay 8ms reorder");
        if (reordered) {
            long late = lateFirstArrivals(guest);
            claims.add(
                    late + " requests from " + guest + " arrived late",
                    () -> assertThat(view.analysis().requests(guest, PsnCounts::outOfOrderPackets))
                            .isEqualTo(late));
        } else if (view.lostBefore(guest) == 0 && view.badIcrc(guest) == 0) {
            claims.add(
                    "nothing from " + guest + " out of order",
                    () -> assertThat(view.analysis().both(guest, PsnCounts::outOfOrderPackets))
                            .isZero());
        }
        boolean allPassed = expected.stream().allMatch(e -> e.service() == Service.RC)
                && expected.stream()
                        .allMatch(e -> e.fromA().succeeds() && e.fromB().succeeds());
        long most = allPassed ? 0 : view.lostBefore(guest);
        claims.add(
                "no PSN from " + guest + " missing" + (most > 0 ? " but " + most : ""),
                () -> assertThat(view.analysis().both(guest, PsnCounts::missingPackets))
                        .isBetween(0L, most));
    }

    private long lateFirstArrivals(Guest guest) {
        boolean[] known = new boolean[1 << 24];
        int highest = -1;
        long late = 0;
        for (RawPacket packet : view.packets()) {
            if (packet.from() == guest && packet.isRequest() && packet.isData()) {
                if (!known[packet.psn()] && packet.psn() < highest) {
                    late++;
                }
                known[packet.psn()] = true;
                highest = Math.max(highest, packet.psn());
            }
        }
        return late;
    }

    private void congestion(Guest guest) {
        long marked = recording.counter(guest.other(), "IpExt:InCEPkts");
        claims.add(guest + " sent no CNP, and " + marked + " packets arrived marked", () -> {
            assertThat(view.count(guest, packet -> packet.ecn() == 3)).isEqualTo(marked);
            assertThat(view.analysis().sum(guest, DirectionSummary::ceMarked)).isEqualTo(marked);
            assertThat(view.analysis().sum(guest, DirectionSummary::cnps)).isZero();
        });
    }

    /** Each receive that a message of the peer used up was counted, MADs included. */
    private void received(Guest guest) {
        boolean well = expected.stream().allMatch(e -> e.from(guest).succeeds());
        if (!well || recording.file().equals("roce-loss-ud.pcap")) {
            return;
        }
        long mads = view.count(guest, RawPacket::isMad);
        long messages = recording.counter(guest.other(), "rdma_recvs") - mads;
        claims.add(
                messages + " messages from " + guest + " used up a receive",
                () -> assertThat(view.analysis().sum(guest, CounterClaims::usingReceives))
                        .isEqualTo(messages));
    }

    private static long usingReceives(DirectionSummary direction) {
        return direction.messagesOf(Verb.SEND)
                + direction.messagesOf(Verb.SEND_IMM)
                + direction.messagesOf(Verb.SEND_INV)
                + direction.messagesOf(Verb.WRITE_IMM);
    }
}
