package io.qpscope.fuzz.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Memory;
import io.qpscope.endpoint.iwarp.IwarpProfile;
import io.qpscope.endpoint.iwarp.StreamDefect;
import io.qpscope.endpoint.service.IwarpHost;
import io.qpscope.endpoint.service.SinkServer;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.campaign.Campaign;
import io.qpscope.fuzz.campaign.Found;
import io.qpscope.fuzz.campaign.Transport;
import io.qpscope.port.netty.IwarpDriver;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Campaigns against an iWARP peer of ours on a TCP socket of loopback. */
class StreamTargetTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    /** Asks for no port of its own: the system gives a free one. */
    private static LiveTarget target(IwarpDriver driver, IwarpHost host) throws IOException {
        InetSocketAddress at = driver.serve(
                new InetSocketAddress(LOOPBACK, 0), () -> new SinkServer(host, 0, 64, 65_536));
        TargetAddress address =
                TargetAddress.of("iwarp://" + LOOPBACK.getHostAddress() + ":" + at.getPort());
        return LiveTarget.iwarp(LOOPBACK, address, Settings.USUAL, 11);
    }

    private static IwarpHost host(IwarpProfile profile) {
        return new IwarpHost(
                new Memory(new SplittableRandom(7)),
                64,
                stream -> stream.profile(profile).crc(true).depths(16, 16));
    }

    private static List<Found> campaign(IwarpProfile profile, int cases) throws IOException {
        IwarpHost host = host(profile);
        List<Found> found = new ArrayList<>();
        try (IwarpDriver driver = new IwarpDriver(host);
                LiveTarget target = target(driver, host)) {
            target.meet();
            Campaign campaign =
                    new Campaign(Device.SOUND, Set.of(Transport.ROCE), 5, System::nanoTime, target);
            while (campaign.cases() < cases && found.isEmpty()) {
                Found one = campaign.step();
                if (one != null) {
                    found.add(one);
                }
            }
            assertThat(campaign.packets()).isGreaterThan(campaign.cases());
        }
        return found;
    }

    @Test
    void aSoundPeerSurvives() throws IOException {
        assertThat(campaign(IwarpProfile.RFC, 300)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "MPA_CRC_UNCHECKED, peer stream: goes on",
        "QN_UNCHECKED, peer stream: goes on",
        "MSN_UNCHECKED, peer stream: goes on",
        "MO_UNCHECKED, peer stream: goes on",
        "VERSION_UNCHECKED, peer stream: goes on",
        "TERMINATE_SILENT, peer stream: ended without one"
    })
    void aDefectIsFoundThroughTheSocket(StreamDefect defect, String kind) throws IOException {
        List<Found> found = campaign(IwarpProfile.RFC.with(defect), 200);
        assertThat(found).extracting(Found::kind).containsExactly(kind);
        assertThat(found.get(0).reproducer().rules()).hasSize(1);
        assertThat(found.get(0).reproducer().messages()).isLessThanOrEqualTo(3);
    }
}
