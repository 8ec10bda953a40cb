package io.qpscope.session;

import static io.qpscope.session.Side.A;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Observation.Kind;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** Memory is bounded, and what was cut is told. */
class LimitTest extends Dialogue {
    private static final int FLOWS = 100_000;

    @Test
    void aHundredThousandFlowsOfOnePacketStayWithinTheLimit() {
        limited(100);
        for (int i = 0; i < FLOWS; i++) {
            Packet packet = a.send(i);
            packet.destQp = 16 + i;
            at(i, packet);
        }
        Told told = finish();
        assertThat(told.sessions()).isLessThanOrEqualTo(100);
        assertThat(told.observed(Kind.LIMIT_REACHED)).hasSize(1);
        assertThat(told.observed(Kind.LIMIT_REACHED).get(0).value()).isPositive();
    }

    @Test
    void flowsAreKeptWhereTheLimitAllowsAndAreSmall() {
        int flows = 10_000;
        long before = used();
        for (int i = 0; i < flows; i++) {
            Packet packet = a.send(i);
            packet.destQp = 16 + i;
            at(i, packet);
        }
        long bytes = (used() - before) / flows;
        Told told = finish();
        assertThat(told.sessions()).isEqualTo(flows);
        assertThat(told.observed(Kind.LIMIT_REACHED)).isEmpty();
        assertThat(bytes).as("bytes a flow").isLessThan(16_384);
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    @Test
    void aHundredThousandConnectionRequestsStayWithinTheLimit() {
        limited(100);
        for (int i = 0; i < FLOWS; i++) {
            a.cm.commId = i + 1;
            at(i, a.cm.req());
        }
        Told told = finish();
        assertThat(told.sessions()).isLessThanOrEqualTo(100);
        assertThat(told.observed(Kind.LIMIT_REACHED)).hasSize(1);
    }

    @Test
    void aHundredThousandAddressPairsStayWithinTheLimit() {
        limited(100);
        long before = used();
        for (int i = 0; i < FLOWS; i++) {
            a.addressLow = 0xffff_0b00_0000L + i;
            at(i, a.send(5));
        }
        assertThat(used() - before).as("bytes").isLessThan(100L << 20);
        Told told = finish();
        assertThat(told.sessions()).isLessThanOrEqualTo(100);
        assertThat(told.observed(Kind.LIMIT_REACHED)).hasSize(1);
    }

    @Test
    void aOneWayFlowIsBounded() {
        long before = used();
        for (int i = 0; i < 100_000; i++) {
            at(i, a.send(i));
        }
        assertThat(used() - before).as("bytes").isLessThan(8L << 20);
        Told told = finish();
        assertThat(told.from(A).messagesOf(Verb.SEND)).isEqualTo(100_000);
        assertThat(told.requests(A).missingPackets()).isZero();
    }

    @Test
    void oneRetryStormIsBounded() {
        at(0, a.send(99), b.ack(99));
        for (int i = 0; i < 20_000; i++) {
            at(i * 100L, a.send(100), a.send(101), b.nak(100));
        }
        Told told = finish();
        assertThat(told.from(A).packets()).isEqualTo(40_001);
        assertThat(told.episodes().size()).isLessThanOrEqualTo(EpisodeLog.MAX_EPISODES + 1);
    }

    @Test
    void randomPacketsNeverThrow() {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            try {
                random(random, random.nextInt(4), seed % 4 == 0);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private static final int[] OPERATIONS = {
        Opcode.SEND_FIRST, Opcode.SEND_MIDDLE, Opcode.SEND_LAST, Opcode.SEND_ONLY,
        Opcode.WRITE_FIRST, Opcode.WRITE_ONLY_IMM, Opcode.READ_REQUEST, Opcode.CMP_SWAP,
        Opcode.FLUSH, Opcode.ATOMIC_WRITE,
    };

    /** Two queue pairs that say anything, at any time if the clock is jumpy. */
    private static void random(Random random, int spread, boolean jumpy) {
        Dialogue dialogue = new Dialogue() {};
        int range = new int[] {8, 64, 100_000, 1 << 24}[spread];
        int base = random.nextInt();
        for (int i = 0; i < 400; i++) {
            Host host = random.nextBoolean() ? dialogue.a : dialogue.b;
            if (random.nextInt(20) == 0) {
                host.ipIds = Host.IpIds.values()[random.nextInt(3)];
                host.credits = random.nextInt(32);
            }
            Packet packet = any(random, host, base + random.nextInt(range));
            long us = jumpy ? random.nextInt(1_000_000) : i * 50L + random.nextInt(40);
            dialogue.at(us, packet);
            if (random.nextInt(10) == 0) {
                dialogue.at(us + 5, random.nextBoolean() ? packet : packet.routed());
            }
        }
        dialogue.finish();
    }

    private static Packet any(Random random, Host host, int psn) {
        return switch (random.nextInt(9)) {
            case 0 -> host.ack(psn);
            case 1 -> host.nak(psn, random.nextInt(5));
            case 2 -> host.rnr(psn, random.nextInt(32));
            case 3 -> host.readResponse(psn, random.nextInt(3), 3);
            case 4 -> random.nextBoolean() ? host.atomicAck(psn) : host.cnp();
            case 5 -> host.readRequest(psn, random.nextInt());
            default -> {
                int operation = OPERATIONS[random.nextInt(OPERATIONS.length)];
                Packet packet = host.request(operation, psn, random.nextInt(3) * 512);
                yield random.nextInt(9) == 0 ? packet.corrupt() : packet;
            }
        };
    }
}
