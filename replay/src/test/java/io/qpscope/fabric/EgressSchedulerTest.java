package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;

class EgressSchedulerTest {
    private final PacketPool pool = new PacketPool();
    private final PacketQueue[] queues = new PacketQueue[8];
    private final long[] bytes = new long[8];
    private final SplittableRandom random = new SplittableRandom(3);

    private void serve(EgressScheduler scheduler, int always, int rounds) {
        for (int i = 0; i < queues.length; i++) {
            queues[i] = new PacketQueue();
        }
        for (int round = 0; round < rounds; round++) {
            int eligible = 0;
            for (int i = 0; i < queues.length; i++) {
                if ((always & 1 << i) != 0 && queues[i].isEmpty()) {
                    queues[i].add(pool.take(60 + random.nextInt(4_000)));
                }
                eligible |= queues[i].isEmpty() ? 0 : 1 << i;
            }
            int picked = scheduler.pick(eligible, queues);
            Packet packet = queues[picked].remove();
            bytes[picked] += packet.size;
            pool.release(packet);
        }
    }

    @Test
    void weightsShareBytesAndNotPackets() {
        EgressScheduler scheduler = new EgressScheduler(0, new int[] {1, 2, 1, 4, 1, 1, 1, 1});
        serve(scheduler, 0b1011, 40_000);
        double all = bytes[0] + bytes[1] + bytes[3];
        assertThat(bytes[0] / all).isCloseTo(1 / 7.0, within(0.01));
        assertThat(bytes[1] / all).isCloseTo(2 / 7.0, within(0.01));
        assertThat(bytes[3] / all).isCloseTo(4 / 7.0, within(0.01));
    }

    @Test
    void strictQueuesGoFirstTheHighestOfThemBeforeAll() {
        EgressScheduler scheduler =
                new EgressScheduler(0b1100_0000, new int[] {1, 1, 1, 1, 1, 1, 1, 1});
        serve(scheduler, 0b0100_0001, 100);
        assertThat(bytes[0]).isZero();
        assertThat(bytes[6]).isPositive();
        serve(scheduler, 0b1100_0001, 100);
        assertThat(bytes[0]).isZero();
        assertThat(bytes[7]).isPositive();
    }

    @Test
    void anIdleQueueSavesNothingUp() {
        EgressScheduler scheduler = new EgressScheduler(0, new int[] {1, 1, 1, 1, 1, 1, 1, 1});
        serve(scheduler, 0b0101, 1_000);
        serve(scheduler, 0b0100, 1_000);
        bytes[0] = 0;
        bytes[2] = 0;
        serve(scheduler, 0b0101, 10_000);
        assertThat((double) bytes[0] / bytes[2]).isCloseTo(1, within(0.02));
    }
}
