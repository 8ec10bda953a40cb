package io.qpscope.session;

import static io.qpscope.session.Side.A;
import static io.qpscope.session.Side.B;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Random conversations whose truth is known: what the tracker counts must equal it where one tap
 * can prove it, and never exceed it elsewhere.
 */
class SimulationTest {
    private static final int SEEDS = Integer.getInteger("qpscope.simulation.seeds", 200);

    /** One kind of trouble, and what the tap can prove of it. */
    record Trouble(String name, Consumer<Simulation.Dice> dice, boolean duplicatesProvable) {}

    static final List<Trouble> TROUBLES = List.of(
            new Trouble("none", dice -> dice.reads = 0.3, true),
            new Trouble(
                    "requests lost before the tap", dice -> dice.requestLostBefore = 0.05, true),
            new Trouble(
                    "requests lost behind the tap", dice -> dice.requestLostBehind = 0.05, true),
            new Trouble("acks lost before the tap", dice -> dice.answerLostBefore = 0.1, false),
            new Trouble("acks lost behind the tap", dice -> dice.answerLostBehind = 0.1, true),
            new Trouble("late before the tap", dice -> dice.requestLateBefore = 0.05, true),
            new Trouble("late behind the tap", dice -> dice.requestLateBehind = 0.05, true),
            new Trouble("delivered twice", dice -> dice.requestTwice = 0.1, true),
            new Trouble("not ready", dice -> dice.notReady = 0.1, true),
            new Trouble(
                    "not ready, with a NAK behind it",
                    dice -> {
                        dice.notReady = 0.1;
                        dice.nakBehindRnr = true;
                    },
                    true),
            new Trouble(
                    "read requests lost before the tap",
                    dice -> {
                        dice.reads = 0.5;
                        dice.requestLostBefore = 0.05;
                    },
                    true),
            new Trouble(
                    "read requests lost behind the tap",
                    dice -> {
                        dice.reads = 0.5;
                        dice.requestLostBehind = 0.05;
                    },
                    true),
            new Trouble(
                    "responses lost before the tap",
                    dice -> {
                        dice.reads = 0.5;
                        dice.answerLostBefore = 0.05;
                    },
                    false),
            new Trouble(
                    "responses lost behind the tap",
                    dice -> {
                        dice.reads = 0.5;
                        dice.answerLostBehind = 0.05;
                    },
                    true),
            new Trouble(
                    "everything",
                    dice -> {
                        dice.reads = 0.2;
                        dice.requestLostBefore = 0.02;
                        dice.requestLostBehind = 0.02;
                        dice.answerLostBefore = 0.02;
                        dice.answerLostBehind = 0.02;
                        dice.requestLateBefore = 0.01;
                        dice.requestLateBehind = 0.01;
                        dice.requestTwice = 0.02;
                        dice.notReady = 0.02;
                    },
                    false));

    @TestFactory
    Stream<DynamicTest> troubles() {
        return TROUBLES.stream()
                .map(trouble -> DynamicTest.dynamicTest(trouble.name, () -> run(trouble)));
    }

    private static void run(Trouble trouble) {
        List<String> failures = new ArrayList<>();
        int failed = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            String failure = failure(trouble, seed);
            if (failure != null && failed++ < 5) {
                failures.add(failure);
            }
        }
        if (failed > 0) {
            fail(failed + " of " + SEEDS + " seeds:\n" + String.join("\n", failures));
        }
    }

    static Simulation simulation(Trouble trouble, long seed) {
        Simulation.Dice dice = new Simulation.Dice(seed);
        trouble.dice.accept(dice);
        dice.messages = 3 + dice.random.nextInt(40);
        dice.window = 2 + dice.random.nextInt(30);
        // Without rising IP ids nothing tells a late packet or a copy from one sent again.
        boolean needsOrder = dice.requestLateBefore + dice.requestTwice > 0;
        dice.ipIdsRise = needsOrder || dice.random.nextInt(4) != 0;
        dice.announced = dice.random.nextBoolean();
        dice.coalesces = dice.random.nextInt(3) == 0;
        return new Simulation(dice);
    }

    private static String failure(Trouble trouble, long seed) {
        Simulation simulation = simulation(trouble, seed);
        try {
            check(trouble, simulation, simulation.run());
            return null;
        } catch (AssertionError | RuntimeException e) {
            return "seed " + seed + ": "
                    + String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\n\\s*", " ")
                    + "\n    truth: " + simulation.truth;
        }
    }

    static void check(Trouble trouble, Simulation simulation, Told told) {
        Truth truth = simulation.truth;
        PsnCounts requests = told.requests(A);
        PsnCounts responses = told.responses(B);
        told.succeeded(A).completed(A, truth.messages);
        assertThat(told.from(A).messages().stream().mapToLong(Long::longValue).sum())
                .as("messages")
                .isEqualTo(truth.messages);
        assertThat(told.from(A).payloadBytes()).as("bytes asked").isEqualTo(truth.requestBytes);
        assertThat(told.from(B).payloadBytes()).as("bytes read").isEqualTo(truth.responseBytes);
        assertThat(requests.firstPsn()).as("first PSN").isEqualTo(simulation.startPsn);
        assertThat(requests.lastPsn()).isEqualTo(simulation.wire(truth.lastPsn));
        assertThat(requests.missingPackets()).as("missing").isZero();
        assertThat(requests.lostByCapture()).as("lost by capture").isZero();
        assertThat(responses.lostByCapture()).as("responses lost by capture").isZero();
        assertThat(told.from(B).naks().psnSequenceError()).isEqualTo(truth.sequenceNaks);
        assertThat(told.from(B).rnrNaks()).as("RNR NAKs").isEqualTo(truth.rnrNaks);
        atMost("lost before the tap", requests.lostBeforeTap(), truth.lostBefore);
        if (simulation.dice.requestLateBehind == 0) {
            atMost("lost behind the tap", requests.lostAfterTap(), truth.lostBehind);
        }
        atMost("undecided", requests.lostUndecided(), truth.lostBehind + truth.answersLostBefore);
        atMost("responses lost before", responses.lostBeforeTap(), truth.responsesLostBefore);
        atMost("responses lost behind", responses.lostAfterTap(), truth.responsesLostBehind);
        atMost("timeouts", told.from(A).timeouts(), truth.timeouts);
        int duplicates = truth.duplicatesArrived + truth.duplicatesLost;
        if (requests.lostUndecided() == 0) {
            atMost("duplicates", requests.duplicatePackets(), duplicates);
        }
        if (simulation.dice.ipIdsRise) {
            assertThat(requests.networkDuplicates()).as("twice").isEqualTo(truth.networkDuplicates);
            assertThat(requests.outOfOrderPackets()).as("late").isEqualTo(truth.lateAtTap);
            assertThat(requests.retransmittedPackets())
                    .as("again")
                    .isEqualTo(truth.retransmittedAtTap);
        }
        if (trouble.duplicatesProvable) {
            assertThat(requests.duplicatePackets())
                    .as("duplicates")
                    .isGreaterThanOrEqualTo(truth.duplicatesArrived);
        }
    }

    private static void atMost(String what, Long counted, int truth) {
        assertThat(counted).as(what).isLessThanOrEqualTo(truth);
    }
}
