package io.qpscope.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fabric.Link;
import io.qpscope.fault.Meddler;
import io.qpscope.finding.Finding;
import io.qpscope.finding.Rules;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Two readings of the specification against each other: the tracker sees the endpoint's packets and
 * must tell what the endpoint knows.
 */
class ThreeWayTest {
    private static final int RUNS = Integer.getInteger("qpscope.threeway.runs", 200);

    /** What the link did, or how the sender got over it: nobody's breach of the protocol. */
    private static final Set<String> WEATHER = Set.of(
            "RC-ACK-TIMEOUT",
            "RC-LOSS-AFTER-TAP",
            "RC-LOSS-BEFORE-TAP",
            "RC-LOSS-UNDECIDED",
            "RC-PSN-NAK-BURST",
            "RC-REORDERED",
            "RC-RNR-WAIT-LONG",
            "RC-SPURIOUS-RETRANSMIT");

    /** A device, and the rules that it breaks on a bad link. */
    private record Device(Profile profile, Set<String> quirks) {
        @Override
        public String toString() {
            return profile.toString();
        }
    }

    static final List<Device> DEVICES = List.of(
            new Device(Profile.IBTA, Set.of()),
            // The PSN sequence NAK behind an RNR NAK starts a sender that has not seen the latter.
            new Device(Profile.RXE, Set.of("RC-READ-RESUMED", "RC-RNR-WAIT-SHORT")),
            new Device(Profile.QIB, Set.of()),
            new Device(Profile.CX4, Set.of()),
            new Device(Profile.CX5, Set.of()),
            // After an RNR NAK, too, it repeats one packet, and its like has kept the others.
            new Device(Profile.CX6, Set.of("RC-PARTIAL-RESEND")),
            new Device(Profile.E810, Set.of()),
            // It acknowledges packets of a message that it then wants from the start.
            new Device(
                    Profile.IBTA.with(Profile.Recovery.GO_BACK_0),
                    Set.of("RC-ACK-BEYOND-RECEIVED")));

    /** A way to fail, and the status it ends with. */
    private record Failure(String status, Consumer<Pair> cause) {}

    private static final List<Failure> FAILURES = List.of(
            new Failure(
                    "REM_ACCESS_ERR", p -> p.post(p.bytes(Verb.RDMA_WRITE, 1, 8).remote(1, 0))),
            new Failure("REM_INV_REQ_ERR", p -> p.receive(1, 7).post(p.bytes(Verb.SEND, 1, 8))),
            new Failure("REM_OP_ERR", ThreeWayTest::receiveForeign));

    private static void receiveForeign(Pair pair) {
        pair.qpB.postReceive(1, 99, pair.memoryB.address(), 100);
        pair.post(pair.bytes(Verb.SEND, 1, 8));
    }

    /** One run, and what was made of it. */
    private record Run(String name, Work work, Endpoint a, Endpoint b, TrackerResult result) {
        DirectionSummary requests() {
            List<SessionSummary> sessions = result.sessions();
            assertThat(sessions).as(name).hasSize(1);
            SessionSummary session = sessions.get(0);
            assertThat(session.a().qpn()).as(name).isEqualTo(work.requester.qpn());
            assertThat(session.b().qpn()).as(name).isEqualTo(work.responder.qpn());
            return session.direction(Side.A);
        }
    }

    private static Run run(Profile profile, long seed, Meddler meddler) {
        return run(profile, seed, meddler, false);
    }

    /**
     * Drives one requester's work to its end.
     *
     * @param late receives are posted one by one, every 10 us
     */
    private static Run run(Profile profile, long seed, Meddler meddler, boolean late) {
        SplittableRandom random = new SplittableRandom(seed);
        Endpoint a = new Endpoint(profile, true, seed);
        Endpoint b = new Endpoint(profile, true, ~seed);
        Work work = new Work(a, b, random);
        work.connect(true, random);
        work.post(random, late);
        Analyst analyst = new Analyst();
        Link link = new Link(a, b, 100_000_000_000L, 2_000)
                .meddler(meddler)
                .taps(analyst.departures(), analyst.arrivals());
        String name = profile + ", seed " + seed;
        while (late && !link.run(link.now() + 10_000) && work.feed()) {}
        assertThat(link.run(100_000_000_000L)).as(name).isTrue();
        work.check(name);
        return new Run(name, work, a, b, analyst.finish());
    }

