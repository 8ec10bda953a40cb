package io.qpscope.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.cli.report.LadderRows.Kind;
import io.qpscope.cli.report.LadderRows.Row;
import io.qpscope.cli.report.plot.Plots;
import io.qpscope.cli.report.plot.Track;
import io.qpscope.session.Episode;
import io.qpscope.session.Episode.Cause;
import io.qpscope.session.Side;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Opcodes and syndromes are those of IBA vol 1, 9.2.1 and 9.7.5.2. */
class LadderRowsTest {
    private static final int WRITE_MIDDLE = 0x07;
    private static final int READ_RESPONSE_MIDDLE = 0x0e;
    private static final int ACKNOWLEDGE = 0x11;
    private static final int ACK = 0x1f;
    private static final int RNR_CODE_1 = 0x21;
    private static final int SEQUENCE_NAK = 0x60;

    private final Track track = (Track) new Plots().begin();
    private long frame;
    private long nowNs;

    private void request(int psn, boolean again) {
        track.packet(++frame, nowNs += 1000, WRITE_MIDDLE, -1, psn, false, again);
    }

    private void answer(int syndrome, int psn) {
        track.packet(++frame, nowNs += 1000, ACKNOWLEDGE, syndrome, psn, true, false);
    }

    private List<Row> rows(Cause cause, int psn) {
        Episode episode =
                new Episode(1, Side.A, cause, psn, 1, null, null, null, 0, 0, "recovered");
        return new LadderRows(track.ladders().get(0), episode).rows();
    }

    @Test
    void aPacketLostBehindTheTapDoesNotArriveAndItsResendDoes() {
        request(10, false);
        answer(SEQUENCE_NAK, 10);
        track.storyBegins(1, 10, 0);
        request(10, true);
        answer(ACK, 10);
        List<Row> rows = rows(Cause.LOSS_AFTER_TAP, 10);
        assertThat(rows)
                .extracting(Row::kind)
                .containsExactly(Kind.REQUEST, Kind.NAK, Kind.AGAIN, Kind.ACK);
        assertThat(rows).extracting(Row::lost).containsExactly(true, false, false, false);
        assertThat(rows).extracting(Row::answer).containsExactly(false, true, false, true);
        assertThat(rows)
                .extracting(Row::text)
                .containsExactly(
                        "WRITE MIDDLE 10",
                        "NAK 10, PSN sequence error",
                        "WRITE MIDDLE 10 again",
                        "ACK 10");
    }

    @Test
    void aPacketLostBeforeTheTapIsShownWhereItIsMissing() {
        request(9, false);
        request(11, false);
        track.storyBegins(2, 10, 0);
        answer(SEQUENCE_NAK, 10);
        assertThat(rows(Cause.LOSS_BEFORE_TAP, 10))
                .extracting(Row::kind)
                .containsExactly(Kind.REQUEST, Kind.MISSING, Kind.REQUEST, Kind.NAK);
        assertThat(rows(Cause.REORDERING, 10)).extracting(Row::kind).doesNotContain(Kind.MISSING);
    }

    @Test
    void fourAlikeAreFoldedAndThreeAreNot() {
        request(5, false);
        track.storyBegins(1, 5, 0);
        for (int psn = 10; psn < 14; psn++) {
            request(psn, false);
        }
        assertThat(rows(Cause.ACK_TIMEOUT, 5))
                .extracting(Row::text)
                .containsExactly(
                        "WRITE MIDDLE 5",
                        "WRITE MIDDLE 10",
                        "2 more like these, PSN 11–12",
                        "WRITE MIDDLE 13");
        List<Row> three = new LadderRowsTest().three();
        assertThat(three).extracting(Row::kind).doesNotContain(Kind.SKIPPED);
    }

    private List<Row> three() {
        request(5, false);
        track.storyBegins(1, 5, 0);
        for (int psn = 10; psn < 13; psn++) {
            request(psn, false);
        }
        return rows(Cause.ACK_TIMEOUT, 5);
    }

    @Test
    void aFoldGoesOnWherePsnsWrapAndEndsWhereTheyDoNotFollow() {
        request(0xff_ff00, false);
        track.storyBegins(1, 0xff_ff00, 0);
        for (int psn = 0xff_fffe; psn < 0x100_0002; psn++) {
            request(psn & 0xff_ffff, false);
        }
        request(7, false);
        assertThat(rows(Cause.ACK_TIMEOUT, 0xff_ff00))
                .extracting(Row::text)
                .containsExactly(
                        "WRITE MIDDLE 16776960",
                        "WRITE MIDDLE 16777214",
                        "2 more like these, PSN 16777215–0",
                        "WRITE MIDDLE 1",
                        "WRITE MIDDLE 7");
    }

    @Test
    void aSilenceIsToldAndAnRnrNakSaysHowLongToWait() {
        request(10, false);
        track.storyBegins(1, 10, 0);
        answer(RNR_CODE_1, 10);
        nowNs += 499_000;
        request(10, true);
        // RNR timer code 1 is 0.01 ms (IBA vol 1, table 46).
        assertThat(rows(Cause.RNR, 10))
                .extracting(Row::text)
                .containsExactly(
                        "WRITE MIDDLE 10",
                        "RNR NAK 10, not before 10 us",
                        "500 us",
                        "WRITE MIDDLE 10 again");
    }

    @Test
    void readResponsesComeFromTheResponder() {
        request(10, false);
        track.storyBegins(1, 10, 0);
        track.packet(++frame, nowNs, READ_RESPONSE_MIDDLE, -1, 11, true, true);
        Row row = rows(Cause.IMPLIED_NAK, 10).get(1);
        assertThat(row.answer()).isTrue();
        assertThat(row.text()).isEqualTo("READ RESPONSE MIDDLE 11 again");
    }
}
