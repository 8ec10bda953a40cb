package io.qpscope.cli;

import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.service.Conversation;
import io.qpscope.endpoint.service.EchoServer;
import io.qpscope.endpoint.service.RpingServer;
import io.qpscope.endpoint.service.SinkServer;
import io.qpscope.endpoint.service.SourceServer;
import io.qpscope.port.netty.TextHandshake;

/** What {@code serve} offers, with the port of RDMA-CM it is found at. */
enum ServiceName {
    /** Ports of the services that IANA calls so. */
    ECHO(7),
    SINK(9),
    SOURCE(19),
    /** That of librdmacm's rping. */
    RPING(7174),
    /** TCP, not RDMA-CM: that of ibv_rc_pingpong. */
    PINGPONG(TextHandshake.PORT);

    private final int port;

    ServiceName(int port) {
        this.port = port;
    }

    int port() {
        return port;
    }

    /**
     * @param qpn 0 for the next free one
     * @param depth work requests under way
     * @param size longest message
     */
    Conversation open(Endpoint endpoint, int qpn, int depth, int size) {
        return switch (this) {
            case ECHO, PINGPONG -> new EchoServer(endpoint, qpn, depth, size);
            case SINK -> new SinkServer(endpoint, qpn, depth, size);
            case SOURCE -> new SourceServer(endpoint, qpn, depth, size);
            case RPING -> new RpingServer(endpoint, qpn, size);
        };
    }

    @Override
    public String toString() {
        return Names.lower(this);
    }
}
