package io.qpscope.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.CaptureInterface;
import io.qpscope.capture.FrameCursor;
import io.qpscope.capture.LinkType;
import io.qpscope.capture.PcapngWriter;
import io.qpscope.endpoint.Profile;
import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.scenario.Scenario;
import io.qpscope.scenario.ScenarioResult;
import io.qpscope.scenario.ScenarioRun;
import io.qpscope.scenario.Verdict;
import io.qpscope.session.Episode;
import io.qpscope.session.Episode.Cause;
import io.qpscope.session.SessionSummary;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Every episode of every recording, once more in virtual time. */
class EpisodeMakerTest {
    private static final Path CAPTURES = Path.of("..", "captures");

    @TempDir
    Path folder;

    static Stream<Path> impaired() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path file : FrameRewriterTest.captures().toList()) {
            if (!episodes(file).isEmpty()) {
                found.add(file);
            }
        }
        return found.stream();
    }

    private static List<RecordedEpisode> episodes(Path file) throws IOException {
        EpisodeReader reader = new EpisodeReader(() -> CaptureFile.open(file), 4791);
        List<RecordedEpisode> all = new ArrayList<>();
        for (SessionSummary session : reader.read()) {
            for (Episode episode : session.episodes()) {
                if (!session.transport().equals("iWARP")) {
                    all.add(reader.episode(session, episode));
                }
            }
        }
        return all;
    }

    private static String make(RecordedEpisode recorded, Profile profile) {
        return EpisodeMaker.make(recorded, profile, "again", "some.pcap");
    }

    private static ScenarioResult run(String text) throws InvalidYamlException {
        return new ScenarioRun(Scenario.read("again.yaml", text)).run();
    }

    /** The devices of the recordings are rxe's; another profile has to have the same trouble. */
    @ParameterizedTest
    @MethodSource("impaired")
    void eachEpisodeHappensAgain(Path file) throws Exception {
        for (RecordedEpisode recorded : episodes(file)) {
            for (Profile profile : List.of(Profile.RXE, Profile.IBTA)) {
                String name = profile.name() + ", episode " + recorded.episode().id();
                assertThat(recorded.refusal()).as(name).isNull();
                String text = make(recorded, profile);
                assertThat(text).as(name).contains("\nprofile: " + profile.name() + "\n");
                ScenarioResult result = run(text);
                assertThat(Verdict.of(result).passed()).as(name).isTrue();
                assertThat(result.flow("episode").status()).as(name).isEqualTo(recorded.outcome());
                assertThat(result.flow("witness").status()).as(name).isEqualTo("SUCCESS");
                assertThat(result.episodes("witness")).as(name).isEmpty();
                List<Episode> again = result.episodes("episode");
                assertThat(again)
                        .as(name)
                        .isNotEmpty()
                        .allMatch(each -> each.cause() == recorded.episode().cause()
                                && each.outcome().equals(recorded.episode().outcome()));
            }
        }
    }

    /** So that the test above does not shrink unseen. */
    @Test
    void theRecordingsHaveAllSorts() throws IOException {
        Set<Cause> causes = EnumSet.noneOf(Cause.class);
        int count = 0;
        for (Path file : impaired().toList()) {
            for (RecordedEpisode each : episodes(file)) {
                causes.add(each.episode().cause());
                count++;
            }
        }
        assertThat(count).isGreaterThanOrEqualTo(80);
        assertThat(causes)
                .contains(
                        Cause.LOSS_BEFORE_TAP,
                        Cause.LOSS_AFTER_TAP,
                        Cause.CORRUPTION,
                        Cause.REORDERING,
                        Cause.RNR,
                        Cause.ACK_TIMEOUT,
                        Cause.SPURIOUS_TIMEOUT,
                        Cause.IMPLIED_NAK);
    }

    /** Without its fault a scenario has no episode: the verdict can fail. */
    @Test
    void aFaultThatDoesNothingHasNoEpisode() throws Exception {
        RecordedEpisode recorded =
                episodes(CAPTURES.resolve("roce-loss3-send-downstream.pcap")).get(0);
        String text = make(recorded, Profile.IBTA).replaceFirst("qp: 1, psn", "qp: 9, psn");
        ScenarioResult result = run(text);
        assertThat(result.episodes("episode")).isEmpty();
        assertThat(Verdict.of(result).passed()).isFalse();
    }

    /** From the other tap the same loss is another one. */
    @Test
    void theTapDecidesWhereALossIs() throws Exception {
        RecordedEpisode recorded =
                episodes(CAPTURES.resolve("roce-loss3-write-upstream.pcap")).get(0);
        String text = make(recorded, Profile.IBTA);
        assertThat(text).contains("\n  tap: b\n");
        ScenarioResult result = run(text.replace("tap: b", "tap: a"));
        assertThat(result.episodes("episode").get(0).cause()).isEqualTo(Cause.LOSS_AFTER_TAP);
        assertThat(Verdict.of(result).passed()).isFalse();
    }

    @Test
    void whatOneTapCanNotTellIsRefused() throws IOException {
        RecordedEpisode good =
                episodes(CAPTURES.resolve("roce-loss3-send-downstream.pcap")).get(0);
        assertThat(with(good, Cause.LOSS_UNDECIDED, "recovered").refusal())
                .startsWith("one tap could not decide");
        assertThat(with(good, Cause.ACK_TIMEOUT, "open").refusal())
                .isEqualTo("the capture ends before it does");
        RecordedEpisode without =
                new RecordedEpisode(good.session(), good.from(), good.episode(), null, 0, 0);
        assertThat(without.refusal()).contains("is not whole in the capture");
    }

    private static RecordedEpisode with(RecordedEpisode of, Cause cause, String outcome) {
        Episode e = of.episode();
        Episode other = new Episode(
                e.id(),
                e.from(),
                cause,
                e.psn(),
                e.startFrame(),
                e.nakFrame(),
                e.resendFrame(),
                e.endFrame(),
                e.resentPackets(),
                e.lostNs(),
                outcome);
        return new RecordedEpisode(of.session(), of.from(), other, of.message(), 0, 0);
    }

    /** A request that was answered is taken out of the file: the capture has a hole now. */
    @Test
    void holesOfTheCaptureAreRefused() throws IOException {
        Path whole = CAPTURES.resolve("roce-loss3-send-downstream.pcap");
        Path holed = folder.resolve("holed.pcapng");
        try (FrameCursor cursor = CaptureFile.open(whole);
                PcapngWriter writer = PcapngWriter.create(holed, "test", null)) {
            int id = writer.addInterface(CaptureInterface.of(LinkType.ETHERNET));
            while (cursor.next()) {
                if (cursor.number() == 27) {
                    continue;
                }
                byte[] frame = new byte[cursor.capturedLength()];
                cursor.buffer().get(cursor.offset(), frame);
                writer.write(id, cursor.timeNs(), ByteBuffer.wrap(frame), frame.length);
            }
        }
        List<RecordedEpisode> episodes = episodes(holed);
        assertThat(episodes).isNotEmpty();
        assertThat(episodes.get(0).refusal())
                .contains("reached their receiver and not the capture");
    }
}
