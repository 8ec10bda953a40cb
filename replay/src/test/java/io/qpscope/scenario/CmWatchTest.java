package io.qpscope.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.wire.MadHeader;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the watches make of one host's port: all of a sound host's packets are lawful; when some that it
 * sent are withheld, or shown again, they are not.
 */
class CmWatchTest {
    private static final String RUN = """
            name: watched
            duration: 20ms
            fabric:
              hosts: {a: {}, b: {}}
              links: [{between: [a, b], rate: 100G, delay: 1us}]
            flows:
              - {name: f, from: a, to: b, connect: cm, cmTimeout: %d, cmRetries: 1, timeout: 8, retryCount: 1, psn: 0, work: [{verb: write, size: 9}, {verb: write, size: 9}]}
            faults:
              - %s
            expect: {tap: [%s]}
            """;
    private static final String FOREIGN =
            "inject: {cm: {message: REQ, field: cm.req.prim_localgid, value: 1, qp: 1}, at: 5ms}";
    private static final String REFUSED_AFTER_REPLY = """
            reorder: {cm: REP, qp: 1, by: 1, times: 1}
              - inject: {cm: {message: REJ, from: a}, on: {cm: REQ, qp: 1, round: 2}}
            """;
    private static final String NEVER_READY = """
            drop: {cm: RTU, qp: 1}
              - drop: {qp: 1, psn: 0, round: 1}
              - delay: {qp: 1, psn: 1, round: 1, by: 400us}
            """;
    private static final String ID_OF_REPLY = """
            inject: {cm: {message: REP, from: b}, on: {cm: REQ, qp: 1, round: 1}}
              - inject: {cm: {message: REQ, from: b}, on: {cm: DREQ, qp: 1, round: 1}}
            """;

    /** Of the run, when all has been at rest for long. */
    private static final long END_NS = 20_000_000;

    /** How often a packet of the host's own is shown to the watch. */
    @FunctionalInterface
    private interface Shows {
        int times(FrameView packet);
    }

    private final MadHeader mad = new MadHeader();

    /** Shows a watch what passes the port of a host. */
    private PortWatch watched(PortWatch watch, String host, int timeout, String rules, Shows shows)
            throws Exception {
        String text = RUN.formatted(timeout, rules.strip(), host);
        ScenarioRun run = new ScenarioRun(Scenario.read("watched.yaml", text));
        int last = host.equals("a") ? 1 : 2;
        run.sink((tap, packet) -> {
            if (!packet.kind().hasTransport() || packet.icrc() != IcrcStatus.GOOD) {
                return;
            }
            boolean sent = (packet.sourceLow() & 0xff) == last;
            for (int i = sent ? shows.times(packet) : 1; i > 0; i--) {
                watch.see(sent, packet);
            }
        });
        run.run();
        watch.end(END_NS);
        return watch;
    }

    private boolean is(int attribute, FrameView packet) {
        return ConnectionLife.wrap(mad, packet) && mad.attributeId() == attribute;
    }

    private Shows without(int attribute) {
        return packet -> is(attribute, packet) ? 0 : 1;
    }

    private Shows repeated(int attribute) {
        return packet -> is(attribute, packet) ? 3 : 1;
    }

    @Test
    void aReplyWantsToBeConfirmedUnlessTheEndIsAskedFor() throws Exception {
        String rule = "drop: {qp: 1, psn: 0}";
        assertThat(watched(new CmWatch(), "a", 6, rule, without(MadHeader.CM_RTU))
                        .breaches())
                .contains("no RTU for a REP");
        String quick = "duplicate: {cm: REP, qp: 1, times: 1}";
        assertThat(watched(new CmWatch(), "a", 6, quick, without(MadHeader.CM_RTU))
                        .breaches())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a | 5
            a | 6
            b | 5
            b | 6
            """)
    void allThatASoundHostSaysIsLawful(String host, int timeout) throws Exception {
        for (String rules : new String[] {FOREIGN, REFUSED_AFTER_REPLY, NEVER_READY, ID_OF_REPLY}) {
            assertThat(watched(new CmWatch(), host, timeout, rules, all -> 1).breaches())
                    .as(rules)
                    .isEmpty();
        }
    }

    @Test
    void aForeignRequestWantsItsOwnAnswer() throws Exception {
        assertThat(watched(new CmWatch(), "b", 5, FOREIGN, without(MadHeader.CM_REJ))
                        .breaches())
                .containsExactly("no answer to a REQ");
    }

    @Test
    void answersThatNobodyAskedForCountThoughTheConnectionIsRefused() throws Exception {
        assertThat(watched(new CmWatch(), "b", 6, REFUSED_AFTER_REPLY, repeated(MadHeader.CM_REP))
                        .breaches())
                .anyMatch(each ->
                        each.startsWith("REP sent more often than max_cm_retries says, frame "));
    }

    @Test
    void aResponderOwesNoNakOnceItsHostHasGivenUp() throws Exception {
        assertThat(responder(NEVER_READY, all -> 1).breaches()).isEmpty();
    }

    @Test
    void aResponderOwesANakWhileItIsConnected() throws Exception {
        String gap = "drop: {qp: 1, psn: 0, round: 1}";
        assertThat(responder(gap, all -> 1).breaches()).isEmpty();
        assertThat(responder(
                                gap,
                                packet ->
                                        packet.opcode() == (Opcode.RC | Opcode.ACKNOWLEDGE) ? 0 : 1)
                        .breaches())
                .hasSize(1)
                .allMatch(each -> each.startsWith("no NAK for the gap before frame "));
        // Nobody has said that the connection is over.
        assertThat(responder(NEVER_READY, without(MadHeader.CM_REJ)).breaches()).hasSize(1);
    }

    private PortWatch responder(String rules, Shows shows) throws Exception {
        long a = 0xffff_0a09_0001L;
        return watched(new ResponderWatch(0x1_0000, 0x1_0000, a, 0, 1024), "b", 5, rules, shows);
    }
}
