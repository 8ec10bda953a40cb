package io.qpscope.port.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.qpscope.capture.LinkType;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Loopback alone; skipped where it can't be captured. */
class LiveCaptureTest {
    private static final long TEN_SECONDS_NS = 10_000_000_000L;

    private static LiveCapture open(String filter) {
        try {
            return LiveCapture.open("lo", new LiveCapture.Options(2048, 1 << 20, false, filter));
        } catch (LiveCaptureException refused) {
            if (refused.isWrongFilter()) {
                throw new AssertionError(refused);
            }
            return abort(refused.getMessage());
        }
    }

    /** Where nothing is there it returns at once: one thread does everything. */
    @Test
    void packetsComeWithTheirTimesAndLengths() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                LiveCapture live = open("udp port " + socket.getLocalPort())) {
            assertThat(live.linkType()).isEqualTo(LinkType.ETHERNET);
            assertThat(live.poll(10, (bytes, length, time) -> {})).isZero();
            long before = System.currentTimeMillis();
            int[] sizes = {10, 1000, 5000};
            for (int size : sizes) {
                socket.send(
                        new DatagramPacket(new byte[size], size, socket.getLocalSocketAddress()));
            }
            List<Integer> kept = new ArrayList<>();
            List<Integer> lengths = new ArrayList<>();
            List<Long> times = new ArrayList<>();
            long end = System.nanoTime() + TEN_SECONDS_NS;
            while (times.size() < sizes.length && System.nanoTime() < end) {
                live.poll(10, (bytes, length, time) -> {
                    kept.add(bytes.length);
                    lengths.add(length);
                    times.add(time);
                    assertThat(ByteBuffer.wrap(bytes).getShort(12)).isEqualTo((short) 0x800);
                });
            }
            // Ethernet, IPv4 and UDP are 42 bytes; the snap length cuts the last.
            assertThat(lengths).containsExactly(52, 1042, 5042);
            assertThat(kept).containsExactly(52, 1042, 2048);
            assertThat(times).isSorted();
            assertThat(times.get(0) / 1_000_000).isBetween(before - 1, before + 10_000);
            assertThat(live.counters().dropped()).isZero();
            assertThat(live.counters().received()).isGreaterThanOrEqualTo(sizes.length);
        }
    }

    @Test
    void whatTheSinkThrowsComesOut() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                LiveCapture live = open("udp port " + socket.getLocalPort())) {
            socket.send(new DatagramPacket(new byte[9], 9, socket.getLocalSocketAddress()));
            assertThatThrownBy(() -> {
                        long end = System.nanoTime() + TEN_SECONDS_NS;
                        while (System.nanoTime() < end) {
                            live.poll(10, (bytes, length, time) -> {
                                throw new IOException("disk full");
                            });
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessage("disk full");
            assertThat(live.poll(10, (bytes, length, time) -> {})).isZero();
        }
    }

    @Test
    void errorsSayWhatToDo() {
        open(null).close();
        LiveCapture.Options options = new LiveCapture.Options(2048, 1 << 20, false, null);
        assertThatThrownBy(() -> LiveCapture.open("nope0", options))
                .isInstanceOf(LiveCaptureException.class)
                .hasMessage("nope0: no such interface; qpscope capture --list names them");
        LiveCapture.Options wrong = new LiveCapture.Options(2048, 1 << 20, false, "ip and and");
        assertThatThrownBy(() -> LiveCapture.open("lo", wrong))
                .isInstanceOfSatisfying(
                        LiveCaptureException.class,
                        e -> assertThat(e.isWrongFilter()).isTrue())
                .hasMessageStartingWith("filter 'ip and and': ");
    }

    @Test
    void loopbackIsListed() throws IOException {
        try {
            assertThat(LiveCapture.devices().stream().map(LiveCapture.Device::name))
                    .contains("lo");
        } catch (LiveCaptureException refused) {
            abort(refused.getMessage());
        }
    }
}
