package io.qpscope.port.pcap;

import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.service.Station;
import io.qpscope.port.Port;

import org.pcap4j.core.BpfProgram.BpfCompileMode;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapHandle.BlockingMode;
import org.pcap4j.core.PcapHandle.PcapDirection;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.PcapNetworkInterface.PromiscuousMode;
import org.pcap4j.core.RawPacketListener;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * A host on raw Ethernet frames: every header is its own, and ICRCs are checked in full. Its
 * address must be one that the machine's own IP stack does not have, else that answers too ("port
 * unreachable"). MAC addresses of peers come from ARP or neighbour discovery, or by {@link
 * #neighbour}.
 */
public final class RawPort implements Port {
    /** UDP source port; routers spread flows by it. */
    private static final int SOURCE_PORT = 0xc000;

    private static final int TYPE_IPV4 = 0x0800;
    private static final int TYPE_IPV6 = 0x86dd;
    /** One slot of the kernel's ring holds so much: the largest packet and its Ethernet header. */
    private static final int SNAP_LENGTH = 4352;

    private static final int RING = 32 << 20;
    private static final int AT_ONCE = 64;
    /** Packets whose neighbour is being asked for. */
    private static final int MOST_HELD = 64;

    private static final long ASK_AGAIN_NS = 200_000_000L;
    private static final long SHORT_NAP_NS = 20_000;
    private static final long LONG_NAP_NS = 1_000_000;
    /** Naps without a frame before they become long ones. */
    private static final int PATIENCE = 5000;

    private final PcapHandle handle;
    private final LocalAddress address;
    private final byte[] mac;
    private final Neighbours neighbours;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final byte[] frame = new byte[Neighbours.ETHERNET + Endpoint.MOST_PACKET];
    private final ByteBuffer out = ByteBuffer.wrap(frame);
    private final ArrayDeque<byte[]> held = new ArrayDeque<>();
    private final RawPacketListener listener = this::receive;
    private final Thread thread = new Thread(this::run, "raw-port");
    private long askedAt = Long.MIN_VALUE;
    private int taken;
    private Station host;
    private volatile boolean closed;
    private volatile String failure;

    /**
     * @param mac six bytes, null for the interface's own
     * @throws IOException when there is no such interface, no libpcap or no right to use it
     */
    public RawPort(String device, InetAddress bind, byte[] mac) throws IOException {
        address = LocalAddress.of(bind.getAddress(), SOURCE_PORT);
        this.mac = mac != null ? mac.clone() : own(device);
        handle = open(device, bind);
        neighbours = new Neighbours(address, this.mac, bytes -> send(bytes, bytes.length));
        thread.setDaemon(true);
    }

    private static byte[] own(String device) throws IOException {
        NetworkInterface network = NetworkInterface.getByName(device);
        byte[] mac = network == null ? null : network.getHardwareAddress();
        if (mac == null || mac.length != Neighbours.MAC) {
            throw new IOException(device + ": no such interface, or none with a MAC address");
        }
        return mac;
    }

    private static PcapHandle open(String device, InetAddress bind) throws IOException {
        try {
            PcapHandle handle = new PcapHandle.Builder(device)
                    .snaplen(SNAP_LENGTH)
                    .promiscuousMode(PromiscuousMode.PROMISCUOUS)
                    .bufferSize(RING)
                    .immediateMode(true)
                    .timeoutMillis(1)
                    .build();
            String host = bind.getHostAddress().replaceFirst("%.*", "");
            handle.setFilter(
                    "arp or icmp6 or (udp dst port 4791 and dst host " + host + ")",
                    BpfCompileMode.OPTIMIZE);
            handle.setDirection(PcapDirection.IN);
            handle.setBlockingMode(BlockingMode.NONBLOCKING);
            return handle;
        } catch (PcapNativeException | NotOpenException e) {
            throw new IOException(device + ": " + e.getMessage(), e);
        } catch (LinkageError e) {
            throw new IOException(device + ": libpcap can't be loaded: " + e.getMessage(), e);
        }
    }

    /** Names a peer's MAC address, so that it need not be asked for; before {@link #start}. */
    public void neighbour(InetAddress peer, byte[] itsMac) {
        neighbours.learn(peer.getAddress(), itsMac);
    }

    /** What ended the port's thread; null while it runs. */
    public String failure() {
        return failure;
    }

    @Override
    public LocalAddress address() {
        return address;
    }

