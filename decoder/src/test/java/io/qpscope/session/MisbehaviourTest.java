package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Observation.Kind;
import io.qpscope.session.Simulation.Dice;
import io.qpscope.session.SimulationTest.Trouble;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Random conversations in which one end breaks one rule now and then: that rule alone is found
 * broken, and in many of them.
 */
class MisbehaviourTest {
    private static final int SEEDS = Integer.getInteger("qpscope.simulation.seeds", 100);

    /** Of the conversations, those in which it must show. */
    private static final double SHOWS = 0.3;

    /**
     * One way to misbehave.
     *
     * @param kind that tells it
     */
    private record Misdeed(Kind kind, Consumer<Dice> dice, Consumer<Simulation> twist) {}

    private static final List<Misdeed> MISDEEDS = List.of(
            new Misdeed(
                    Kind.NAK_REPEATED,
                    d -> {
                        d.requestLostBefore = 0.05;
                        d.naksEach = true;
                    },
                    s -> {}),
            new Misdeed(
                    Kind.ACK_UNSENT,
                    d -> {
                        d.window = 3;
                        d.answerSlotNs = 3_000_000;
                        d.announced = true;
                    },
                    MisbehaviourTest::acknowledgesTooEarly),
            new Misdeed(
                    Kind.MSN_BACK,
                    d -> d.reads = 0.2,
                    s -> s.onAnswer = packet -> {
                        if (packet.opcode == Opcode.ACKNOWLEDGE && s.dice.falls(0.2)) {
                            packet.headers[2]--;
                        }
                    }),
            new Misdeed(
                    Kind.ACK_TAKEN_BACK,
                    d -> {
                        d.requestLostBefore = 0.05;
                        d.acknowledgesAhead = true;
                        d.ipIdsRise = true;
                    },
                    s -> {}),
            new Misdeed(
                    Kind.CONTENT_CHANGED,
                    d -> d.requestLostBehind = 0.05,
                    s -> s.onRequest = sent -> {
                        if (!sent.first() && sent.packet().payload.length > 0) {
                            sent.packet().payload[3]++;
                        }
                    }),
            new Misdeed(
                    Kind.RKEY_CHANGED,
                    d -> {
                        d.requestLostBehind = 0.05;
                        d.reads = 0.5;
                    },
                    s -> s.onRequest = sent -> {
                        int opcode = sent.packet().opcode;
                        if (!sent.first()
                                && (opcode == Opcode.READ_REQUEST
                                        || opcode == Opcode.WRITE_FIRST)) {
                            sent.packet().headers[8]++;
                        }
                    }),
            new Misdeed(
                    Kind.RESPONSE_OUTSIDE,
                    d -> d.reads = 0.5,
                    s -> s.onAnswer = packet -> {
                        if (packet.opcode == Opcode.READ_RESPONSE_LAST && s.dice.falls(0.3)) {
                            packet.bytes(60);
                        }
                    }),
            new Misdeed(
                    Kind.DATA_AFTER_ERROR,
                    d -> {
                        d.answerLostBefore = 0.2;
                        d.timeoutNs = 200_000_000;
                    },
                    MisbehaviourTest::goesOnAfterAnError),
            new Misdeed(Kind.CREDITS_EXCEEDED, d -> {}, s -> s.b.credits = 1),
            new Misdeed(
                    Kind.OPCODE_SEQUENCE,
                    d -> d.reads = 0.2,
                    s -> s.onRequest = sent -> {
                        if (sent.packet().opcode == Opcode.WRITE_MIDDLE && s.dice.falls(0.3)) {
                            sent.packet().opcode = Opcode.SEND_MIDDLE;
                        }
                    }),
            new Misdeed(
                    Kind.PAYLOAD_LENGTH,
                    d -> d.reads = 0.2,
                    s -> s.onRequest = sent -> {
                        if (sent.packet().opcode == Opcode.SEND_MIDDLE && s.dice.falls(0.3)) {
                            sent.packet().bytes(252);
                        }
                    }),
            new Misdeed(
                    Kind.PAD_COUNT,
                    d -> d.reads = 0.2,
                    s -> s.onRequest = sent -> {
                        if (sent.packet().opcode == Opcode.WRITE_ONLY && s.dice.falls(0.6)) {
                            sent.packet().headers[15] = 62;
                        }
                    }),
            new Misdeed(
                    Kind.READ_DEPTH,
                    d -> {
                        d.reads = 0.7;
                        d.readDepth = 1;
                        d.answerSlotNs = 100_000;
                    },
                    s -> {}),
            new Misdeed(
                    Kind.READ_RESUMED,
                    d -> {
                        d.reads = 0.8;
                        d.answerLostBehind = 0.1;
                    },
                    s -> s.onAnswer = packet -> goOn(s, packet)));

    /** While the requester waits, what it has not sent yet is acknowledged. */
    private static void acknowledgesTooEarly(Simulation s) {
        s.onAnswer = packet -> {
            if (packet.opcode == Opcode.ACKNOWLEDGE && s.dice.falls(0.3)) {
                s.in(100_000, () -> s.tap.pass(s.nowNs, s.b.ack(s.wire(s.requester.highest()))));
            }
        };
    }

    /** A tenth on, the responder refuses a request, and neither end minds. */
    private static void goesOnAfterAnError(Simulation s) {
        s.onRequest = sent -> {
            if (sent.psn() == s.truth.lastPsn / 10 + 2 && sent.first()) {
                s.in(5_500, () -> s.tap.pass(s.nowNs, s.b.nak(sent.packet().psn, 2)));
            }
        };
    }

    /** A READ that is asked for again from some response on is answered with MIDDLE or LAST. */
    private static void goOn(Simulation s, Packet packet) {
        int psn = (packet.psn - s.startPsn) & 0xff_ffff;
        boolean begins = s.requester.messages.stream().anyMatch(m -> m.psn() == psn);
        if (packet.opcode == Opcode.READ_RESPONSE_FIRST && !begins) {
            packet.opcode = Opcode.READ_RESPONSE_MIDDLE;
            packet.headers = new byte[0];
        } else if (packet.opcode == Opcode.READ_RESPONSE_ONLY && !begins) {
            packet.opcode = Opcode.READ_RESPONSE_LAST;
        }
    }

    @TestFactory
    Stream<DynamicTest> misdeeds() {
        return MISDEEDS.stream()
                .map(misdeed -> DynamicTest.dynamicTest(misdeed.kind.name(), () -> run(misdeed)));
    }

    private static void run(Misdeed misdeed) {
        int shown = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Simulation simulation = SimulationTest.simulation(new Trouble("", misdeed.dice), seed);
            misdeed.dice.accept(simulation.dice);
            misdeed.twist.accept(simulation);
            Set<Kind> breaches = SimulationTest.breaches(simulation.run());
            assertThat(breaches).as("seed %d", seed).isSubsetOf(misdeed.kind);
            shown += breaches.size();
        }
        assertThat(shown).as("of %d conversations", SEEDS).isGreaterThan((int) (SHOWS * SEEDS));
    }
}
