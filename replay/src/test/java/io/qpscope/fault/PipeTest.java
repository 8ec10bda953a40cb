package io.qpscope.fault;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;

/** What waits, for how long, and how much of it. */
class PipeTest {
    private final ByteBuffer packet = ByteBuffer.allocate(64);
    private final ByteBuffer out = ByteBuffer.allocate(128);

    private int pass(FaultPipe pipe, int name, long now) {
        packet.put(0, (byte) name);
        return pipe.pass(true, packet, 0, 60, now);
    }

    private int taken(FaultPipe pipe, long now) {
        return pipe.take(true, out.clear(), now) == 0 ? -1 : out.get(0);
    }

    @Test
    void whatIsNotTouchedPassesAtOnce() {
        FaultPipe pipe = new FaultPipe(Meddler.NONE);
        assertThat(pass(pipe, 1, 0)).isEqualTo(60);
        assertThat(pipe.deadline()).isEqualTo(Long.MAX_VALUE);
        assertThat(taken(pipe, 1_000)).isEqualTo(-1);
    }

    @Test
    void delayedPacketsComeInTheOrderOfTheirTimes() {
        FaultPipe pipe = new FaultPipe(
                (fromA, bytes, at, length, now, fate) -> fate.delay(100 - 10 * bytes.get(at)));
        assertThat(pass(pipe, 1, 0)).isZero();
        assertThat(pass(pipe, 2, 0)).isZero();
        assertThat(pass(pipe, 2, 0)).isZero();
        assertThat(pipe.deadline()).isEqualTo(80);
        assertThat(taken(pipe, 79)).isEqualTo(-1);
        assertThat(taken(pipe, 80)).isEqualTo(2);
        assertThat(taken(pipe, 80)).isEqualTo(2);
        assertThat(taken(pipe, 80)).isEqualTo(-1);
        assertThat(taken(pipe, 90)).isEqualTo(1);
        assertThat(pipe.take(false, out.clear(), 1_000)).isZero();
    }

    @Test
    void onlyTheSameDirectionOvertakes() {
        FaultPipe pipe = new FaultPipe((fromA, bytes, at, length, now, fate) -> {
            if (bytes.get(at) == 1) {
                fate.behind(2, 500);
            }
        });
        assertThat(pass(pipe, 1, 0)).isZero();
        assertThat(pass(pipe, 2, 10)).isEqualTo(60);
        packet.put(0, (byte) 3);
        assertThat(pipe.pass(false, packet, 0, 60, 20)).isEqualTo(60);
        assertThat(taken(pipe, 20)).isEqualTo(-1);
        assertThat(pass(pipe, 4, 30)).isEqualTo(60);
        assertThat(taken(pipe, 30)).isEqualTo(1);
        assertThat(pass(pipe, 1, 40)).isZero();
        assertThat(pipe.deadline()).isEqualTo(540);
        pipe.expire(539);
        assertThat(taken(pipe, 539)).isEqualTo(-1);
        pipe.expire(540);
        assertThat(taken(pipe, 540)).isEqualTo(1);
    }

    @Test
    void thereIsALimitToWhatWaits() {
        FaultPipe pipe =
                new FaultPipe((fromA, bytes, at, length, now, fate) -> fate.delay(1_000_000));
        for (int i = 0; i < FaultPipe.MOST_HELD + 5; i++) {
            pass(pipe, 1, 0);
        }
        assertThat(pipe.overflowed()).isEqualTo(5);
        int count = 0;
        while (taken(pipe, 1_000_000) >= 0) {
            count++;
        }
        assertThat(count).isEqualTo(FaultPipe.MOST_HELD);
        pass(pipe, 1, 0);
        assertThat(pipe.overflowed()).isEqualTo(5);
    }

    @Test
    void answersTakeTheTimeOfTheWay() {
        FaultPipe pipe = new FaultPipe(Meddler.NONE, 700);
        pipe.inject(true, true, packet, 0, 60, 100);
        pipe.inject(true, false, packet, 0, 60, 100);
        assertThat(taken(pipe, 100)).isEqualTo(0);
        assertThat(taken(pipe, 799)).isEqualTo(-1);
        assertThat(taken(pipe, 800)).isEqualTo(0);
    }

    @Test
    void whatWaitsKeepsItsLinkHeader() {
        FaultPipe pipe = new FaultPipe((fromA, bytes, at, length, now, fate) -> fate.delay(10));
        packet.put(13, (byte) 7).put(14, (byte) 0x45);
        assertThat(pipe.pass(true, packet, 14, 14, 40, 0)).isZero();
        assertThat(pipe.dropped()).isFalse();
        assertThat(pipe.held()).isEqualTo(1);
        pipe.inject(true, false, packet, 14, 40, 11);
        assertThat(pipe.take(true, out.clear(), 10)).isEqualTo(54);
        assertThat(pipe.lead()).isEqualTo(14);
        assertThat(out.get(13)).isEqualTo((byte) 7);
        assertThat(out.get(14)).isEqualTo((byte) 0x45);
        // What nobody sent has none.
        assertThat(pipe.take(true, out.clear(), 11)).isEqualTo(40);
        assertThat(pipe.lead()).isZero();
        assertThat(pipe.held()).isZero();
    }

    @Test
    void whatIsLostDoesNotWait() {
        FaultPipe pipe = new FaultPipe((fromA, bytes, at, length, now, fate) -> fate.drop());
        assertThat(pass(pipe, 1, 0)).isZero();
        assertThat(pipe.dropped()).isTrue();
        assertThat(pipe.held()).isZero();
    }
}
