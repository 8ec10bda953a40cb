package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Drawing;

import org.junit.jupiter.api.Test;

/** What a listener hears of an iWARP connection: positions are bytes of the TCP stream. */
class StreamPlotTest {
    private static final byte[] NOTHING = {};

    private final Drawing drawing = new Drawing();
    private final MpaStream a =
            MpaStream.plain().request(0, 1, NOTHING).send(1, 5).send(2, 6).send(3, 7);
    private final MpaStream b = MpaStream.plain().reply(0, 1, NOTHING);
    private final byte[] bytes = a.bytes();
    private final int setup = a.ends.get(0);
    private final int first = a.ends.get(1);
    private final int second = a.ends.get(2);
    private final int reply = b.bytes().length;

    /** Frames 1 to 4: the TCP handshake and the two MPA frames. */
    private Wire connected() {
        return new Wire()
                .drawnBy(drawing)
                .handshake()
                .data(0, bytes, 0, setup, 0)
                .data(1, b.bytes(), 0, reply, setup);
    }

    @Test
    void segmentsMessagesAndAcknowledgementsLieAtTheirPlaceInTheStream() {
        connected()
                .data(0, bytes, setup, first, reply)
                .data(0, bytes, first, second, reply)
                .ack(1, second)
                .run();
        assertThat(drawing.tracks.get(0).bytes).isTrue();
        assertThat(drawing.tracks.get(0).marks)
                .containsExactly(
                        "SENT 0 #3",
                        "ACK " + setup + " #4",
                        "SENT " + setup + " #5",
                        "MESSAGE " + setup + " #5",
                        "SENT " + first + " #6",
                        "MESSAGE " + first + " #6",
                        "ACK " + second + " #7");
        assertThat(drawing.tracks.get(0).inFlight)
                .endsWith((long) first - setup, (long) second - setup, 0L);
        assertThat(drawing.assigned).containsExactly("0 1 A", "1 1 B");
    }

    @Test
    void whatPassedBeforeIsSentAgainAndWhatWasOvertakenIsNot() {
        connected()
                .data(0, bytes, setup, first, reply)
                .data(0, bytes, setup, first, reply)
                .ack(1, first)
                .run();
        assertThat(drawing.tracks.get(0).marks)
                .contains("SENT " + setup + " #5", "RESENT " + setup + " #6");
        assertThat(drawing.tracks.get(0).again).isEqualTo(14 + 40 + first - setup);
    }

    @Test
    void aTcpConnectionWithoutMpaIsNotDrawn() {
        new Wire()
                .drawnBy(drawing)
                .handshake()
                .data(0, new byte[100], 0, 100, 0)
                .ack(1, 100)
                .run();
        assertThat(drawing.asked).isZero();
    }
}
