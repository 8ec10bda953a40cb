package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Message;
import io.qpscope.session.Message.Result;
import io.qpscope.session.MessageListener;
import io.qpscope.session.Side;
import io.qpscope.session.Verb;
import io.qpscope.wire.AtomicCodes;
import io.qpscope.wire.MpaCrc;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** What a listener hears of one side's messages, and when. */
class StreamLogTest {
    private static final int FLOW = 7;
    private static final int MOST_OPEN = 1024;
    private static final int HELD = 64;
    private static final int ENTRY = 128;

    private final List<Message> told = new ArrayList<>();
    private final MessageListener listener = new MessageListener() {
        @Override
        public void onMessage(Message message) {
            told.add(message);
        }

        @Override
        public void onFlow(int flow, int session, Side from) {
            throw new AssertionError("not by the log");
        }
    };
    private final Budget budget = new Budget(1 << 20);
    private final Connection connection = new Connection(
            new IwarpTracker(IwarpTracker.Options.DEFAULT),
            new FrameView(),
            budget,
            new MpaCrc(),
            AtomicCodes.DEFAULT);
    private final StreamLog log = new StreamLog(FLOW, listener, connection, budget);

    private void frame(long number) {
        connection.frame = number;
        connection.timeNs = number * 10;
    }

    /** A SEND of one segment in the next frame that ends at the position. */
    private static void send(StreamLog log, Connection in, long end) {
        in.frame++;
        in.timeNs += 10;
        log.begins(Verb.SEND);
        log.ends(false, end);
    }

    private void sends(int count) {
        for (int i = 1; i <= count; i++) {
            send(log, connection, i);
        }
    }

    private List<Result> results() {
        return told.stream().map(Message::result).toList();
    }

    private static Message message(
            Verb verb, long bytes, long first, long last, Long done, Result result) {
        return new Message(
                FLOW,
                verb,
                null,
                null,
                bytes,
                first,
                last,
                first * 10,
                last * 10,
                done,
                done == null ? null : (Long) (done * 10),
                null,
                result);
    }

    @Test
    void aSendIsCompleteWithTheAcknowledgementThatCoversItsLastByte() {
        frame(1);
        log.begins(Verb.SEND);
        log.grows(false, 100);
        frame(2);
        log.grows(false, 50);
        log.ends(false, 1000);
        frame(3);
        log.acknowledged(999);
        frame(4);
        log.acknowledged(1000);
        frame(5);
        log.acknowledged(2000);
        log.finish(0);
        assertThat(told).containsExactly(message(Verb.SEND, 150, 1, 2, 4L, Result.COMPLETED));
    }

    @Test
    void aSendThatNobodyAcknowledgedStaysOpen() {
        frame(1);
        log.begins(Verb.SEND);
        log.ends(false, 1000);
        frame(2);
        log.acknowledged(999);
        log.finish(0);
        assertThat(told).containsExactly(message(Verb.SEND, 0, 1, 1, null, Result.OPEN));
    }

    @Test
    void aWriteAndASendMayRunThroughEachOther() {
        frame(1);
        log.begins(Verb.WRITE);
        log.grows(true, 7);
        frame(2);
        log.begins(Verb.SEND_INV);
        log.grows(false, 3);
        log.grows(true, 8);
        frame(3);
        log.ends(false, 100);
        frame(4);
        log.ends(true, 200);
        frame(5);
        log.acknowledged(200);
        log.finish(0);
        assertThat(told)
                .containsExactly(
                        message(Verb.SEND_INV, 3, 2, 3, 5L, Result.COMPLETED),
                        message(Verb.WRITE, 15, 1, 4, 5L, Result.COMPLETED));
    }

    @Test
    void aMessageThatEndedInNoSegmentSeenIsOpen() {
        for (Verb verb : List.of(Verb.WRITE, Verb.SEND)) {
            told.clear();
            frame(1);
            log.begins(verb);
            frame(2);
            log.begins(verb);
            assertThat(told).containsExactly(message(verb, 0, 1, 1, null, Result.OPEN));
            log.forget();
            assertThat(told).hasSize(2);
            log.ends(verb == Verb.WRITE, 10);
            log.grows(verb == Verb.WRITE, 10);
            log.finish(0);
            assertThat(told).as("nothing was open").hasSize(2);
        }
    }

    @Test
    void requestsAreAnsweredInTheirOrder() {
        frame(1);
        log.asks(Verb.READ, 4096);
        frame(2);
        log.asks(Verb.FETCH_ADD, 8);
        frame(3);
        log.answered();
        assertThat(told).containsExactly(message(Verb.READ, 4096, 1, 1, 3L, Result.COMPLETED));
        log.finish(0);
        assertThat(told.get(1)).isEqualTo(message(Verb.FETCH_ADD, 8, 2, 2, null, Result.OPEN));
        log.answered();
        assertThat(told).hasSize(2);
    }

    @Test
    void aRequestOfUnknownVerbKeepsItsPlaceAndIsNotTold() {
        frame(1);
        log.asks(null, 8);
        frame(2);
        log.asks(Verb.READ, 10);
        log.answered();
        assertThat(told).isEmpty();
        frame(3);
        log.answered();
        assertThat(told).containsExactly(message(Verb.READ, 10, 2, 2, 3L, Result.COMPLETED));
    }

