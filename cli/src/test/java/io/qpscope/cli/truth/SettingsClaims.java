package io.qpscope.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.PairedBy;
import io.qpscope.session.Service;
import io.qpscope.session.SessionSummary;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Queue pair attributes that the commands ask for, against what the packets let one infer. */
final class SettingsClaims {
    /** Nanoseconds by RNR timer code, for the codes our commands use. */
    private static final Map<Integer, Long> RNR_TIMER = Map.of(
            12, 640_000L,
            14, 1_280_000L,
            18, 5_120_000L);

    /** What librdmacm and rxe agree on; the logs show it as the queue pairs' attributes. */
    private static final int CM_TIMEOUT = 19;

    private final View view;
    private final Recording recording;
    private final Claims claims;
    private final Expected expected;

    private SettingsClaims(View view, Claims claims, Expected expected) {
        this.view = view;
        this.recording = view.recording();
        this.claims = claims;
        this.expected = expected;
    }

    static void add(View view, Claims claims) throws IOException {
        for (Expected expected : Expected.of(view.recording())) {
            SettingsClaims settings = new SettingsClaims(view, claims, expected);
            if (expected.qpnA() != null && expected.qpnB() != null) {
                settings.pairing();
            }
            if (expected.service() == Service.RC) {
                for (Guest guest : Guest.values()) {
                    settings.timers(guest);
                    settings.trafficClass(guest);
                }
            }
        }
    }

    private boolean overCm() {
        String client = recording.command(Guest.B);
        return client.contains("--cm")
                || client.contains(" -R ")
                || client.startsWith("rping ")
                || client.startsWith("ucmatose ");
    }

    private void pairing() {
        if (overCm()) {
            each("paired by CM", session -> {
                assertThat(session.pairedBy()).isEqualTo(PairedBy.CM);
                assertThat(session.cm().rejectReason()).isNull();
            });
            for (Guest guest : Guest.values()) {
                inForce(guest);
            }
        } else {
            each(
                    "paired by the exchange over TCP",
                    session -> assertThat(session.pairedBy()).isEqualTo(PairedBy.OOB));
        }
    }

    /** Rlab prints its queue pairs' attributes; CM need not have told all of them. */
    private void inForce(Guest guest) {
        Integer start = expected.from(guest).startPsn();
        if (start != null) {
            eachDirection(guest, "CM gave PSN " + start + ", timeout 19, retries 7", direction -> {
                assertThat(direction.inForce().startPsn()).isEqualTo(start);
                assertThat(direction.inForce().ackTimeoutExponent()).isIn(null, CM_TIMEOUT);
                assertThat(direction.inForce().rnrRetryCount()).isIn(null, 7);
                assertThat(direction.inForce().retryCount()).isIn(null, 7);
            });
        }
    }

    private void timers(Guest guest) {
        int exponent = overCm() ? CM_TIMEOUT : option(recording.command(guest), "--timeout", 14);
        eachDirection(guest, "ACK timeout exponent " + exponent + " if any", direction -> {
            List<Integer> range = direction.inferred().ackTimeoutExponentRange();
            if (range != null) {
                assertThat(exponent).isBetween(range.get(0), range.get(1));
            }
        });
        eachDirection(
                guest,
                "goes back N if at all",
                direction ->
                        assertThat(direction.inferred().lossRecovery()).isIn(null, "GO_BACK_N"));
        if (recording.counter(guest, "rcvd_rnr_err") > 0) {
            int code = option(recording.command(guest.other()), "--rnrtimer", 12);
            eachDirection(guest, "was told RNR timer " + code, direction -> {
                assertThat(direction.inferred().rnrTimerNs()).isEqualTo(RNR_TIMER.get(code));
            });
        }
        if (recording.counter(guest, "retry_exceeded_err") > 0) {
            int retries = option(recording.command(guest), "--retry", 7);
            eachDirection(
                    guest,
                    "retried " + retries + " times",
                    direction -> assertThat(direction.inferred().retryCount()).isIn(null, retries));
        }
    }

    private static int option(String command, String name, int otherwise) {
        String value = Workload.option(command, name + " (\\d+)");
        return value == null ? otherwise : Integer.parseInt(value);
    }

    private void trafficClass(Guest guest) {
        String command = recording.command(guest);
        String value = Workload.option(command, "--tclass[= ](\\d+)");
        int dscp = value == null ? 0 : Integer.parseInt(value) >> 2;
        boolean sends = view.count(guest, RawPacket::isData) > 0;
        eachDirection(
                guest,
                "DSCP " + dscp,
                direction ->
                        assertThat(direction.dscp()).isEqualTo(sends ? List.of(dscp) : List.of()));
    }

    private void each(String claim, Consumer<SessionSummary> check) {
        claims.add(expected + ": " + claim, () -> {
            List<SessionSummary> found = view.analysis().sessions(expected);
            assertThat(found).as("sessions").isNotEmpty();
            found.forEach(check);
        });
    }

    private void eachDirection(Guest guest, String claim, Consumer<DirectionSummary> check) {
        each(
                "from " + guest + " " + claim,
                session -> check.accept(Analysis.direction(session, guest)));
    }
}
