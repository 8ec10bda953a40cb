package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.Message.Result;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** What is told of each message, and that none is told twice or forgotten. */
class MessageLogTest extends Dialogue {
    private final List<Message> messages = new ArrayList<>();
    private final List<String> flows = new ArrayList<>();

    @BeforeEach
    void listen() {
        tracker().listen(new MessageListener() {
            @Override
            public void onMessage(Message message) {
                messages.add(message);
            }

            @Override
            public void onFlow(int flow, int session, Side from) {
                flows.add(flow + " is " + from + " of " + session);
            }
        });
    }

    private static String span(Message message) {
        return message.verb() + " " + message.firstPsn() + " " + message.lastPsn() + " "
                + message.payloadBytes() + " " + message.result();
    }

    private List<String> spans() {
        return messages.stream().map(MessageLogTest::span).toList();
    }

    @Test
    void aMessageIsToldWhenItIsAcknowledgedAsAWhole() {
        long first = at(0, a.writeFirst(0xff_fffe));
        at(1, a.writeMiddle(0xff_ffff));
        long last = at(2, a.writeLast(0));
        at(5, b.ack(0xff_ffff));
        assertThat(messages).isEmpty();
        long done = at(9, b.ack(0));
        assertThat(spans()).containsExactly("WRITE 16777214 0 2112 COMPLETED");
        Message told = messages.get(0);
        assertThat(told.firstFrame()).isEqualTo(first);
        assertThat(told.lastFrame()).isEqualTo(last);
        assertThat(told.lastTimeNs() - told.firstTimeNs()).isEqualTo(2_000);
        assertThat(told.doneFrame()).isEqualTo(done);
        assertThat(told.doneTimeNs() - told.firstTimeNs()).isEqualTo(9_000);
        assertThat(told.resentPackets()).isZero();
        finish();
        assertThat(messages).hasSize(1);
        assertThat(flows).containsExactlyInAnyOrder("1 is A of 1", "2 is B of 1");
    }

    @Test
    void packetsSentAgainCountToTheirMessage() {
        at(0, a.send(100), a.send(101), a.send(102));
        at(10, b.nak(101));
        at(20, a.send(101), a.send(102));
        at(30, b.ack(102));
        finish();
        assertThat(messages.stream().map(Message::resentPackets)).containsExactly(0L, 1L, 1L);
        assertThat(messages).allMatch(message -> message.result() == Result.COMPLETED);
    }

    /** Its responses prove a READ done; a SEND behind it waits to be told, not for its own proof. */
    @Test
    void aReadIsDoneWithItsLastResponse() {
        at(0, a.readRequest(100, 3 * 1024), a.send(103));
        at(10, b.readFirst(100), b.readMiddle(101));
        at(20, b.ack(103));
        assertThat(messages).isEmpty();
        at(30, b.readLast(102));
        assertThat(spans())
                .containsExactly("READ 100 102 3072 COMPLETED", "SEND 103 103 64 COMPLETED");
        assertThat(messages.get(1).doneTimeNs()).isLessThan(messages.get(0).doneTimeNs());
    }

    @Test
    void aLostFirstPacketIsKnownWhenItComesAgain() {
        at(0, a.send(99));
        lost(a.sendFirst(100));
        at(2, a.sendLast(101));
        at(5, b.ack(99), b.nak(100));
        at(10, a.sendFirst(100), a.sendLast(101));
        at(20, b.ack(101));
        assertThat(spans())
                .containsExactly("SEND 99 99 64 COMPLETED", "SEND 100 101 1088 COMPLETED");
    }

    @Test
    void withoutItsFirstPacketItsStartAndBytesAreNotKnown() {
        at(0, a.send(99));
        lost(a.sendFirst(100));
        at(2, a.sendLast(101));
        at(20, b.ack(101));
        assertThat(spans()).last().isEqualTo("SEND null 101 null COMPLETED");
    }

    /** The end of the second passes while the first has not ended: each gets its own. */
    @Test
    void messagesThatOvertakeAreKeptApart() {
        Packet end = a.sendLast(101);
        Packet second = a.sendFirst(102);
        at(0, a.sendFirst(100), a.sendLast(103));
        at(2, end, second);
        at(9, b.ack(103));
        assertThat(spans())
                .containsExactly("SEND 100 101 1088 COMPLETED", "SEND 102 103 1088 COMPLETED");
    }

    @Test
    void aRefusedMessageIsToldFromOneThatIsOpen() {
        at(0, a.write(100), a.write(101));
        at(5, b.nak(100, Aeth.NAK_REMOTE_ACCESS_ERROR));
        finish();
        assertThat(spans()).containsExactly("WRITE 100 100 64 REFUSED", "WRITE 101 101 64 OPEN");
    }

    @Test
    void datagramsAreSent() {
        a.service = Opcode.UC;
        at(0, a.sendFirst(5), a.sendLast(6), a.send(7));
        assertThat(spans()).containsExactly("SEND 5 6 1088 SENT", "SEND 7 7 64 SENT");
        assertThat(messages.get(0).doneFrame()).isNull();
    }

    @Test
    void memoryIsBoundedAndWhatWasLetGoSaysSo() {
        int sent = MessageLog.MAX_OPEN + 3;
        for (int i = 0; i < sent; i++) {
            at(i, a.send(i));
        }
        assertThat(spans())
                .containsExactly("SEND 0 0 64 CUT", "SEND 1 1 64 CUT", "SEND 2 2 64 CUT");
        at(10_000, b.ack(sent - 1));
        finish();
        assertThat(messages).hasSize(sent);
        assertThat(messages.subList(3, sent))
                .allMatch(message -> message.result() == Result.COMPLETED);
    }
}
