package io.qpscope.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import io.qpscope.build.Envelope;
import io.qpscope.build.PacketBuilder;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

/** Faults cost no garbage per packet. */
class AllocationTest {
    private static final int ETHERNET = 14;

    private final FaultEngine engine = new FaultEngine(
            Rig.plan(
                    "drop: {probability: 0.01}",
                    "delay: {qp: 1, every: 10, by: 2us}",
                    "reorder: {every: 7, by: 2}",
                    "duplicate: {message: 100.., every: 9}",
                    "corrupt: {round: 1, every: 5, field: bth.psn, xor: 1, icrc: fix}",
                    "mark: {psn: 20.., ecn: ce}",
                    "truncate: {every: 11, by: 4}",
                    "nak: {every: 50, code: PSN_SEQUENCE_ERROR, swallow: false}",
                    "inject: {cnp: {qp: 1}, at: 1us, every: 5us}"),
            1,
            0);
    private final FaultPipe pipe =
            new FaultPipe(engine.point().directory((high, low, qp) -> 0x33 - qp));
    private final ByteBuffer packet = ByteBuffer.allocate(2048);
    private final ByteBuffer out = ByteBuffer.allocate(4352);
    private final byte[] frame = new PacketBuilder(Envelope.IPV4, Opcode.WRITE_ONLY)
            .payload(new byte[256])
            .build();
    private final byte[] ack = acknowledgement();
    private final Icrc icrc = new Icrc();
    private long passed;

    /** From the host that the other frames go to. */
    private static byte[] acknowledgement() {
        PacketBuilder builder = new PacketBuilder(Envelope.IPV4, Opcode.ACKNOWLEDGE);
        builder.bth.setDestqp(0x22);
        ByteBuffer bytes = ByteBuffer.wrap(builder.build());
        int source = ETHERNET + 12;
        long both = bytes.getLong(source);
        return bytes.putLong(source, Long.rotateLeft(both, 32)).array();
    }

    private void pass(int count) {
        int length = frame.length - ETHERNET;
        for (int i = 0; i < count; i++) {
            packet.clear().put(0, frame, ETHERNET, length);
            packet.putInt(36, (int) passed & 0xff_ffff);
            Icrc.store(packet, length - 4, icrc.compute(packet, 0, 20, length - 4));
            long now = ++passed * 100;
            pipe.pass(true, packet, 0, length, now);
            pipe.expire(now);
            if (passed % 10 == 0) {
                packet.clear().put(0, ack, ETHERNET, ack.length - ETHERNET);
                packet.putInt(36, (int) passed & 0xff_ffff);
                pipe.pass(false, packet, 0, ack.length - ETHERNET, now);
            }
            boolean more = true;
            while (more) {
                more = pipe.take(true, out.clear(), now) > 0
                        || pipe.take(false, out.clear(), now) > 0;
            }
        }
    }

    @Test
    void nothingPerPacket() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        pass(50_000);
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5 && least > 0; i++) {
            long before = threads.getThreadAllocatedBytes(thread);
            pass(10_000);
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        // The measurement itself may cost a little.
        assertThat(least).isLessThan(1_000);
        assertThat(engine.exercised()).isTrue();
    }
}
