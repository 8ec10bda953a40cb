package io.qpscope.endpoint.service;

import com.code_intelligence.jazzer.junit.FuzzTest;

import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.Path;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.cm.CmOptions;
import io.qpscope.wire.Bth;
import io.qpscope.wire.Icrc;

import java.nio.ByteBuffer;

/**
 * Plain runs replay the seeds in HostFuzzTestInputs; JAZZER_FUZZ=1 searches. The bytes are packets,
 * each behind its length in two bytes, from the BTH on: headers in front and ICRC are made right.
 */
class HostFuzzTest {
    private static final int IPV4 = 20;
    private static final int BTH = IPV4 + 8;
    private static final int PORT = 9;
    private static final int MOST = 4200;

    private final Icrc icrc = new Icrc();
    private final ByteBuffer out = ByteBuffer.allocate(Endpoint.MOST_PACKET);

    @FuzzTest(maxDuration = "30s")
    void packetsOfAnyContentDoNoHarm(byte[] data) {
        Wire wire = new Wire();
        wire.b.serve(PORT, () -> new SinkServer(wire.b.endpoint(), 0, 4, 1024), CmOptions::new);
        Path path =
                wire.a.address().to(wire.b.address().high(), wire.b.address().low(), 0);
        LoadClient.Volume volume = new LoadClient.Volume(64, 0);
        LoadClient load = new LoadClient(wire.a.endpoint(), 0, Verb.RDMA_READ, 2, volume);
        wire.a.connect(load, path, PORT, new CmOptions(), 0);
        wire.run(50_000);
        byte[] head = wire.sent.get(0).bytes();
        int at = 0;
        while (at + 2 <= data.length) {
            int length = ByteBuffer.wrap(data).getShort(at) & 0xffff;
            at += 2;
            length = Math.min(length, Math.min(data.length - at, MOST));
            ByteBuffer packet = ByteBuffer.allocate(BTH + length + Icrc.LENGTH);
            packet.put(0, head, 0, BTH).put(BTH, data, at, length);
            packet.putShort(2, (short) packet.capacity());
            packet.putShort(IPV4 + 4, (short) (packet.capacity() - IPV4));
            int end = BTH + length;
            if (length >= Bth.LENGTH) {
                Icrc.store(packet, end, icrc.compute(packet, 0, IPV4, end));
            }
            wire.b.receive(packet, 0, packet.capacity(), true, wire.now());
            wire.b.turn(wire.now());
            while (wire.b.transmit(out.clear(), wire.now()) > 0) {
                wire.b.turn(wire.now());
            }
            at += length;
        }
    }
}
