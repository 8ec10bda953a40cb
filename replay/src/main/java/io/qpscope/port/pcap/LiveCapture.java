package io.qpscope.port.pcap;

import io.qpscope.capture.LinkType;

import org.pcap4j.core.BpfProgram.BpfCompileMode;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapHandle.BlockingMode;
import org.pcap4j.core.PcapHandle.PcapDirection;
import org.pcap4j.core.PcapHandle.TimestampPrecision;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.PcapNetworkInterface;
import org.pcap4j.core.PcapNetworkInterface.PromiscuousMode;
import org.pcap4j.core.PcapStat;
import org.pcap4j.core.Pcaps;
import org.pcap4j.core.RawPacketListener;
import org.pcap4j.packet.namednumber.DataLinkType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;

/**
 * Packets from an interface, through libpcap. It is asked for packets and never waits, so that one
 * thread can do all there is to do; the kernel's buffer holds what comes meanwhile. For one thread.
 */
public final class LiveCapture implements AutoCloseable {
    /** Block times of the kernel's ring; a packet is seen so much late at most. */
    private static final int TIMEOUT_MILLIS = 10;

    /** Of nothing that is captured. */
    private static final int SNAP_LENGTH = 65_535;

    private static final long MILLI = 1_000L;
    private static final long MEGA = 1_000_000L;

    /**
     * How to capture.
     *
     * @param snapLength bytes kept of each packet
     * @param bufferBytes of the kernel
     * @param promiscuous also packets to other MAC addresses
     * @param filter of BPF, as tcpdump takes it; or null
     */
    public record Options(int snapLength, int bufferBytes, boolean promiscuous, String filter) {}

    /** Where packets go. */
    public interface Sink {
        /**
         * One packet.
         *
         * @param originalLength bytes on the wire
         * @param timeNs since 1970
         */
        void packet(byte[] bytes, int originalLength, long timeNs) throws IOException;
    }

    /** An interface that packets can be captured on. */
    public record Device(String name, String description, boolean up, List<String> addresses) {}

    /**
     * libpcap's counters.
     *
     * @param received by the filter
     * @param dropped because the kernel's buffer was full
     * @param droppedByInterface before that, by the driver, where it tells
     */
    public record Counters(long received, long dropped, long droppedByInterface) {}

    private final String name;
    private final PcapHandle handle;
    private final int linkType;
    private Sink sink;
    private Throwable failure;

    private LiveCapture(String name, PcapHandle handle) {
        this.name = name;
        this.handle = handle;
        linkType = linkType(handle.getDlt().value());
    }

    /** Systems number raw IP differently; files don't. */
    private static int linkType(int dlt) {
        return dlt == LinkType.RAW_BSD || dlt == LinkType.RAW_OPENBSD ? LinkType.RAW : dlt;
    }

    /** Starts to capture; {@code any} is all interfaces. */
    public static LiveCapture open(String name, Options options) throws LiveCaptureException {
        return open(name, options, false);
    }

    /**
     * Starts to take all that comes in, to pass it on: each packet is seen at once, and none that
     * leaves.
     *
     * @param snapLength room for each packet in the kernel's ring, so no longer than need be
     * @param bufferBytes of the kernel
     */
    public static LiveCapture inbound(String name, int snapLength, int bufferBytes)
            throws LiveCaptureException {
        return open(name, new Options(snapLength, bufferBytes, true, null), true);
    }

    private static LiveCapture open(String name, Options options, boolean inbound)
            throws LiveCaptureException {
        try {
            PcapHandle handle = new PcapHandle.Builder(name)
                    .snaplen(options.snapLength())
                    .bufferSize(options.bufferBytes())
                    .promiscuousMode(
                            options.promiscuous()
                                    ? PromiscuousMode.PROMISCUOUS
                                    : PromiscuousMode.NONPROMISCUOUS)
                    .timeoutMillis(TIMEOUT_MILLIS)
                    .timestampPrecision(TimestampPrecision.NANO)
                    .immediateMode(inbound)
                    .build();
            try {
                if (inbound) {
                    handle.setDirection(PcapDirection.IN);
                }
                handle.setBlockingMode(BlockingMode.NONBLOCKING);
                filter(handle, options.filter());
                return new LiveCapture(name, handle);
            } catch (PcapNativeException | NotOpenException | LiveCaptureException e) {
                handle.close();
                throw e instanceof LiveCaptureException own
                        ? own
                        : LiveCaptureException.of(name, e);
            }
        } catch (PcapNativeException e) {
            throw LiveCaptureException.of(name, e);
        } catch (LinkageError e) {
            throw LiveCaptureException.noLibrary(e);
        }
    }