    @Override
    public void start(Station host) {
        this.host = host;
        thread.start();
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        LockSupport.unpark(thread);
    }

    @Override
    public long now() {
        return System.nanoTime();
    }

    private void run() {
        try {
            int idle = 0;
            while (!closed) {
                taken = 0;
                handle.dispatch(AT_ONCE, listener);
                for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                    taken++;
                }
                int sent = drive();
                idle = taken + sent > 0 ? 0 : idle + 1;
                if (idle > 0) {
                    long nap = idle < PATIENCE ? SHORT_NAP_NS : LONG_NAP_NS;
                    long until = host.deadline();
                    long wait = until == Long.MAX_VALUE ? nap : Math.min(nap, until - now());
                    LockSupport.parkNanos(Math.max(1, wait));
                }
            }
        } catch (PcapNativeException | NotOpenException | InterruptedException e) {
            failure = String.valueOf(e.getMessage());
        } finally {
            handle.close();
        }
    }

    private void receive(byte[] bytes) {
        taken++;
        if (neighbours.read(bytes)) {
            release();
            return;
        }
        int type = bytes.length < Neighbours.ETHERNET
                ? 0
                : ByteBuffer.wrap(bytes).getShort(12) & 0xffff;
        boolean ours = type == (address.isIpv4() ? TYPE_IPV4 : TYPE_IPV6)
                && Arrays.equals(bytes, 0, Neighbours.MAC, mac, 0, Neighbours.MAC);
        if (ours) {
            int length = bytes.length - Neighbours.ETHERNET;
            host.receive(ByteBuffer.wrap(bytes), Neighbours.ETHERNET, length, true, now());
        }
    }

    private int drive() {
        long now = now();
        host.turn(now);
        int sent = 0;
        int length = transmit(now);
        while (length > 0 && sent < AT_ONCE) {
            frame(length);
            sent++;
            length = sent < AT_ONCE ? transmit(now) : 0;
        }
        return sent;
    }

    private int transmit(long now) {
        int length = host.transmit(out.clear().position(Neighbours.ETHERNET), now);
        if (length == 0) {
            host.turn(now);
            length = host.transmit(out.clear().position(Neighbours.ETHERNET), now);
        }
        return length;
    }

    /** Puts the Ethernet header in front of the packet and sends it, or holds it for a while. */
    private void frame(int length) {
        int at = Neighbours.ETHERNET + (address.isIpv4() ? 16 : 24);
        byte[] to = Arrays.copyOfRange(frame, at, at + (address.isIpv4() ? 4 : 16));
        System.arraycopy(mac, 0, frame, Neighbours.MAC, Neighbours.MAC);
        out.putShort(12, (short) (address.isIpv4() ? TYPE_IPV4 : TYPE_IPV6));
        byte[] peer = neighbours.find(to);
        if (peer != null) {
            System.arraycopy(peer, 0, frame, 0, Neighbours.MAC);
            send(frame, Neighbours.ETHERNET + length);
            return;
        }
        if (askedAt == Long.MIN_VALUE || now() - askedAt >= ASK_AGAIN_NS) {
            // Nobody has answered for what was held: it is lost, and will be sent again.
            held.clear();
            askedAt = now();
            neighbours.ask(to);
        }
        if (held.size() < MOST_HELD) {
            held.add(Arrays.copyOf(frame, Neighbours.ETHERNET + length));
        }
    }

    /** Sends what was held for neighbours that are known now. */
    private void release() {
        for (int i = held.size(); i > 0; i--) {
            byte[] bytes = held.poll();
            int at = Neighbours.ETHERNET + (address.isIpv4() ? 16 : 24);
            byte[] to = Arrays.copyOfRange(bytes, at, at + (address.isIpv4() ? 4 : 16));
            byte[] peer = neighbours.find(to);
            if (peer == null) {
                held.add(bytes);
            } else {
                System.arraycopy(peer, 0, bytes, 0, Neighbours.MAC);
                send(bytes, bytes.length);
            }
        }
    }

    /** A frame the interface does not take is a frame lost: it will be sent again. */
    private void send(byte[] bytes, int length) {
        try {
            handle.sendPacket(bytes, length);
        } catch (PcapNativeException | NotOpenException e) {
            failure = String.valueOf(e.getMessage());
        }
    }

    @Override
    public void close() {
        closed = true;
        if (host == null) {
            handle.close();
            return;
        }
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
