package io.qpscope.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.build.Envelope;
import io.qpscope.build.PacketBuilder;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** Packets of any kind pass any rule: nothing is thrown, and nothing outside of them changes. */
class HostilePacketsTest {
    private static final int ETHERNET = 14;
    private static final int GUARD = 32;

    private static final String[] PLAN = {
        "drop: {probability: 0.1}",
        "delay: {probability: 0.1, by: 1us}",
        "reorder: {probability: 0.1}",
        "duplicate: {message: 2, round: 2..}",
        "corrupt: {every: 2, offset: 40, xor: 1}",
        "corrupt: {every: 3, field: payload, offset: 9, add: 1, icrc: fix}",
        "corrupt: {field: reth.va, add: -5, icrc: fix}",
        "corrupt: {field: aeth.msn, value: 3}",
        "mark: {psn: 2.., ecn: ce, dscp: 3}",
        "truncate: {every: 5, by: 17, icrc: fix}",
        "truncate: {every: 7, to: 20}",
        "rnr: {every: 4}",
        "nak: {every: 9, code: INVALID_REQUEST, swallow: false}",
        "inject: {ack: {}, on: {every: 3}}",
        "inject: {packet: {opcode: RC_RDMA_READ_REQUEST, payload: 0}, on: {every: 5}}",
        "inject: {cnp: {qp: 3}, at: 1us, every: 10us}",
    };

    private static byte[] packet(SplittableRandom random) {
        int opcode = random.nextInt(256);
        boolean known = (Opcode.traits(opcode) & Opcode.KNOWN) != 0;
        PacketBuilder builder = new PacketBuilder(
                random.nextBoolean() ? Envelope.IPV4 : Envelope.IPV6, known ? opcode : 0);
        builder.bth.setDestqp(random.nextInt(4));
        builder.bth.setPsn(random.nextInt(40) - 10 & 0xff_ffff);
        builder.bth.setOpcode(opcode);
        byte[] frame = builder.payload(new byte[random.nextInt(300)]).build();
        byte[] bytes = new byte[frame.length - ETHERNET];
        System.arraycopy(frame, ETHERNET, bytes, 0, bytes.length);
        for (int i = random.nextInt(4); i > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return bytes;
    }

    @Test
    void theyPass() {
        for (long seed = 1; seed <= 10; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            FaultEngine engine = new FaultEngine(Rig.plan(PLAN), seed, 0);
            FaultPipe pipe = new FaultPipe(
                    engine.point().directory((high, low, qpn) -> qpn == 0 ? 0 : qpn ^ 1));
            ByteBuffer out = ByteBuffer.allocate(5_000);
            for (int i = 0; i < 400; i++) {
                byte[] bytes = packet(random);
                int length = random.nextInt(8) == 0 ? random.nextInt(bytes.length) : bytes.length;
                byte[] room = new byte[bytes.length + 2 * GUARD];
                System.arraycopy(bytes, 0, room, GUARD, bytes.length);
                try {
                    boolean fromA = random.nextBoolean();
                    int left = pipe.pass(fromA, ByteBuffer.wrap(room), GUARD, length, i * 500L);
                    assertThat(left).as("seed %d", seed).isBetween(0, length);
                    pipe.expire(i * 500L);
                    while (pipe.take(fromA, out.clear(), i * 500L) > 0) {
                        assertThat(out.position()).isPositive();
                    }
                } catch (RuntimeException e) {
                    throw new AssertionError("seed " + seed + ", packet " + i, e);
                }
                for (int at = 0; at < GUARD; at++) {
                    assertThat(room[at]).as("seed %d", seed).isZero();
                    assertThat(room[room.length - 1 - at]).as("seed %d", seed).isZero();
                }
            }
        }
    }
}
