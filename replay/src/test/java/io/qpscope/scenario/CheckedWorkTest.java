package io.qpscope.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.Memory;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.scenario.WorkPlan.Rkey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;

/** Work one by one: what a sound device makes of it passes, and each thing that may go wrong shows. */
class CheckedWorkTest {
    private static final String PAIR = """
            name: pair
            seed: %d
            fabric:
              hosts: [a, b]
              links: [{between: [a, b], rate: 100G, delay: 1us}]
            flows:
              - {name: f, from: a, to: b, timeout: 8, %s}
            %s
            expect: {flows: {f: {%s}}}
            """;
    private static final String ALL = "work: [{verb: write, size: 3000}, {verb: send, size: 2100},"
            + " {verb: read, size: 2500, at: 0, fence: true}, {verb: fetch-add, at: 8},"
            + " {verb: cmp-swap, at: 8}, {verb: send-imm, size: 10}, {verb: write-imm, size: 1},"
            + " {verb: atomic-write, at: 16}, {verb: flush, size: 100, at: 0}]";
    private static final String SOUND = "status: SUCCESS, data: intact, conduct: lawful";

    private static Verdict verdict(long seed, String flow, String faults, String expect) {
        return Verdict.of(result(seed, flow, faults, expect));
    }

    private static ScenarioResult result(long seed, String flow, String faults, String expect) {
        try {
            String text = PAIR.formatted(seed, flow, faults, expect);
            return new ScenarioRun(Scenario.read("t.yaml", text)).run();
        } catch (InvalidYamlException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void eachVerbLeavesWhatTheModelHas() {
        for (long seed = 1; seed <= 20; seed++) {
            assertThat(verdict(seed, ALL + ", psn: 16777210", "", SOUND).checks())
                    .allMatch(Check::passed);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"drop: {%s}", "duplicate: {%s}", "delay: {%s, by: 1500us}"})
    void eachVerbBearsOneFaultAtEachPacket(String fault) {
        for (int psn = 0; psn < 14; psn++) {
            String faults = "faults: [{" + fault.formatted("psn: " + psn + ", round: 1") + "}]";
            // A READ takes the PSNs of its responses, which no request has.
            String optional = faults.replace("round: 1", "round: 1, optional: true");
            assertThat(verdict(psn, ALL, optional, SOUND).checks())
                    .as("psn " + psn)
                    .allMatch(Check::passed);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{verb: write, size: 100, at: 29}",
                "{verb: write, size: 100, at: -1}",
                "{verb: read, size: 100, at: 29}",
                "{verb: write, size: 1, at: 0, rkey: wrong}",
                "{verb: read, size: 1, at: 0, rkey: unfit}",
                "{verb: fetch-add, at: 128}"
            })
    void whatLiesOutsideTheRegionIsRefused(String message) {
        String flow = "memory: 128, work: [{verb: write, size: 100, at: 28}, " + message + "]";
        assertThat(verdict(1, flow, "", "status: REM_ACCESS_ERR, data: intact, completed: 1")
                        .checks())
                .allMatch(Check::passed);
    }

    @Test
    void aReceiveThatIsTooSmallEndsTheFlow() {
        String flow =
                "work: [{verb: send, size: 100, room: 100}, {verb: send, size: 101, room: 100}]";
        assertThat(verdict(1, flow, "", "status: REM_INV_REQ_ERR, data: intact").checks())
                .allMatch(Check::passed);
    }

    /** A packet whose payload was changed, ICRC and all, is told. */
    @Test
    void changedPayloadIsFound() {
        ScenarioResult result = result(
                1,
                "work: [{verb: write, size: 100}]",
                "faults: [{corrupt: {psn: 0, field: payload, offset: 40, xor: 1, icrc: fix}}]",
                "data: intact");
        assertThat(result.flow("f").violations())
                .containsExactly("responder's memory differs from byte 40 to 40");
        assertThat(Verdict.of(result).passed()).isFalse();
    }

    /** What forged packets say may happen, but inside the region that they name. */
    @Test
    void forgedPacketsAreContained() {
        String forged = "faults: [{corrupt: {psn: 0, field: reth.va, add: 8, icrc: fix}}]";
        String work = "memory: 200, work: [{verb: write, size: 100}]";
        assertThat(verdict(1, work, forged, "data: intact").passed()).isFalse();
        assertThat(verdict(1, work, forged, "data: contained").passed()).isTrue();
        Device device = new Device().allRight();
        device.work.there()[CheckedWork.GUARD + 5] ^= 1;
        assertThat(device.work.breakouts()).isEmpty();
        device.work.there()[CheckedWork.GUARD - 1] ^= 1;
        assertThat(device.work.breakouts())
                .containsExactly(
                        "responder's memory differs from byte -1 to -1, outside its region");
    }

    @Test
    void anotherStatusThanTheExpectedFails() {
        String work = "work: [{verb: write, size: 100}]";
        assertThat(verdict(1, work, "", "status: [REM_OP_ERR, SUCCESS]").passed())
                .isTrue();
        assertThat(verdict(1, work, "", "status: [REM_OP_ERR, RETRY_EXC_ERR]").passed())
                .isFalse();
    }

    @Test
    void messagesHaveTheirOwnVerbAndSize() {
        for (String key : List.of("verb: write", "size: 1", "count: 2", "rkey: wrong")) {
            assertThatThrownBy(() -> Scenario.read(
                            "t", PAIR.formatted(1, key + ", work: [{verb: read}]", "", "")))
                    .isInstanceOf(InvalidYamlException.class)
                    .hasMessageContaining("each message of 'work' has its own");
        }
    }

    @Test
    void aReceiveLiesInsideTheMemory() {
        String flow = "memory: 64, work: [{verb: send, size: 1, room: 65, at: 0}]";
        assertThatThrownBy(() -> Scenario.read("t", PAIR.formatted(1, flow, "", "")))
                .hasMessageContaining("a receive of 65 bytes at 0 lies outside the memory of 64");
        String far = "memory: 64, work: [{verb: write, size: 1, at: 4160}]";
        assertThatThrownBy(() -> Scenario.read("t", PAIR.formatted(1, far, "", "")))
                .hasMessageContaining("ends 4097 bytes behind the memory of 64");
    }

    /** A flow of three messages at a device of which the test plays the part. */
    private static final class Device {
        final Memory requester = new Memory(new SplittableRandom(1));
        final Memory responder = new Memory(new SplittableRandom(2));
        final WorkPlan plan = new WorkPlan(
                List.of(
                        new Item(Verb.RDMA_WRITE, 8, 0, 8, Rkey.RIGHT, false),
                        new Item(Verb.SEND, 8, 64, 8, Rkey.RIGHT, false),
                        new Item(Verb.ATOMIC_FETCH_AND_ADD, 8, 128, 8, Rkey.RIGHT, false)),
                192);
        final CheckedWork work = new CheckedWork(plan, 7, requester, responder, false);

        void copy(int from, int to) {
            System.arraycopy(
                    work.here(), CheckedWork.GUARD + from, work.there(), CheckedWork.GUARD + to, 8);
        }

        void add(int item) {
            ByteBuffer its = ByteBuffer.wrap(work.there());
            long original = its.getLong(CheckedWork.GUARD + 128);
            its.putLong(CheckedWork.GUARD + 128, original + work.compareAdd(item));
            ByteBuffer.wrap(work.here()).putLong(CheckedWork.GUARD + 16, original);
        }

        void done(long id, WcStatus status) {
            work.completed(new Completion().of(1, id, Verb.SEND, status, 8, false));
        }

        void received(long id, long bytes) {
            work.received(new Completion().of(2, id, Verb.SEND, WcStatus.SUCCESS, bytes, true));
        }

        Device allRight() {
            copy(0, 0);
            copy(8, 64);
            add(2);
            received(0, 8);
            for (int i = 0; i < 3; i++) {
                done(i, WcStatus.SUCCESS);
            }
            return this;
        }
    }

    @Test
    void whatADeviceMayDoWrongShows() {
        assertThat(new Device().allRight().work.violations(true)).isEmpty();

        Device atomicTwice = new Device().allRight();
        atomicTwice.add(2);
        assertThat(atomicTwice.work.violations(true)).hasSizeGreaterThan(0);

        Device outside = new Device().allRight();
        outside.work.there()[CheckedWork.GUARD + 192] ^= 1;
        assertThat(outside.work.violations(true))
                .containsExactly(
                        "responder's memory differs from byte 192 to 192, outside its region");

        Device receivedTwice = new Device().allRight();
        receivedTwice.received(0, 8);
        assertThat(receivedTwice.work.violations(true))
                .containsExactly("receive 1 completes as the 2. one");

        Device completedTwice = new Device().allRight();
        completedTwice.done(2, WcStatus.SUCCESS);
        assertThat(completedTwice.work.violations(true))
                .containsExactly("completion 4 is that of message 3");

        Device neverReceived = new Device();
        neverReceived.copy(0, 0);
        neverReceived.copy(8, 64);
        neverReceived.done(0, WcStatus.SUCCESS);
        neverReceived.done(1, WcStatus.SUCCESS);
        assertThat(neverReceived.work.violations(true))
                .containsExactly("1 messages succeeded that use up a receive, 0 receives did");

        Device notFlushed = new Device();
        notFlushed.done(0, WcStatus.RETRY_EXC_ERR);
        notFlushed.done(1, WcStatus.SUCCESS);
        assertThat(notFlushed.work.violations(true))
                .contains("message 2 completes behind an error: SUCCESS")
                .contains("2 of 3 messages completed behind an error");
    }

    /** What a message that failed began to change is its own affair; what the others did is not. */
    @Test
    void behindAnErrorOnlyWhatSucceededCounts() {
        Device device = new Device();
        device.copy(0, 0);
        device.copy(8, 64);
        device.received(0, 8);
        device.done(0, WcStatus.SUCCESS);
        device.done(1, WcStatus.RETRY_EXC_ERR);
        device.done(2, WcStatus.WR_FLUSH_ERR);
        assertThat(device.work.violations(true)).isEmpty();
        device.work.there()[CheckedWork.GUARD] ^= 1;
        assertThat(device.work.violations(true)).hasSize(1);
    }
}