    @Test
    void withoutFaultsThereIsNothingToFind() {
        for (long seed = 1; seed <= RUNS; seed++) {
            Run run = run(Profile.IBTA, seed, Meddler.NONE);
            assertThat(Rules.judge(run.result)).as(run.name).isEmpty();
            DirectionSummary requests = run.requests();
            assertThat(requests.outcome().status()).as(run.name).isEqualTo("SUCCESS");
            assertThat(requests.completedMessages()).as(run.name).isEqualTo(Work.OPERATIONS);
            assertThat(requests.requests().retransmittedPackets()).as(run.name).isZero();
        }
    }

    /** One request lost behind the tap: the tracker counts as many NAKs and duplicates as B. */
    @Test
    void aRequestLostBehindTheTapIsToldAsTheResponderTellsIt() {
        for (long seed = 1; seed <= RUNS; seed++) {
            SplittableRandom random = new SplittableRandom(~seed);
            int which = 1 + random.nextInt(30);
            int[] sent = {0};
            Run run = run(Profile.IBTA, seed, (fromA, packet, at, length, now, fate) -> {
                if (fromA && ++sent[0] == which) {
                    fate.drop();
                }
            });
            DirectionSummary requests = run.requests();
            assertThat(requests.outcome().status()).as(run.name).isEqualTo("SUCCESS");
            assertThat(requests.completedMessages()).as(run.name).isEqualTo(Work.OPERATIONS);
            // Of a request that is sent again and only then answered one tap can't tell what was
            // lost.
            long duplicates = run.b.counters().duplicateRequest;
            assertThat(requests.requests().duplicatePackets())
                    .as(run.name)
                    .isBetween(duplicates, duplicates + requests.requests().lostUndecided());
            assertThat(naks(run)).as(run.name).isEqualTo(run.b.counters().outOfSeqRequest);
        }
    }

    /**
     * Packets lost, doubled and late both ways, and half the runs with receives that come late: the
     * tracker's outcome is that of the completions, and of what it finds only that remains which the
     * device is known for.
     */
    @ParameterizedTest
    @FieldSource("DEVICES")
    void onABadLinkOutcomesAgreeAndOnlyKnownQuirksAreFound(Device device) {
        Set<String> found = new TreeSet<>();
        for (long seed = 1; seed <= RUNS; seed++) {
            Meddler bad = BadLink.of(new SplittableRandom(~seed), 0.03);
            Run run = run(device.profile, seed, bad, seed % 2 == 0);
            DirectionSummary requests = run.requests();
            assertThat(requests.outcome().status()).as(run.name).isEqualTo("SUCCESS");
            assertThat(requests.completedMessages()).as(run.name).isEqualTo(Work.OPERATIONS);
            for (Finding finding : Rules.judge(run.result)) {
                String id = finding.rule().id();
                if (!WEATHER.contains(id)) {
                    found.add(id);
                    assertThat(device.quirks).as(run.name + ": " + finding).contains(id);
                }
            }
        }
        assertThat(found).isEqualTo(device.quirks);
    }

    /** Refusals; an exhausted counter shows on the wire only to who knows the counter. */
    @Test
    void failuresAreToldByTheStatusOfTheirCompletion() {
        for (Failure failure : FAILURES) {
            Pair pair = new Pair(new QpAttributes());
            Analyst analyst = new Analyst();
            pair.link.taps(analyst.departures(), analyst.arrivals());
            failure.cause.accept(pair);
            pair.run();
            String status = pair.doneA().get(0).status().toString();
            assertThat(status).isEqualTo(failure.status);
            SessionSummary session = analyst.finish().sessions().get(0);
            assertThat(session.direction(Side.A).outcome().status()).isEqualTo(status);
        }
    }

    private static long naks(Run run) {
        return run.result.sessions().get(0).direction(Side.B).naks().psnSequenceError();
    }
}
