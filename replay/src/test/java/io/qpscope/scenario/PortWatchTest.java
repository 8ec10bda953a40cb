package io.qpscope.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.build.Envelope;
import io.qpscope.build.PacketBuilder;
import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.spec.InfinibandAeth;
import io.qpscope.spec.InfinibandReth;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;

/** What only a host's own port shows: each rule just kept, and broken by one packet. */
class PortWatchTest {
    private static final int MTU = 256;
    private static final int START = 0xff_fffe;
    private static final int REQUESTER = 0x11;
    private static final int RESPONDER = 0x12;
    private static final int SEQUENCE_NAK = 0x60;
    private static final int ACCESS_NAK = 0x62;
    private static final int RNR_NAK = 0x21;
    private static final long TIMEOUT_NS = 1000;

    private final FrameView view = new FrameView();
    private final Dissector dissector = new Dissector(4791, true);
    private RequesterWatch requester;
    private ResponderWatch responder;
    private long frames;
    private long nowNs;
    /** Before each request. */
    private long pauseNs = TIMEOUT_NS;

    @BeforeEach
    void anew() {
        long peer =
                dissected(new PacketBuilder(Envelope.IPV4, Opcode.SEND_ONLY)).sourceLow();
        requester = new RequesterWatch(REQUESTER, RESPONDER, peer, START, MTU, TIMEOUT_NS);
        responder = new ResponderWatch(RESPONDER, REQUESTER, peer, START, MTU);
    }

    private FrameView dissected(PacketBuilder builder) {
        byte[] frame = builder.build();
        view.wrap(ByteBuffer.wrap(frame), 0, frame.length, frame.length, LinkType.ETHERNET)
                .at(++frames, nowNs, 0, 0);
        dissector.dissect(view);
        return view;
    }

    /** Both watches see a request with a PSN behind the first. */
    private void request(int opcode, int place) {
        request(new PacketBuilder(Envelope.IPV4, opcode), place);
    }

    private void read(int place, int bytes) {
        InfinibandReth reth = new InfinibandReth();
        reth.setDmalen(bytes);
        request(new PacketBuilder(Envelope.IPV4, Opcode.READ_REQUEST).header(reth), place);
    }

    private void request(PacketBuilder builder, int place) {
        builder.bth.setDestqp(RESPONDER);
        builder.bth.setPsn((START + place) & 0xff_ffff);
        nowNs += pauseNs;
        FrameView packet = dissected(builder);
        requester.see(true, packet);
        responder.see(false, packet);
    }

    private void answer(int opcode, int place, int syndrome, int msn) {
        InfinibandAeth aeth = new InfinibandAeth();
        aeth.setSyndrome(syndrome);
        aeth.setMsn(msn);
        PacketBuilder builder = new PacketBuilder(Envelope.IPV4, opcode).header(aeth);
        builder.bth.setDestqp(REQUESTER);
        builder.bth.setPsn((START + place) & 0xff_ffff);
        FrameView packet = dissected(builder);
        responder.see(true, packet);
        requester.see(false, packet);
    }

    private void ack(int place, int msn) {
        answer(Opcode.ACKNOWLEDGE, place, 0, msn);
    }

    private void lawful() {
        assertThat(requester.breaches()).isEmpty();
        assertThat(responder.breaches()).isEmpty();
    }

    @Test
    void whatWasNotAcknowledgedMayBeSentAgainAndWhatWasMayNot() {
        request(Opcode.WRITE_ONLY, 0);
        request(Opcode.WRITE_ONLY, 1);
        ack(0, 1);
        request(Opcode.WRITE_ONLY, 1);
        lawful();
        request(Opcode.WRITE_ONLY, 0);
        assertThat(requester.breaches())
                .containsExactly("sends PSN " + START + " again, which was acknowledged");
    }

    @Test
    void withoutAnAnswerThatAsksForItNothingGoesAgainBeforeTheTimeout() {
        pauseNs = 0;
        request(Opcode.WRITE_ONLY, 0);
        nowNs += TIMEOUT_NS;
        request(Opcode.WRITE_ONLY, 0);
        lawful();
        nowNs += TIMEOUT_NS / 2 - 1;
        request(Opcode.WRITE_ONLY, 0);
        assertThat(requester.breaches())
                .containsExactly("sends PSN " + START + " again after 499 ns, unasked");
    }

    @Test
    void whatHasWaitedBeginsToWaitAnewWithProgress() {
        pauseNs = 0;
        request(Opcode.WRITE_ONLY, 0);
        request(Opcode.WRITE_ONLY, 1);
        nowNs += TIMEOUT_NS - 1;
        ack(0, 1);
        nowNs += TIMEOUT_NS / 2;
        request(Opcode.WRITE_ONLY, 1);
        lawful();
        anew();
        request(Opcode.WRITE_ONLY, 0);
        request(Opcode.WRITE_ONLY, 1);
        nowNs += TIMEOUT_NS - 1;
        ack(0, 1);
        nowNs += 1;
        request(Opcode.WRITE_ONLY, 1);
        assertThat(requester.breaches()).hasSize(1);
    }

