package io.qpscope.port.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** The exchange of roce-pingpong-rc.pcap, with its own words. */
class HandshakePortTest {
    private static final String CLIENT = "0000:00002c:d4de3a:00000000000000000000ffff0a090002\0";
    private static final String SERVER = "0000:00002c:8969a0:00000000000000000000ffff0a090001\0";
    private static final long MAPPED = 0xffffL << 32;
    private static final TextHandshake A =
            new TextHandshake(0, 0x2c, 0x8969a0, 0, MAPPED | 0x0a09_0001);
    private static final TextHandshake B =
            new TextHandshake(0, 0x2c, 0xd4de3a, 0, MAPPED | 0x0a09_0002);

    private static InetSocketAddress any() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void theWordsAreThoseOfIbvRcPingpong() {
        assertThat(A.bytes()).isEqualTo(bytes(SERVER)).hasSize(52);
        assertThat(TextHandshake.of(bytes(CLIENT))).isEqualTo(B);
    }

    @Test
    void wordsThatAreNoHandshakeAreNone() {
        assertThat(TextHandshake.of(bytes(CLIENT.replace(':', '-')))).isNull();
        assertThat(TextHandshake.of(bytes(CLIENT.replace("d4", "g4")))).isNull();
        assertThat(TextHandshake.of(bytes(CLIENT.substring(1)))).isNull();
        assertThat(TextHandshake.of(new byte[52])).isNull();
    }

    @Test
    void serverAndClientLearnAboutEachOther() throws IOException {
        CompletableFuture<TextHandshake> told = new CompletableFuture<>();
        try (HandshakePort server = new HandshakePort(any(), peer -> {
            told.complete(peer);
            return CompletableFuture.completedFuture(A);
        })) {
            assertThat(HandshakePort.exchange(server.address(), B)).isEqualTo(A);
            assertThat(told.join()).isEqualTo(B);
        }
    }

    /** As the C program does: its words in two pieces, and "done" behind the answer. */
    @Test
    void theServerAnswersAClientThatSpeaksInPieces() throws Exception {
        try (HandshakePort server =
                        new HandshakePort(any(), peer -> CompletableFuture.completedFuture(A));
                Socket client = new Socket()) {
            client.connect(server.address());
            client.getOutputStream().write(bytes(CLIENT), 0, 20);
            client.getOutputStream().flush();
            Thread.sleep(20);
            client.getOutputStream().write(bytes(CLIENT), 20, 32);
            assertThat(client.getInputStream().readNBytes(52)).isEqualTo(bytes(SERVER));
            client.getOutputStream().write(bytes("done\0"));
        }
    }

    @Test
    void theServerHangsUpOnNoise() throws IOException {
        try (HandshakePort server =
                        new HandshakePort(any(), peer -> CompletableFuture.completedFuture(A));
                Socket client = new Socket()) {
            client.connect(server.address());
            client.getOutputStream().write(new byte[52]);
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void theServerHangsUpWhenItHasNoRoom() throws IOException {
        try (HandshakePort server =
                new HandshakePort(any(), peer -> CompletableFuture.completedFuture(null))) {
            assertThatThrownBy(() -> HandshakePort.exchange(server.address(), B))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no answer to the handshake: closed");
        }
    }

    /** As the C program reads it: all of the client's words, then "done". */
    @Test
    void theClientSaysDone() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<TextHandshake> learnt = CompletableFuture.supplyAsync(() -> {
                try {
                    return HandshakePort.exchange(
                            (InetSocketAddress) server.getLocalSocketAddress(), B);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            try (Socket client = server.accept()) {
                InputStream in = client.getInputStream();
                assertThat(in.readNBytes(52)).isEqualTo(bytes(CLIENT));
                client.getOutputStream().write(bytes(SERVER));
                assertThat(in.readNBytes(5)).isEqualTo(bytes("done\0"));
            }
            assertThat(learnt.get()).isEqualTo(A);
        }
    }

    @Test
    void aPortThatIsTakenIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = (InetSocketAddress) taken.getLocalSocketAddress();
            assertThatThrownBy(() -> new HandshakePort(
                            address, peer -> CompletableFuture.completedFuture(A)))
                    .isInstanceOf(SocketException.class)
                    .hasMessageStartingWith("127.0.0.1 TCP port " + address.getPort() + ": ");
        }
    }
}
