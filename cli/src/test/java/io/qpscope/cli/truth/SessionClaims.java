package io.qpscope.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Service;
import io.qpscope.session.SessionSummary;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Which sessions there are, and what the programs know of each: messages, bytes, statuses. */
final class SessionClaims {
    private final View view;
    private final Claims claims;

    private SessionClaims(View view, Claims claims) {
        this.view = view;
        this.claims = claims;
    }

    static void add(View view, Claims claims) throws IOException {
        SessionClaims sessions = new SessionClaims(view, claims);
        sessions.count();
        for (Expected expected : Expected.of(view.recording())) {
            if (expected.service() == Service.RC) {
                sessions.reliable(expected);
            } else {
                for (Guest guest : Guest.values()) {
                    sessions.unreliable(expected, guest);
                }
            }
        }
        sessions.time();
    }

    private void count() {
        Integer connections = Expected.reliableConnections(view.recording());
        if (connections != null) {
            claims.add(
                    connections + " reliable connections",
                    () -> assertThat(view.analysis().sessions())
                            .filteredOn(session -> session.service() == Service.RC)
                            .hasSize(connections));
        }
    }

    private void reliable(Expected expected) {
        claims.add(
                expected + " is there, " + expected.count() + " times",
                () -> assertThat(view.analysis().sessions(expected)).hasSize(expected.count()));
        each(expected, "addresses", session -> {
            assertThat(Guest.A.owns(
                            session.peer(Analysis.side(session, Guest.A)).address()))
                    .isTrue();
            assertThat(Guest.B.owns(
                            session.peer(Analysis.side(session, Guest.B)).address()))
                    .isTrue();
            assertThat(session.transport()).isEqualTo("RoCEv2");
        });
        Guest first = firstRequester(expected);
        if (first != null) {
            each(
                    expected,
                    "side a is " + first,
                    session -> assertThat(first.owns(session.a().address())).isTrue());
        }
        pathMtu(expected);
        for (Guest guest : Guest.values()) {
            Flow flow = expected.from(guest);
            if (flow.isKnown()) {
                messages(expected, guest, flow);
                psns(expected, guest, flow);
                responses(expected, guest, expected.from(guest.other()));
            }
        }
    }

    private void pathMtu(Expected expected) {
        boolean shown = false;
        for (Guest guest : Guest.values()) {
            Flow flow = expected.from(guest);
            shown |= flow.isKnown() && flow.showsPathMtu();
        }
        int mtu = view.recording().pathMtu();
        if (shown) {
            each(
                    expected,
                    "path MTU " + mtu,
                    session -> assertThat(session.pathMtu()).isEqualTo(mtu));
        } else {
            each(
                    expected,
                    "path MTU " + mtu + " or unknown",
                    session -> assertThat(session.pathMtu()).isIn(null, mtu));
        }
    }

    private void messages(Expected expected, Guest guest, Flow flow) {
        eachDirection(
                expected,
                guest,
                "messages " + flow.messagesByVerb(),
                direction -> assertThat(direction.messages()).isEqualTo(flow.messagesByVerb()));
        eachDirection(
                expected,
                guest,
                flow.completed() + " messages complete",
                direction -> assertThat(direction.completedMessages()).isEqualTo(flow.completed()));
        Flow back = expected.from(guest.other());
        if (back.isKnown()) {
            long bytes = flow.requestBytes() + back.readBytes();
            long unseen = view.lostBefore(guest) * flow.pathMtu();
            eachDirection(
                    expected,
                    guest,
                    "payload of first transmissions " + bytes,
                    direction ->
                            assertThat(direction.payloadBytes()).isBetween(bytes - unseen, bytes));
        }
        if (!flow.sendsNothing()) {
            // where the file ends with the last packet, nothing shows that no more will come
            boolean endsThere = view.recording().file().equals("roce-peer-killed.pcap");
            String unknown = endsThere ? "UNKNOWN" : flow.status();
            eachDirection(
                    expected,
                    guest,
                    "outcome " + flow.status(),
                    direction ->
                            assertThat(direction.outcome().status()).isIn(flow.status(), unknown));
        }
    }

    private void psns(Expected expected, Guest guest, Flow flow) {
        if (flow.sendsNothing()) {
            eachDirection(
                    expected,
                    guest,
                    "no requests",
                    direction -> assertThat(direction.requests().firstPsn()).isNull());
        } else if (flow.startPsn() != null) {
            eachDirection(
                    expected,
                    guest,
                    "first PSN " + flow.startPsn(),
                    direction ->
                            assertThat(direction.requests().firstPsn()).isEqualTo(flow.startPsn()));
            int last = flow.lastPsn();
            Message end = flow.messages().get(flow.messages().size() - 1);
            int readsAt = last - (end.isRead() ? end.psns(flow.pathMtu()) - 1 : 0) & 0xffffff;
            eachDirection(
                    expected,
                    guest,
                    "last PSN " + last,
                    direction -> assertThat(direction.requests().lastPsn()).isIn(last, readsAt));
        }
    }

