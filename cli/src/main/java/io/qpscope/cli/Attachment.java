package io.qpscope.cli;

import io.qpscope.endpoint.Device;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.service.Host;
import io.qpscope.endpoint.service.Station;
import io.qpscope.port.Answer;
import io.qpscope.port.Port;
import io.qpscope.port.netty.UdpPort;
import io.qpscope.port.pcap.RawPort;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;

/** A RoCEv2 host on its port. */
final class Attachment implements Site {
    /** Room for all headers in front of a path MTU's payload; rxe reckons with the same. */
    private static final int HEADERS = 80;

    private static final int ETHERNET_MTU = 1500;
    private static final int LOOPBACK_MTU = 1 << 16;
    /** Packets in flight that a capture ring and a virtual cable take in their stride. */
    static final int RAW_WINDOW = 128;

    private static final int LEAST_MTU = 256;
    /** Fits Ethernet without jumbo frames. */
    private static final int SAFE_MTU = 1024;

    private static final int MOST_MTU = 4096;

    private final Port port;
    private final Host host;
    private final Station station;
    private final int pathMtu;
    private boolean started;

    private Attachment(Port port, Host host, Station station, int pathMtu) {
        this.port = port;
        this.station = station;
        this.host = host;
        this.pathMtu = pathMtu;
    }

    /** A host on a UDP socket of one local address. */
    static Attachment udp(
            InetAddress bind, EndpointOptions options, int mostConversations, PrintWriter err)
            throws IOException {
        UdpPort port = new UdpPort(bind);
        if (!port.predictable()) {
            err.println("qpscope: no native epoll (" + UdpPort.withoutEpoll() + "): packets leave"
                    + " with IPv4 identifications that their ICRC does not cover, and only QPScope"
                    + " takes them; --raw has no such gap");
        }
        int mtu = options.pathMtu(fitting(bind));
        Profile profile = options.profile().within(port.window(mtu));
        return of(port, profile, mtu, mostConversations, options);
    }

    /** A host on raw frames of an interface. */
    static Attachment raw(
            InetAddress bind,
            InetAddress to,
            RawEthernet raw,
            EndpointOptions options,
            int mostConversations)
            throws IOException {
        RawPort port = raw.open(bind, to);
        int mtu = options.pathMtu(fitting(raw.device()));
        Profile profile = options.profile().within(RAW_WINDOW);
        return of(port, profile, mtu, mostConversations, options);
    }

    private static Attachment of(
            Port port, Profile profile, int mtu, int mostConversations, EndpointOptions options) {
        // Raw frames have identifications of their own, and a socket's are 0; so it is with marks.
        boolean raw = port instanceof RawPort;
        long seed = options.seed();
        Endpoint endpoint = new Endpoint(profile, raw, seed);
        Host host = new Host(endpoint, port.address(), mostConversations, seed);
        Station station = options.faults().around(host, endpoint, raw, seed, port.now());
        return new Attachment(port, host, station, mtu);
    }

    /** Path MTU that fits the interface of a local address. */
    static int fitting(InetAddress bind) throws IOException {
        return fitting(link(bind));
    }

    /** Path MTU that fits an interface. */
    static int fitting(String device) throws IOException {
        NetworkInterface known = NetworkInterface.getByName(device);
        return fitting(known == null ? ETHERNET_MTU : known.getMTU());
    }

    private static int link(InetAddress bind) throws IOException {
        NetworkInterface device = NetworkInterface.getByInetAddress(bind);
        if (device != null) {
            return device.getMTU();
        }
        // Of 127/8 only the first address is the interface's own.
        return bind.isLoopbackAddress() ? LOOPBACK_MTU : ETHERNET_MTU;
    }

    private static int fitting(int link) {
        int most = Integer.highestOneBit(Math.max(LEAST_MTU, link - HEADERS));
        return Math.min(most, MOST_MTU);
    }

    /** The local address that packets to a peer leave from. */
    static InetAddress facing(InetAddress peer) throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(peer, UdpPort.ROCE_PORT);
            return socket.getLocalAddress();
        }
    }

    /** The same, but for a machine of both's: both need the UDP port, so another one. */
    static InetAddress apart(InetAddress peer) throws IOException {
        InetAddress local = facing(peer);
        byte[] bytes = local.getAddress();
        if (local.equals(peer) && bytes.length == 4 && local.isLoopbackAddress()) {
            bytes[3] = (byte) (bytes[3] == 2 ? 3 : 2);
            return InetAddress.getByAddress(bytes);
        }
        return local;
    }

    Port port() {
        return port;
    }

    Host host() {
        return host;
    }

    Endpoint endpoint() {
        return host.endpoint();
    }

    int pathMtu() {
        return pathMtu;
    }

    @Override
    public Device device() {
        return host.endpoint();
    }

    @Override
    public void start() {
        started = true;
        port.start(station);
    }

    @Override
    public <T> T ask(Supplier<T> question) throws IOException {
        return started ? Answer.of(port::execute, question) : question.get();
    }

    @Override
    public void leave() {
        host.disconnect(port.now());
    }

    @Override
    public boolean quiet() {
        return host.quiet();
    }

    @Override
    public long accepted() {
        return host.accepted();
    }

    @Override
    public long refused() {
        return host.refused();
    }

    @Override
    public void counters(ObjLongConsumer<String> to) {
        endpoint().counters().show(to);
    }

    @Override
    public String advice() {
        return pathMtu > SAFE_MTU
                ? "; the path MTU is " + pathMtu + ": if the peer's interface or a switch between"
                        + " carries less, --mtu " + SAFE_MTU + " helps"
                : "";
    }

    @Override
    public void close() {
        port.close();
    }
}
