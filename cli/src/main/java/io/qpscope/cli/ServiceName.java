package io.qpscope.cli;

import io.qpscope.endpoint.Device;
import io.qpscope.endpoint.service.Conversation;
import io.qpscope.endpoint.service.EchoServer;
import io.qpscope.endpoint.service.RpingServer;
import io.qpscope.endpoint.service.SinkServer;
import io.qpscope.endpoint.service.SourceServer;
import io.qpscope.port.netty.TextHandshake;

/** What {@code serve} offers, with the port of RDMA-CM it is found at, and iWARP's TCP port. */
enum ServiceName {
    /** Ports of the services that IANA calls so. */
    ECHO(7, 7007),
    SINK(9, 7009),
    SOURCE(19, 7019),
    /** That of librdmacm's rping. */
    RPING(7174, 7174),
    /** TCP, not RDMA-CM: that of ibv_rc_pingpong, which is not for iWARP. */
    PINGPONG(TextHandshake.PORT, 0);

    private final int port;
    /** Above 1023, which anybody may listen at. */
    private final int tcpPort;

    ServiceName(int port, int tcpPort) {
        this.port = port;
        this.tcpPort = tcpPort;
    }

    int port(boolean iwarp) {
        return iwarp ? tcpPort : port;
    }

    /**
     * @param qpn 0 for the next free one
     * @param depth work requests under way
     * @param size longest message
     */
    Conversation open(Device device, int qpn, int depth, int size) {
        return switch (this) {
            case ECHO, PINGPONG -> new EchoServer(device, qpn, depth, size);
            case SINK -> new SinkServer(device, qpn, depth, size);
            case SOURCE -> new SourceServer(device, qpn, depth, size);
            case RPING -> new RpingServer(device, qpn, size);
        };
    }

    @Override
    public String toString() {
        return Names.lower(this);
    }
}
