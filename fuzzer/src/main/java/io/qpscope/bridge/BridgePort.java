package io.qpscope.bridge;

import io.qpscope.port.pcap.FrameSender;
import io.qpscope.port.pcap.LiveCapture;

import java.io.IOException;
import java.util.Set;

/** One of the two interfaces: takes what comes in, and sends. */
public final class BridgePort implements Wire, AutoCloseable {
    /** Ethernet header and tags, with room to see that a frame is too long. */
    private static final int HEADROOM = 64;

    /** Drivers of cables that end in this machine. */
    private static final Set<String> VIRTUAL = Set.of("veth", "tun", "dummy");

    private final String name;
    private final LiveCapture capture;
    private final FrameSender sender;

    private BridgePort(String name, LiveCapture capture, FrameSender sender) {
        this.name = name;
        this.capture = capture;
        this.sender = sender;
    }

    /**
     * Opens an interface.
     *
     * @param bufferBytes of the kernel, for frames that wait
     * @throws IOException when there is none of that name, it is not Ethernet, or there is no
     *     libpcap or no right to use it
     */
    public static BridgePort open(String name, int bufferBytes) throws IOException {
        FrameSender sender = FrameSender.open(name);
        try {
            int longest = sender.mtu() + HEADROOM;
            return new BridgePort(name, LiveCapture.inbound(name, longest, bufferBytes), sender);
        } catch (IOException e) {
            sender.close();
            throw e;
        }
    }

    public String name() {
        return name;
    }

    /** Name of its driver; empty if not known. */
    public String driver() {
        return sender.driver();
    }

    /** Whether, by its driver, it is one end of a cable of software: veth, tun or tap, dummy. */
    public boolean isVirtual() {
        return VIRTUAL.contains(driver());
    }

    /** Bits a second; 0 if not known. */
    public long linkSpeed() {
        return capture.linkSpeed();
    }

    /** Why it did not take the last frame that it did not take, or null. */
    public String refusal() {
        return sender.refusal();
    }

    /** Of the capture. */
    public LiveCapture.Counters counters() throws IOException {
        return capture.counters();
    }

    int poll(int most, LiveCapture.Sink to) throws IOException {
        return capture.poll(most, to);
    }

    @Override
    public int mtu() {
        return sender.mtu();
    }

    @Override
    public boolean send(byte[] frame, int length) {
        return sender.send(frame, length);
    }

    @Override
    public void close() {
        capture.close();
        sender.close();
    }
}
