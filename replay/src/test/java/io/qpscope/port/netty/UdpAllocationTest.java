package io.qpscope.port.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;

import io.qpscope.endpoint.Counters;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.cm.CmOptions;
import io.qpscope.endpoint.service.Host;
import io.qpscope.endpoint.service.LoadClient;
import io.qpscope.endpoint.service.LoadClient.Volume;
import io.qpscope.endpoint.service.SinkServer;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What a packet costs the thread that sends it, and the one that receives it. Netty makes 120 bytes
 * of addresses and envelope for each datagram that comes in; nothing may come on top, but for what a
 * compiler that has not finished leaves.
 */
class UdpAllocationTest {
    private static final int PORT = 7174;
    private static final int NET = (int) (ProcessHandle.current().pid() % 250) + 2;
    private static final int WARM = 100_000;
    private static final int MEASURED = 40_000;
    /** Netty copies each recipient's address, which compiled code does away with. */
    private static final long MOST_A_PACKET_SENT = 40;

    private static final long MOST_A_PACKET_RECEIVED = 150;

    /** A port's thread at one moment. */
    private record Moment(long allocated, long sent, long received) {}

    private static InetAddress address(int host) throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 49, (byte) NET, (byte) host});
    }

    private static Host host(UdpPort port, long seed) {
        Profile profile = Profile.IBTA.within(port.window(1024));
        return new Host(new Endpoint(profile, false, seed), port.address(), 4, seed);
    }

    private static Moment look(UdpPort port, Host host)
            throws InterruptedException, ExecutionException, TimeoutException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        CompletableFuture<Moment> moment = new CompletableFuture<>();
        port.execute(() -> {
            Counters counters = host.endpoint().counters();
            long allocated = threads.getCurrentThreadAllocatedBytes();
            moment.complete(new Moment(allocated, counters.sentPkts, counters.rcvdPkts));
        });
        return moment.get(30, TimeUnit.SECONDS);
    }

    private static Moment waitFor(UdpPort port, Host host, long received)
            throws InterruptedException, ExecutionException, TimeoutException {
        Moment moment = look(port, host);
        for (int i = 0; i < 3000 && moment.received < received; i++) {
            Thread.sleep(10);
            moment = look(port, host);
        }
        assertThat(moment.received).isGreaterThanOrEqualTo(received);
        return moment;
    }

    @Test
    void packetsCostWhatNettyTakesForThem()
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        assumeTrue(UdpPort.withoutEpoll() == null, UdpPort::withoutEpoll);
        try (UdpPort portA = new UdpPort(address(1));
                UdpPort portB = new UdpPort(address(2))) {
            Host a = host(portA, 1);
            Host b = host(portB, 2);
            int size = 64 << 10;
            b.serve(PORT, () -> new SinkServer(b.endpoint(), 0, 4, size), CmOptions::new);
            portB.start(b);
            portA.start(a);
            LoadClient client =
                    new LoadClient(a.endpoint(), 0, Verb.RDMA_WRITE, 8, new Volume(size, 0));
            portA.execute(() -> a.connect(
                    client,
                    a.address().to(b.address().high(), b.address().low(), 0),
                    PORT,
                    new CmOptions(),
                    portA.now()));
            waitFor(portB, b, WARM);
            Moment fromA = look(portA, a);
            Moment fromB = look(portB, b);
            Moment toB = waitFor(portB, b, fromB.received + MEASURED);
            Moment toA = look(portA, a);

            long taken = (toB.allocated - fromB.allocated) / (toB.received - fromB.received);
            assertThat(taken).isLessThan(MOST_A_PACKET_RECEIVED);
            // ACKs came in meanwhile.
            long acks = MOST_A_PACKET_RECEIVED * (toA.received - fromA.received);
            long given = (toA.allocated - fromA.allocated - acks) / (toA.sent - fromA.sent);
            assertThat(given).isLessThan(MOST_A_PACKET_SENT);
        }
    }
}
