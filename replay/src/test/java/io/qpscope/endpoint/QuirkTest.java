package io.qpscope.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Profile.Recovery;
import io.qpscope.fabric.Tap;
import io.qpscope.fault.Meddler;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a device does otherwise than the specification, each beside one that does not. Those of
 * timers and of MigReq are in {@link SimulationTargetsTest}, those of statuses in {@link
 * StatusTableTest}.
 */
class QuirkTest {
    private static final int BTH = 28;
    private static final int NO_LIMIT = 0x1f;

    private static final Map<Profile, Set<Quirk>> TABLE = Map.of(
            Profile.IBTA,
            EnumSet.noneOf(Quirk.class),
            Profile.RXE,
            EnumSet.of(
                    Quirk.NO_CREDITS,
                    Quirk.RETRY_SEVEN_FOR_EVER,
                    Quirk.NAK_BEHIND_RNR,
                    Quirk.LONG_SEND_IS_OPERATION_ERROR,
                    Quirk.RESTART_KEEPS_PLACE,
                    Quirk.NO_MIG_REQ),
            Profile.QIB,
            EnumSet.of(Quirk.DUPLICATES_ACKED_ON_REQUEST, Quirk.SHORT_RECEIVE_IS_OPERATION_ERROR),
            Profile.CX4,
            EnumSet.noneOf(Quirk.class),
            Profile.CX5,
            EnumSet.noneOf(Quirk.class),
            Profile.CX6,
            EnumSet.of(Quirk.ADAPTIVE_TIMEOUT),
            Profile.E810,
            EnumSet.of(Quirk.NO_MIG_REQ, Quirk.BLIND_TO_RESPONSE_GAPS));

    @Test
    void eachDeviceHasItsOwn() {
        assertThat(Profile.all()).containsExactlyInAnyOrderElementsOf(TABLE.keySet());
        for (Profile profile : Profile.all()) {
            Set<Quirk> has = EnumSet.allOf(Quirk.class);
            has.removeIf(quirk -> !profile.has(quirk));
            assertThat(has).as(profile.name()).isEqualTo(TABLE.get(profile));
            assertThat(Profile.of(profile.name().toUpperCase(Locale.ROOT))).isSameAs(profile);
            assertThat(profile.recovery())
                    .isEqualTo(
                            profile == Profile.CX6
                                    ? Recovery.SELECTIVE_REPEAT
                                    : Recovery.GO_BACK_N);
        }
        assertThat(Profile.of("cx9")).isNull();
    }

    private static Pair pair(Profile profile, QpAttributes attributes, Log log) {
        Pair pair = new Pair(profile, attributes, QpType.RC);
        pair.link.taps(log, Tap.NONE);
        return pair;
    }

    private static Meddler drop(boolean fromA, int operation, int nth) {
        int[] seen = {0};
        return (direction, packet, at, length, now, fate) -> {
            boolean hit = direction == fromA && (packet.get(at + BTH) & 0xff) == operation;
            if (hit && ++seen[0] == nth) {
                fate.drop();
            }
        };
    }

    @Test
    void rxeTellsNoCreditsAndWaitsForNone() {
        Log log = new Log();
        Pair rxe = pair(Profile.RXE, new QpAttributes(), log);
        sendTwoMoreThanAreAwaited(rxe);
        assertThat(log.from(true, "RC_SEND_ONLY").subList(0, 4))
                .extracting(Log.Line::psn)
                .containsExactly(0, 1, 2, 3);
        assertThat(log.from(false, "RC_ACKNOWLEDGE").get(0).syndrome()).isEqualTo(NO_LIMIT);
        Log lawful = new Log();
        Pair ibta = pair(Profile.IBTA, new QpAttributes(), lawful);
        sendTwoMoreThanAreAwaited(ibta);
        assertThat(lawful.from(true, "RC_SEND_ONLY"))
                .extracting(Log.Line::psn)
                .containsExactly(0, 1, 2);
        assertThat(lawful.from(false, "RC_ACKNOWLEDGE").get(0).syndrome()).isLessThan(2);
    }

