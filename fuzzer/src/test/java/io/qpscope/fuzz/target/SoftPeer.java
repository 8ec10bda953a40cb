package io.qpscope.fuzz.target;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.Defect;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.cm.CmOptions;
import io.qpscope.endpoint.service.Host;
import io.qpscope.endpoint.service.SinkServer;
import io.qpscope.port.netty.UdpPort;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/** A sink on a UDP socket of loopback, as {@code qpscope serve} has it; sound, or with a defect. */
final class SoftPeer implements AutoCloseable {
    static final String ADDRESS = "127.9.1.1";
    static final String OURS = "127.9.1.2";
    static final int PORT = 9;
    private static final int DEPTH = 64;
    private static final int MEMORY = 65_536;
    private static final int PATH_MTU = 4096;

    private final UdpPort port;
    private final PeerMemory shared;
    private boolean closed;

    /**
     * Begins to answer.
     *
     * @param defect null for none
     */
    SoftPeer(Defect defect) throws IOException {
        port = new UdpPort(InetAddress.getByName(ADDRESS));
        Profile profile = Profile.IBTA.within(port.window(PATH_MTU));
        Endpoint endpoint = new Endpoint(defect == null ? profile : profile.with(defect), false, 7);
        Host host = new Host(endpoint, port.address(), DEPTH, 7);
        host.serve(
                PORT,
                () -> new SinkServer(endpoint, 0, DEPTH, MEMORY),
                () -> new CmOptions().pathMtu(PATH_MTU).ackTimeout(14));
        MemoryRegion region = endpoint.memory().register(ByteBuffer.allocate(MEMORY), Access.ALL);
        shared = new PeerMemory(region.key(), region.address(), region.length());
        port.start(host);
    }

    /** Memory that no greeting tells of. */
    PeerMemory shared() {
        return shared;
    }

    /** The way to it. */
    static LiveTarget target(Settings settings) throws IOException {
        UdpPort port = new UdpPort(InetAddress.getByName(OURS));
        TargetAddress address = TargetAddress.of("roce://" + ADDRESS);
        return LiveTarget.roce(port, address, settings, Profile.IBTA, 1024, false, 11);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            port.close();
        }
    }
}
