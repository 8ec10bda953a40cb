package io.qpscope.scenario;

import io.qpscope.fabric.Host;

import java.nio.ByteBuffer;

/** A UDP packet over IPv4 to a port nobody listens at. */
final class PlainPacket {
    private static final int IP = 20;
    private static final int SOURCE_PORT = 40_000;
    private static final int DISCARD_PORT = 9;
    private static final int UDP = 17;

    private PlainPacket() {}

    static ByteBuffer of(FlowPlan flow, Host from, Host to) {
        ByteBuffer out = ByteBuffer.allocate(flow.size());
        out.putInt(0x4500_0000 | flow.trafficClass() << 16 | flow.size()).putInt(0x4000);
        out.putInt(flow.ttl() << 24 | UDP << 16);
        out.putInt((int) from.address().low()).putInt((int) to.address().low());
        int sum = 0;
        for (int i = 0; i < IP; i += 2) {
            sum += out.getShort(i) & 0xffff;
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        out.putShort(10, (short) ~sum);
        int port = flow.qp().udpPort() == 0 ? SOURCE_PORT : flow.qp().udpPort();
        out.putShort((short) port).putShort((short) DISCARD_PORT);
        out.putShort((short) (flow.size() - IP));
        return out.clear();
    }
}