    /** The NAK said so already. */
    @Test
    void anAcknowledgementBehindANakIsNoProgress() {
        pauseNs = 0;
        request(Opcode.WRITE_ONLY, 0);
        request(Opcode.WRITE_ONLY, 2);
        answer(Opcode.ACKNOWLEDGE, 1, SEQUENCE_NAK, 1);
        request(Opcode.WRITE_ONLY, 1);
        nowNs += TIMEOUT_NS - 1;
        ack(0, 1);
        nowNs += 1;
        request(Opcode.WRITE_ONLY, 1);
        assertThat(requester.breaches()).isEmpty();
    }

    @Test
    void aNakAsksForOneRewind() {
        pauseNs = 0;
        request(Opcode.WRITE_ONLY, 0);
        request(Opcode.WRITE_ONLY, 1);
        answer(Opcode.ACKNOWLEDGE, 0, SEQUENCE_NAK, 0);
        request(Opcode.WRITE_ONLY, 0);
        request(Opcode.WRITE_ONLY, 1);
        assertThat(requester.breaches()).isEmpty();
        request(Opcode.WRITE_ONLY, 0);
        assertThat(requester.breaches()).hasSize(1);
    }

    /** An ACK behind a READ says nothing of the responses that are missing. */
    @Test
    void aReadWithoutItsResponseMayBeAskedForAgain() {
        read(0, 2 * MTU);
        request(Opcode.WRITE_ONLY, 2);
        ack(2, 2);
        read(0, 2 * MTU);
        lawful();
        answer(Opcode.READ_RESPONSE_FIRST, 0, 0, 1);
        read(1, MTU);
        lawful();
        read(0, 2 * MTU);
        assertThat(requester.breaches()).hasSize(1);
    }

    /** The NAK that comes with a wait is obeyed, what it acknowledges may be overheard. */
    @Test
    void whatANakAcknowledgesMayBeSentAgain() {
        request(Opcode.SEND_ONLY, 0);
        request(Opcode.SEND_ONLY, 2);
        answer(Opcode.ACKNOWLEDGE, 1, SEQUENCE_NAK, 1);
        request(Opcode.SEND_ONLY, 0);
        lawful();
    }

    @Test
    void answersToNobodyAndOfStrangersCountForNothing() {
        request(Opcode.WRITE_ONLY, 0);
        ack(5, 0);
        request(Opcode.WRITE_ONLY, 0);
        assertThat(requester.breaches()).isEmpty();
        PacketBuilder stranger = new PacketBuilder(Envelope.IPV4, Opcode.WRITE_ONLY);
        stranger.ipv4.setSource(0x0a0a_0a0aL);
        request(stranger, 9);
        assertThat(responder.breaches()).noneMatch(breach -> breach.startsWith("no NAK"));
    }

    @Test
    void aGapIsAnsweredByOneNak() {
        request(Opcode.SEND_ONLY, 0);
        request(Opcode.SEND_ONLY, 2);
        assertThat(responder.breaches()).containsExactly("no NAK for the gap before frame 3");
        answer(Opcode.ACKNOWLEDGE, 1, SEQUENCE_NAK, 1);
        request(Opcode.SEND_ONLY, 3);
        lawful();
    }

    /** What was missing comes while the NAK waits for its turn. */
    @Test
    void aNakMayComeBehindWhatItAsksFor() {
        request(Opcode.SEND_ONLY, 1);
        request(Opcode.SEND_ONLY, 0);
        answer(Opcode.ACKNOWLEDGE, 0, SEQUENCE_NAK, 0);
        request(Opcode.SEND_ONLY, 1);
        request(Opcode.SEND_ONLY, 2);
        lawful();
        request(Opcode.SEND_ONLY, 4);
        assertThat(responder.breaches()).hasSize(1);
    }

    @Test
    void behindAReceiverThatIsNotReadyOrARefusalNothingIsExpected() {
        request(Opcode.SEND_ONLY, 0);
        answer(Opcode.ACKNOWLEDGE, 0, RNR_NAK, 0);
        request(Opcode.SEND_ONLY, 1);
        lawful();
        request(Opcode.SEND_ONLY, 0);
        answer(Opcode.ACKNOWLEDGE, 0, ACCESS_NAK, 0);
        request(Opcode.SEND_ONLY, 5);
        lawful();
    }

    /** A READ begun again in its middle is no message more. */
    @Test
    void theMsnCountsMessages() {
        request(Opcode.WRITE_FIRST, 0);
        request(Opcode.WRITE_LAST, 1);
        ack(0, 0);
        ack(1, 1);
        read(2, 3 * MTU);
        answer(Opcode.READ_RESPONSE_FIRST, 2, 0, 2);
        read(4, MTU);
        request(Opcode.SEND_ONLY, 5);
        answer(Opcode.ACKNOWLEDGE, 5, RNR_NAK, 2);
        ack(5, 3);
        lawful();
        ack(5, 2);
        assertThat(responder.breaches()).hasSize(1).first().asString().startsWith("MSN 2 behind 3");
    }
}