    private void responses(Expected expected, Guest guest, Flow asked) {
        if (asked.isKnown() && (asked.sendsNothing() || asked.startPsn() != null)) {
            Integer first = asked.firstResponsePsn();
            eachDirection(
                    expected,
                    guest,
                    "first response PSN " + first,
                    direction -> assertThat(direction.responses().firstPsn()).isEqualTo(first));
        }
    }

    /** Receivers of UC and UD send nothing, so each direction stands for itself. */
    private void unreliable(Expected expected, Guest guest) {
        Flow flow = expected.from(guest);
        if (!flow.isKnown() || flow.sendsNothing()) {
            return;
        }
        Guest peer = guest.other();
        String name = expected.service() + " from " + guest + " ";
        claims.add(name + "to QP " + expected.qpn(peer) + ": messages", () -> {
            DirectionSummary direction = unreliableDirection(expected, guest);
            boolean whole = view.lostBefore(guest) == 0;
            // a datagram is a message: those that never passed are not known of
            long seen = view.count(guest, packet -> packet.isData() && packet.isRequest());
            long messages = whole ? flow.messages().size() : seen;
            assertThat(direction.messages().stream().mapToLong(Long::longValue).sum())
                    .isEqualTo(messages);
            if (whole) {
                assertThat(direction.messages()).isEqualTo(flow.messagesByVerb());
            }
            long bytes = whole
                    ? flow.requestBytes()
                    : messages * flow.messages().get(0).size();
            assertThat(direction.payloadBytes()).isEqualTo(bytes);
        });
        claims.add(name + "proves no failure", () -> {
            assertThat(unreliableDirection(expected, guest).outcome().status())
                    .isIn("SUCCESS", "UNKNOWN");
        });
        if (flow.startPsn() != null && view.lostBefore(guest) == 0) {
            claims.add(name + "starts at PSN " + flow.startPsn(), () -> {
                assertThat(unreliableDirection(expected, guest).requests().firstPsn())
                        .isEqualTo(flow.startPsn());
                assertThat(unreliableDirection(expected, guest).requests().lastPsn())
                        .isEqualTo(flow.lastPsn());
            });
        }
    }

    private DirectionSummary unreliableDirection(Expected expected, Guest guest)
            throws IOException {
        Integer receiver = expected.qpn(guest.other());
        Integer sender = expected.service() == Service.UD ? expected.qpn(guest) : null;
        List<SessionSummary> found = view.analysis().sessions().stream()
                .filter(session -> session.service() == expected.service())
                .filter(session -> receiver.equals(
                        session.peer(Analysis.side(session, guest).other()).qpn()))
                .filter(session -> sender == null
                        || sender.equals(
                                session.peer(Analysis.side(session, guest)).qpn()))
                .filter(session -> Analysis.direction(session, guest).requests().firstPsn() != null)
                .toList();
        assertThat(found).hasSize(1);
        return Analysis.direction(found.get(0), guest);
    }

    /** Null when neither sent one. */
    private Guest firstRequester(Expected expected) {
        return view.packets().stream()
                .filter(packet -> packet.isData() && packet.isRequest() && packet.from() != null)
                .filter(packet -> {
                    Integer qpn = expected.qpn(packet.from().other());
                    return qpn == null || qpn == packet.destinationQp();
                })
                .map(RawPacket::from)
                .findFirst()
                .orElse(null);
    }

    private void time() {
        claims.add("the parts of a session's time sum to its duration", () -> {
            for (SessionSummary session : view.analysis().sessions()) {
                for (DirectionSummary direction : session.directions()) {
                    DirectionSummary.TimeShares time = direction.time();
                    long paused = time.paused() == null ? 0 : time.paused();
                    assertThat(time.sending()
                                    + time.rnrWait()
                                    + time.ackTimeout()
                                    + time.goBackN()
                                    + paused
                                    + time.cnpLimited()
                                    + time.idle())
                            .isEqualTo(session.durationNs());
                }
            }
        });
    }

    private void each(Expected expected, String claim, Consumer<SessionSummary> check) {
        claims.add(expected + ": " + claim, () -> {
            List<SessionSummary> found = view.analysis().sessions(expected);
            assertThat(found).as("sessions").isNotEmpty();
            found.forEach(check);
        });
    }

    private void eachDirection(
            Expected expected, Guest guest, String claim, Consumer<DirectionSummary> check) {
        each(
                expected,
                "from " + guest + " " + claim,
                session -> check.accept(Analysis.direction(session, guest)));
    }
}
