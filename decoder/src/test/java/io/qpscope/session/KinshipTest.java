package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.Kind;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What frames of recordings belong to, and what handshakes tie. */
class KinshipTest {
    private static final Path CAPTURES = Path.of("..", "captures");
    private static final long LOW = 0xffff_0a09_0000L;

    private final Kinship kinship = new Kinship();
    private final FrameView view = new FrameView();

    private interface Look {
        void at(FrameView view);
    }

    private void each(String name, Look look) throws IOException {
        Dissector dissector = new Dissector(4791, false);
        try (FrameCursor cursor = CaptureFile.open(CAPTURES.resolve(name))) {
            while (cursor.next()) {
                view.wrap(
                                cursor.buffer(),
                                cursor.offset(),
                                cursor.capturedLength(),
                                cursor.originalLength(),
                                cursor.linkType())
                        .at(cursor.number(), cursor.timeNs(), 0, cursor.interfaceId());
                dissector.dissect(view);
                look.at(view);
            }
        }
    }

    @Test
    void bothDirectionsAndTheirTcpHaveOneHome() throws IOException {
        Set<Long> homes = new HashSet<>();
        each("roce-perf-write-1.pcap", frame -> {
            if (frame.kind().hasTransport() || frame.kind() == Kind.TCP) {
                homes.add(Kinship.home(frame));
            }
        });
        assertThat(homes).containsExactly(Kinship.hosts(0, LOW + 1, 0, LOW + 2));
    }

    @Test
    void otherHostsAndPortsAreApart() {
        long home = Kinship.hosts(0, LOW + 1, 0, LOW + 2);
        assertThat(Kinship.hosts(0, LOW + 2, 0, LOW + 1)).isEqualTo(home);
        assertThat(List.of(
                        Kinship.hosts(0, LOW + 1, 0, LOW + 3),
                        Kinship.hosts(0, LOW + 1, 0, LOW + 1),
                        Kinship.hosts(LOW + 1, 0, 0, LOW + 2),
                        Kinship.port(0, 1),
                        Kinship.port(1, 0)))
                .doesNotContain(home)
                .doesNotHaveDuplicates();
    }

    /** A REQ ties to its id and to the path it asks for; what follows ties to both ids. */
    @Test
    void messagesOfOneConnectionMeetInItsIds() throws IOException {
        List<Set<Long>> messages = new ArrayList<>();
        each("roce-rping.pcap", frame -> {
            Set<Long> ties = new HashSet<>();
            kinship.ties(frame, ties::add);
            if (!ties.isEmpty()) {
                messages.add(ties);
            }
        });
        assertThat(messages).hasSizeGreaterThanOrEqualTo(3);
        Set<Long> request = messages.get(0);
        Set<Long> reply = messages.get(1);
        assertThat(request).hasSize(2).contains(Kinship.hosts(0, LOW + 1, 0, LOW + 2));
        assertThat(reply).hasSize(2).containsAnyElementsOf(request);
        for (Set<Long> later : messages.subList(2, messages.size())) {
            assertThat(later).isEqualTo(reply);
        }
    }

    @Test
    void dataTiesNothing() throws IOException {
        each(
                "roce-perf-write-1.pcap",
                frame -> kinship.ties(frame, tie -> {
                    throw new AssertionError("frame " + frame.number());
                }));
    }

    @Test
    void textHandshakesAnnounceTheirGids() throws IOException {
        Set<Long> announced = new HashSet<>();
        each(
                "roce-perf-write-1.pcap",
                frame -> kinship.gids(frame, (high, low) -> announced.add(low)));
        assertThat(announced).containsExactlyInAnyOrder(LOW + 1, LOW + 2);
    }

    /** TCP matters where a connection begins as iWARP does; other TCP and noise do not. */
    @Test
    void onlyTheKeyOfMpaMakesTcpMatter() throws IOException {
        List<Long> iwarp = new ArrayList<>();
        each("iwarp-rping.pcap", frame -> {
            if (frame.kind() == Kind.TCP && kinship.matters(frame)) {
                iwarp.add(frame.number());
            }
        });
        assertThat(iwarp).hasSize(2);
        each(
                "roce-perf-write-1.pcap",
                frame -> assertThat(kinship.matters(frame))
                        .isEqualTo(frame.kind().hasTransport()));
    }
}