    @Test
    void anAnswerAheadOfItsRequestIsDoneAtItsOwnTime() {
        frame(4);
        log.answeredAhead();
        frame(6);
        log.asks(Verb.READ, 10);
        log.wasAnswered();
        assertThat(told).containsExactly(message(Verb.READ, 10, 6, 6, 4L, Result.COMPLETED));
    }

    @Test
    void theNewestAcknowledgedMessagesWaitForATerminate() {
        sends(HELD + 1);
        log.acknowledged(HELD);
        assertThat(told).isEmpty();
        log.acknowledged(HELD + 1);
        assertThat(results()).containsExactly(Result.COMPLETED);
        assertThat(told.get(0).firstFrame()).isEqualTo(1);
        send(log, connection, HELD + 2);
        log.acknowledged(HELD + 2);
        assertThat(results()).containsExactly(Result.COMPLETED, Result.COMPLETED);
        log.finish(0);
        assertThat(results()).hasSize(HELD + 2).containsOnly(Result.COMPLETED);
    }

    @Test
    void moreThanATableOfOpenSendsCutsTheOldest() {
        sends(MOST_OPEN);
        assertThat(told).isEmpty();
        send(log, connection, MOST_OPEN + 1);
        assertThat(results()).containsExactly(Result.CUT);
        assertThat(told.get(0).firstFrame()).isEqualTo(1);
    }

    @Test
    void ofAFullTableAnAcknowledgedMessageGoesAsComplete() {
        sends(1);
        log.acknowledged(1);
        for (int i = 2; i <= MOST_OPEN + 2; i++) {
            send(log, connection, i);
        }
        assertThat(results()).containsExactly(Result.COMPLETED, Result.CUT);
    }

    @Test
    void moreThanATableOfOpenRequestsCutsTheOldest() {
        for (int i = 1; i <= MOST_OPEN; i++) {
            frame(i);
            log.asks(Verb.READ, i);
        }
        assertThat(told).isEmpty();
        log.asks(Verb.READ, 0);
        assertThat(told).containsExactly(message(Verb.READ, 1, 1, 1, null, Result.CUT));
    }

    @Test
    void aRefusedMessageAndThoseBehindItDidNotComplete() {
        sends(4);
        log.acknowledged(4);
        log.refused(2);
        assertThat(told)
                .containsExactly(
                        message(Verb.SEND, 0, 4, 4, null, Result.OPEN),
                        message(Verb.SEND, 0, 3, 3, null, Result.REFUSED));
        log.finish(0);
        assertThat(results().subList(2, 4)).containsOnly(Result.COMPLETED);
        assertThat(told).hasSize(4);
    }

    @Test
    void aMessageRefusedBeyondThoseHeldTakesAllThatAreHeldBack() {
        sends(2);
        log.acknowledged(2);
        log.refused(3);
        assertThat(results()).containsExactly(Result.OPEN, Result.OPEN);
        told.clear();
        sends(2);
        log.refused(2);
        assertThat(results()).containsExactly(Result.OPEN, Result.REFUSED);
    }

    @Test
    void whatIsSentAfterARefusalIsAcknowledgedByItself() {
        sends(2);
        log.acknowledged(2);
        log.refused(2);
        told.clear();
        send(log, connection, 3);
        log.acknowledged(2);
        log.finish(0);
        assertThat(results()).containsExactly(Result.OPEN);
    }

    @Test
    void theRequestThatATerminateNamesWasRefused() {
        frame(1);
        log.asks(Verb.READ, 10);
        frame(2);
        log.asks(Verb.READ, 20);
        log.finish(2);
        assertThat(results()).containsExactly(Result.OPEN, Result.REFUSED);
        told.clear();
        log.finish(2);
        assertThat(told).isEmpty();
    }

    @Test
    void withoutMemoryTheOldestMakesRoomAndTheBudgetStaysExact() {
        Budget tight = new Budget(4L * ENTRY);
        StreamLog cut = new StreamLog(FLOW, listener, connection, tight);
        for (int i = 1; i <= 5; i++) {
            send(cut, connection, i);
        }
        assertThat(results()).containsExactly(Result.CUT, Result.CUT, Result.CUT);
        assertThat(told.get(2).firstFrame()).isEqualTo(3);
        cut.asks(Verb.READ, 1);
        assertThat(results()).hasSize(4);
        cut.finish(0);
        assertThat(told).hasSize(6);
        assertThat(tight.take(4 * ENTRY)).as("all is given back").isTrue();
        assertThat(tight.take(1)).as("and no more").isFalse();
    }

    @Test
    void withoutMemoryForAnyEntryMessagesAreToldAndNothingIsGivenBack() {
        Budget none = new Budget(ENTRY);
        StreamLog cut = new StreamLog(FLOW, listener, connection, none);
        frame(1);
        cut.asks(Verb.READ, 1);
        cut.asks(Verb.READ, 2);
        assertThat(results()).containsExactly(Result.CUT);
        cut.finish(0);
        assertThat(results()).containsExactly(Result.CUT, Result.OPEN);
        assertThat(none.take(ENTRY + 1)).isFalse();
    }
}