    private static void filter(PcapHandle handle, String filter) throws LiveCaptureException {
        if (filter == null) {
            return;
        }
        try {
            handle.setFilter(filter, BpfCompileMode.OPTIMIZE);
        } catch (PcapNativeException | NotOpenException e) {
            throw LiveCaptureException.wrongFilter(filter, e);
        }
    }

    /**
     * Compiles a filter for frames of a {@link LinkType}, without an interface.
     *
     * @throws LiveCaptureException which tells what is wrong with it, or that there is no libpcap
     */
    public static void checkFilter(String filter, int linkType) throws LiveCaptureException {
        try (PcapHandle dead = Pcaps.openDead(DataLinkType.getInstance(linkType), SNAP_LENGTH)) {
            dead.compileFilter(filter, BpfCompileMode.OPTIMIZE, PcapHandle.PCAP_NETMASK_UNKNOWN)
                    .free();
        } catch (PcapNativeException | NotOpenException e) {
            throw LiveCaptureException.wrongFilter(filter, e);
        } catch (LinkageError e) {
            throw LiveCaptureException.noLibrary(e);
        }
    }

    /** All interfaces, in libpcap's order. */
    public static List<Device> devices() throws LiveCaptureException {
        try {
            List<Device> devices = new ArrayList<>();
            for (PcapNetworkInterface each : Pcaps.findAllDevs()) {
                List<String> addresses = each.getAddresses().stream()
                        .filter(address -> address.getAddress() != null)
                        .map(address -> address.getAddress().getHostAddress())
                        .toList();
                devices.add(
                        new Device(each.getName(), each.getDescription(), each.isUp(), addresses));
            }
            return devices;
        } catch (PcapNativeException e) {
            throw LiveCaptureException.of("interfaces", e);
        } catch (LinkageError e) {
            throw LiveCaptureException.noLibrary(e);
        }
    }

    /** A LINKTYPE_ value. */
    public int linkType() {
        return linkType;
    }

    /** Bits a second by the kernel; 0 where it doesn't tell. */
    public long linkSpeed() {
        try {
            String megabits =
                    Files.readString(Path.of("/sys/class/net", name, "speed")).strip();
            return Math.max(0, Long.parseLong(megabits)) * MEGA;
        } catch (IOException | NumberFormatException e) {
            // Virtual interfaces have none.
            return 0;
        }
    }

    /**
     * Passes on the packets that are there.
     *
     * @param most at most so many
     * @return how many there were
     * @throws IOException what the sink threw, or when the interface is gone
     */
    public int poll(int most, Sink to) throws IOException {
        sink = to;
        int count;
        try {
            count = handle.dispatch(most, (RawPacketListener) this::take);
        } catch (PcapNativeException | NotOpenException e) {
            throw LiveCaptureException.of(name, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
        rethrow();
        return count;
    }

    /** An exception must not leave the callback: JNA would print it and go on. */
    private void take(byte[] bytes) {
        if (failure != null) {
            return;
        }
        try {
            Timestamp time = handle.getTimestamp();
            long seconds = Math.floorDiv(time.getTime(), MILLI);
            long timeNs = seconds * MILLI * MEGA + time.getNanos();
            sink.packet(bytes, handle.getOriginalLength(), timeNs);
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        }
    }

    private void rethrow() throws IOException {
        Throwable first = failure;
        failure = null;
        if (first instanceof IOException io) {
            throw io;
        }
        if (first instanceof RuntimeException wrong) {
            throw wrong;
        }
        if (first instanceof Error error) {
            throw error;
        }
    }

    /** Since it was opened. */
    public Counters counters() throws LiveCaptureException {
        try {
            PcapStat stat = handle.getStats();
            return new Counters(
                    stat.getNumPacketsReceived(),
                    stat.getNumPacketsDropped(),
                    stat.getNumPacketsDroppedByIf());
        } catch (PcapNativeException | NotOpenException e) {
            throw LiveCaptureException.of(name, e);
        }
    }

    @Override
    public void close() {
        handle.close();
    }
}
