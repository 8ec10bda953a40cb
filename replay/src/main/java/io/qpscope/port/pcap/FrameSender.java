package io.qpscope.port.pcap;

import io.qpscope.capture.LinkType;

import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapHandle.PcapDirection;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.PcapNetworkInterface.PromiscuousMode;

import java.io.IOException;

/** Whole Ethernet frames onto an interface, through libpcap. For one thread. */
public final class FrameSender implements AutoCloseable {
    /** Nothing is read. */
    private static final int SNAP_LENGTH = 64;

    private final PcapHandle handle;
    private final String driver;
    private final int mtu;
    private final long mac;
    private String refusal;

    private FrameSender(PcapHandle handle, String driver, int mtu, long mac) {
        this.handle = handle;
        this.driver = driver;
        this.mtu = mtu;
        this.mac = mac;
    }

    /**
     * Opens an interface.
     *
     * @throws IOException when there is none of that name, it takes no Ethernet frames, or there is
     *     no libpcap or no right to use it
     */
    public static FrameSender open(String device) throws IOException {
        try {
            PcapHandle handle = new PcapHandle.Builder(device)
                    .snaplen(SNAP_LENGTH)
                    .promiscuousMode(PromiscuousMode.NONPROMISCUOUS)
                    .timeoutMillis(1)
                    .build();
            int linkType = handle.getDlt().value();
            if (linkType != LinkType.ETHERNET) {
                handle.close();
                throw new IOException(device + ": takes " + LinkType.name(linkType)
                        + ", and frames to be sent are Ethernet");
            }
            // What comes would fill the kernel's ring for nobody; what goes least of all.
            handle.setDirection(PcapDirection.IN);
            return new FrameSender(
                    handle,
                    NetworkDevice.driver(device),
                    NetworkDevice.mtu(device),
                    NetworkDevice.mac(device));
        } catch (PcapNativeException | NotOpenException e) {
            throw LiveCaptureException.of(device, e);
        } catch (LinkageError e) {
            throw LiveCaptureException.noLibrary(e);
        }
    }

    /** Longest packet that a frame may carry, in bytes. */
    public int mtu() {
        return mtu;
    }

    /** Name of the interface's driver, as {@code veth} or {@code mlx5_core}; empty if not known. */
    public String driver() {
        return driver;
    }

    /** The interface's own address, as a number. */
    public long mac() {
        return mac;
    }

    /** Sends one frame, without frame check sequence; false when the interface does not take it. */
    public boolean send(byte[] frame, int length) {
        try {
            handle.sendPacket(frame, length);
            return true;
        } catch (PcapNativeException | NotOpenException e) {
            refusal = String.valueOf(e.getMessage()).strip();
            return false;
        }
    }

    /** Why it did not take the last that it did not take, or null. */
    public String refusal() {
        return refusal;
    }

    @Override
    public void close() {
        handle.close();
    }
}
