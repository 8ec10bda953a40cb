package io.qpscope.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fabric.Tap;
import io.qpscope.fault.Meddler;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Published figures that an endpoint in virtual time must meet. */
class SimulationTargetsTest {
    private static final int BTH = 28;

    /** RNR waits by timer code in hundredths of a millisecond (qib_rc.c). */
    private static final int[] RNR_10US = {
        65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024,
        1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152,
    };

    /** Receive requests by credit code (qib_rc.c). */
    private static final int[] CREDITS = {
        0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536,
        2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768,
    };

    private static Meddler dropFirst(boolean fromA, int operation) {
        boolean[] dropped = {false};
        return (direction, packet, at, length, now, fate) -> {
            int code = packet.get(at + BTH) & 0xff;
            if (direction == fromA && code == operation && !dropped[0]) {
                dropped[0] = true;
                fate.drop();
            }
        };
    }

    private static List<Long> gaps(List<Log.Line> lines) {
        List<Long> gaps = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            gaps.add(lines.get(i).atNs() - lines.get(i - 1).atNs());
        }
        return gaps;
    }

    /** Between T and 4T; ours waits T. */
    @ParameterizedTest
    @CsvSource({"8, 1048576", "14, 67108864", "20, 4294967296"})
    void aLostTailIsSentAgainWhenTheAckTimeoutIsOver(int exponent, long timeoutNs) {
        Pair pair = new Pair(new QpAttributes().timeout(exponent));
        Log log = new Log();
        pair.link.meddler(dropFirst(true, Opcode.WRITE_ONLY)).taps(log, Tap.NONE);
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(gaps(log.from(true, "RC_RDMA_WRITE_ONLY"))).containsExactly(timeoutNs);
    }

    @Test
    void silenceIsEightRoundsOf67MillisecondsWithRetryCount7() {
        Pair pair = new Pair(new QpAttributes().timeout(14).retryCnt(7));
        Log log = new Log();
        pair.link
                .meddler((fromA, packet, at, length, now, fate) -> fate.drop())
                .taps(log, Tap.NONE);
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8))
                .post(pair.bytes(Verb.RDMA_READ, 2, 8))
                .run();
        assertThat(pair.doneA()).hasToString("[1 RETRY_EXC_ERR, 2 WR_FLUSH_ERR]");
        assertThat(log.from(true, "RC_RDMA_WRITE_ONLY")).hasSize(8);
        assertThat(pair.link.now()).isBetween(536_870_912L, 536_900_000L);
    }

    @Test
    void rxeNeverGivesUpWithRetryCount7() {
        Pair pair = new Pair(Profile.RXE, new QpAttributes().timeout(8).retryCnt(7), QpType.RC);
        pair.link.meddler((fromA, packet, at, length, now, fate) -> fate.drop());
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8));
        assertThat(pair.link.run(1_000_000_000L)).isFalse();
        assertThat(pair.doneA()).isEmpty();
        assertThat(pair.a.counters().sentPkts).isGreaterThan(900);
    }

    @Test
    void everyRnrTimerCodeIsWaitedFor() {
        for (int code = 0; code < RNR_10US.length; code++) {
            Pair pair = new Pair(new QpAttributes().minRnrTimer(code).rnrRetry(1));
            Log log = new Log();
            pair.link.taps(log, log);
            pair.post(pair.bytes(Verb.SEND, 1, 8)).run();
            List<Log.Line> sends = log.from(true, "RC_SEND_ONLY");
            List<Log.Line> naks = log.from(false, "RC_ACKNOWLEDGE");
            // Departures and arrivals, in turns.
            long heard = naks.get(1).atNs();
            long again = sends.get(2).atNs();
            assertThat(naks.get(1).syndrome()).isEqualTo(0x20 | code);
            assertThat(again - heard).as("code %d", code).isEqualTo(RNR_10US[code] * 10_000L);
        }
    }

    /** A receiver that is late 47 times, with timer code 0: half a minute without an error. */
    @Test
    void timerCodeZeroMakesSilentSecondsOfEachLateBuffer() {
        Pair pair = new Pair(new QpAttributes().minRnrTimer(0).rnrRetry(7));
        for (int i = 0; i < 47; i++) {
            pair.post(pair.bytes(Verb.SEND, i, 8));
            pair.link.run(pair.link.now() + 100_000);
            pair.receive(i, 100);
            while (pair.qpA.pending() > 0) {
                pair.link.run(pair.link.now() + 1_000_000);
            }
        }
        assertThat(pair.doneA()).hasSize(47).allMatch(done -> done.status() == WcStatus.SUCCESS);
        assertThat(pair.b.counters().sendRnrErr).isEqualTo(47);
        assertThat(pair.link.now()).isBetween(30_800_000_000L, 31_000_000_000L);
    }

    @Test
    void creditsAreToldByTheLargestCodeThatIsThere() {
        for (int posted : new int[] {1, 2, 3, 5, 6, 7, 8, 100, 127, 128}) {
            Pair pair = new Pair();
            Log log = new Log();
            pair.link.taps(log, Tap.NONE);
            for (int i = 0; i < posted; i++) {
                pair.receive(i, 8);
            }
            pair.post(pair.bytes(Verb.SEND, 1, 8)).run();
            int code = log.from(false, "RC_ACKNOWLEDGE").get(0).syndrome();
            int left = posted - 1;
            assertThat(CREDITS[code]).isLessThanOrEqualTo(left);
            assertThat(CREDITS[code + 1]).isGreaterThan(left);
            assertThat(Aeth.credits(code)).isEqualTo(CREDITS[code]);
        }
    }

    @Test
    void sendsWaitForCreditsAndOneMayAlwaysAsk() {
        Pair pair = new Pair();
        Log log = new Log();
        pair.link.taps(log, Tap.NONE);
        pair.receive(1, 8).receive(2, 8);
        for (int i = 1; i <= 4; i++) {
            pair.post(pair.bytes(Verb.SEND, i, 8));
        }
        pair.link.run(50_000);
        // Two were received, the third went to ask and was told to wait; the fourth stays.
        assertThat(log.from(true, "RC_SEND_ONLY"))
                .extracting(Log.Line::psn)
                .containsExactly(0, 1, 2);
        assertThat(pair.b.counters().sendRnrErr).isEqualTo(1);
        pair.receive(3, 8).receive(4, 8).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS, 2 SUCCESS, 3 SUCCESS, 4 SUCCESS]");
    }

    /** Doubled from a 64th of the timeout on, and never longer than it. */
    @Test
    void adaptiveRetransmissionClimbsToTheTimeout() {
        Pair pair = new Pair(Profile.CX6, new QpAttributes().timeout(14).retryCnt(7), QpType.RC);
        Log log = new Log();
        pair.link
                .meddler((fromA, packet, at, length, now, fate) -> fate.drop())
                .taps(log, Tap.NONE);
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8)).run();
        assertThat(pair.doneA()).hasToString("[1 RETRY_EXC_ERR]");
        long timeout = 67_108_864;
        assertThat(gaps(log.from(true, "RC_RDMA_WRITE_ONLY")))
                .containsExactly(
                        timeout / 64,
                        timeout / 32,
                        timeout / 16,
                        timeout / 8,
                        timeout / 4,
                        timeout / 2,
                        timeout);
        assertThat(pair.link.now()).isLessThanOrEqualTo(7 * timeout);
    }

    /** The last packet but one of a READ's answer is lost, and the last one is its only trace. */
    @Test
    void aLostReadResponseCostsAnE810AWholeTimeoutAndACx5AFewMicroseconds() {
        assertThat(timeOfReadThatLosesAResponse(Profile.CX5)).isLessThan(20_000);
        assertThat(timeOfReadThatLosesAResponse(Profile.E810)).isGreaterThan(67_108_864);
    }

    private static long timeOfReadThatLosesAResponse(Profile profile) {
        Pair pair = new Pair(profile, new QpAttributes().timeout(14), QpType.RC);
        pair.link.meddler(dropFirst(false, Opcode.READ_RESPONSE_MIDDLE));
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 3000)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        return pair.link.now();
    }

    @Test
    void migReqIsSetByAllButRxeAndE810() {
        for (Profile profile : Profile.all()) {
            Pair pair = new Pair(profile, new QpAttributes(), QpType.RC);
            Log log = new Log();
            pair.link.taps(log, Tap.NONE);
            pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 8)).run();
            boolean clear = profile == Profile.RXE || profile == Profile.E810;
            assertThat(log.lines).hasSize(2).allMatch(line -> line.migReq() != clear);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 512, 1024, 2048, 4096})
    void aReadTakesOnePsnAPathMtuAndAtLeastOne(int mtu) {
        for (int length : new int[] {0, 1, mtu, mtu + 1, Pair.SIZE}) {
            Pair pair = new Pair(new QpAttributes().pathMtu(mtu).sqPsn(0xfffff0));
            Log log = new Log();
            pair.link.taps(log, Tap.NONE);
            pair.post(pair.bytes(Verb.RDMA_READ, 1, length))
                    .post(pair.bytes(Verb.RDMA_WRITE, 2, 0))
                    .run();
            int psns = Math.max(1, (length + mtu - 1) / mtu);
            int next = log.from(true, "RC_RDMA_WRITE_ONLY").get(0).psn();
            assertThat(next).isEqualTo((0xfffff0 + psns) & 0xff_ffff);
        }
    }

    @Test
    void fourMebibytesAre4096Psns() {
        Pair pair = new Pair();
        int size = 4 << 20;
        MemoryRegion here = pair.a.memory().register(ByteBuffer.allocate(size), Access.ALL);
        MemoryRegion there = pair.b.memory().register(ByteBuffer.allocate(size), Access.ALL);
        Log log = new Log();
        pair.link.taps(log, Tap.NONE);
        pair.post(pair.request
                        .of(Verb.RDMA_READ, 1)
                        .local(here.key(), here.address(), size)
                        .remote(there.key(), there.address()))
                .post(pair.bytes(Verb.RDMA_WRITE, 2, 0))
                .run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS, 2 SUCCESS]");
        assertThat(log.from(true, "RC_RDMA_WRITE_ONLY").get(0).psn()).isEqualTo(4096);
    }
}