    private static void sendTwoMoreThanAreAwaited(Pair pair) {
        pair.receive(1, 8).receive(2, 8);
        for (int i = 1; i <= 4; i++) {
            pair.post(pair.bytes(Verb.SEND, i, 8));
        }
        pair.link.run(50_000);
    }

    @Test
    void rxeComplainsOfAGapBehindItsOwnRnrNak() {
        assertThat(answersToTwoUnexpected(Profile.RXE))
                .containsExactly(0x20 | 12, 0x60 | Aeth.NAK_PSN_SEQUENCE_ERROR);
        assertThat(answersToTwoUnexpected(Profile.IBTA)).containsExactly(0x20 | 12);
    }

    /** A SEND without a receive, and a WRITE right behind it. */
    private static List<Integer> answersToTwoUnexpected(Profile profile) {
        Log log = new Log();
        Pair pair = pair(profile, new QpAttributes().minRnrTimer(12), log);
        pair.post(pair.bytes(Verb.SEND, 1, 8)).post(pair.bytes(Verb.RDMA_WRITE, 2, 8));
        pair.link.run(100_000);
        return log.from(false, "RC_ACKNOWLEDGE").stream()
                .map(Log.Line::syndrome)
                .toList();
    }

    @Test
    void rxeGoesOnFromTheMiddleOfAReadThatIsAskedForAgain() {
        assertThat(responsesTo(Profile.RXE))
                .containsExactly("FIRST 0", "MIDDLE 1", "LAST 3", "MIDDLE 2", "LAST 3");
        assertThat(responsesTo(Profile.IBTA))
                .containsExactly("FIRST 0", "MIDDLE 1", "LAST 3", "FIRST 2", "LAST 3");
    }

    /** The third of four responses is lost once; the list is of what arrives. */
    private static List<String> responsesTo(Profile profile) {
        Log log = new Log();
        Pair pair = new Pair(profile, new QpAttributes(), QpType.RC);
        pair.link.taps(Tap.NONE, log).meddler(drop(false, Opcode.READ_RESPONSE_MIDDLE, 2));
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 4000)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        return log.lines.stream()
                .filter(line -> line.opcode().startsWith("RC_RDMA_READ_RESPONSE_"))
                .map(line -> line.opcode().substring("RC_RDMA_READ_RESPONSE_".length()) + " "
                        + line.psn())
                .toList();
    }

    @Test
    void qibAcknowledgesADuplicateOnlyWhenItAsks() {
        assertThat(acksWhenMiddlesAreDoubled(Profile.QIB)).isEqualTo(1);
        assertThat(acksWhenMiddlesAreDoubled(Profile.IBTA)).isGreaterThan(1);
    }

    private static int acksWhenMiddlesAreDoubled(Profile profile) {
        Log log = new Log();
        Pair pair = pair(profile, new QpAttributes(), log);
        pair.link.meddler((fromA, packet, at, length, now, fate) -> {
            if (fromA && (packet.get(at + BTH) & 0xff) == Opcode.WRITE_MIDDLE) {
                fate.duplicate(1);
            }
        });
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 5000)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        assertThat(pair.b.counters().duplicateRequest).isEqualTo(3);
        return log.from(false, "RC_ACKNOWLEDGE").size();
    }

    @Test
    void anAckIsAskedForAsOftenAsTheDeviceDoes() {
        // 65 packets in one message: rxe asks on the 65th in a row, qib on each 16th.
        assertThat(acksOfOneMessage(Profile.RXE)).isEqualTo(2);
        assertThat(acksOfOneMessage(Profile.QIB)).isEqualTo(5);
        assertThat(acksOfOneMessage(Profile.IBTA)).isEqualTo(1);
    }

    /** Of 66 packets. */
    private static int acksOfOneMessage(Profile profile) {
        Log log = new Log();
        Pair pair = pair(profile, new QpAttributes().pathMtu(256), log);
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 66 * 256)).run();
        assertThat(pair.doneA()).hasToString("[1 SUCCESS]");
        return log.from(false, "RC_ACKNOWLEDGE").size();
    }
}
