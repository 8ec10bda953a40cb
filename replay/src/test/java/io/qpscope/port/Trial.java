package io.qpscope.port;

import io.qpscope.endpoint.Counters;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.cm.CmOptions;
import io.qpscope.endpoint.service.Host;
import io.qpscope.endpoint.service.RpingClient;
import io.qpscope.endpoint.service.RpingServer;
import io.qpscope.port.netty.UdpPort;
import io.qpscope.port.pcap.RawPort;

import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Rounds of rping between two ports, as a program of its own: a network namespace holds whole
 * processes. Arguments: the server's port, the client's port; each {@code udp=ADDRESS} or {@code
 * raw=INTERFACE=ADDRESS}. Prints what went wrong, or "good".
 */
public final class Trial {
    private static final int PORT = 7174;
    private static final int ROUNDS = 20;
    private static final int SIZE = 3000;

    private Trial() {}

    private static Port open(String what) throws IOException {
        String[] parts = what.split("=", -1);
        InetAddress address = InetAddress.getByName(parts[parts.length - 1]);
        return parts[0].equals("udp") ? new UdpPort(address) : new RawPort(parts[1], address, null);
    }

    private static Host host(Port port, String what, long seed) {
        boolean raw = what.startsWith("raw");
        Endpoint endpoint = new Endpoint(Profile.IBTA.within(32), raw, seed);
        return new Host(endpoint, port.address(), 16, seed);
    }

    public static void main(String[] args)
            throws IOException, InterruptedException, ExecutionException {
        try (Port serverPort = open(args[0]);
                Port clientPort = open(args[1])) {
            Host server = host(serverPort, args[0], 1);
            Host client = host(clientPort, args[1], 2);
            server.serve(PORT, () -> new RpingServer(server.endpoint(), 0, SIZE), CmOptions::new);
            RpingClient rping = new RpingClient(client.endpoint(), 0, SIZE, ROUNDS);
            serverPort.start(server);
            clientPort.start(client);
            clientPort.execute(() -> client.connect(
                    rping,
                    client.address()
                            .to(server.address().high(), server.address().low(), 0),
                    PORT,
                    new CmOptions().ackTimeout(14).responseTimeout(17),
                    clientPort.now()));
            boolean over = false;
            for (int i = 0; i < 1000 && !over; i++) {
                Thread.sleep(20);
                over = ask(clientPort, rping);
            }
            System.out.println(verdict(rping, server, client));
        } catch (TimeoutException e) {
            System.out.println("a port's thread does not answer");
        }
    }

    private static boolean ask(Port port, RpingClient rping)
            throws InterruptedException, ExecutionException, TimeoutException {
        CompletableFuture<Boolean> over = new CompletableFuture<>();
        port.execute(() -> over.complete(rping.over()));
        return over.get(20, TimeUnit.SECONDS);
    }

    private static String verdict(RpingClient rping, Host server, Host client) {
        Counters there = server.endpoint().counters();
        Counters here = client.endpoint().counters();
        if (rping.failure() != null || rping.tally().operations() != ROUNDS) {
            return rping.tally().operations() + " rounds, " + rping.failure() + ", client got "
                    + here.rcvdPkts + ", bad ICRC " + here.droppedBadIcrc + " and "
                    + there.droppedBadIcrc + ", server got " + there.rcvdPkts;
        }
        long bad = here.droppedBadIcrc
                + there.droppedBadIcrc
                + here.droppedMalformed
                + there.droppedMalformed;
        return bad == 0 ? "good" : bad + " packets were dropped";
    }
}
