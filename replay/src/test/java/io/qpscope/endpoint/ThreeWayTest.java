package io.qpscope.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fabric.Link;
import io.qpscope.fault.Meddler;
import io.qpscope.finding.Rules;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;
import io.qpscope.session.TrackerResult;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Two readings of the specification against each other: the tracker sees the endpoint's packets and
 * must tell what the endpoint knows.
 */
class ThreeWayTest {
    private static final int RUNS = Integer.getInteger("qpscope.threeway.runs", 200);

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
        SplittableRandom random = new SplittableRandom(seed);
        Endpoint a = new Endpoint(profile, true, seed);
        Endpoint b = new Endpoint(profile, true, ~seed);
        Work work = new Work(a, b, random);
        work.connect(true, random);
        work.post(random);
        Analyst analyst = new Analyst();
        Link link = new Link(a, b, 100_000_000_000L, 2_000)
                .meddler(meddler)
                .taps(analyst.departures(), analyst.arrivals());
        String name = profile.name() + ", seed " + seed;
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

    private static long naks(Run run) {
        return run.result.sessions().get(0).direction(Side.B).naks().psnSequenceError();
    }
}
