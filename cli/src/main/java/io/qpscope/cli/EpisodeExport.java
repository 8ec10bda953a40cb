package io.qpscope.cli;

import io.qpscope.capture.CaptureFile;
import io.qpscope.cli.report.EpisodeList;
import io.qpscope.endpoint.Profile;
import io.qpscope.recording.EpisodeMaker;
import io.qpscope.recording.EpisodeReader;
import io.qpscope.recording.EpisodeScenario;
import io.qpscope.recording.RecordedEpisode;
import io.qpscope.recording.ScenarioText;
import io.qpscope.session.Episode;
import io.qpscope.session.SessionSummary;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An episode of a capture as a scenario. */
final class EpisodeExport {
    private static final Path STANDARD_OUTPUT = Path.of("-");
    private static final String IWARP = "iWARP";

    private final Path capture;
    private final EpisodeReader reader;
    private List<SessionSummary> sessions;

    EpisodeExport(Path capture, int rocePort) {
        this.capture = capture;
        reader = new EpisodeReader(() -> CaptureFile.open(capture), rocePort);
    }

    /** Before anything else. */
    void read(PrintWriter err) throws IOException {
        sessions = reader.read().stream()
                .filter(session -> !session.episodes().isEmpty())
                .toList();
        if (reader.damage() != null) {
            err.println("qpscope: " + capture + ": " + reader.damage());
        }
    }

    /** All there are, and which of them can't become a scenario. */
    int list(PrintWriter out) throws IOException {
        EpisodeList list = new EpisodeList(capture.toString());
        for (SessionSummary session : sessions) {
            for (Episode episode : session.episodes()) {
                list.add(session, episode, refusal(session, episode));
            }
        }
        list.write(out);
        out.flush();
        return reader.damage() == null ? ExitCode.GOOD : ExitCode.BAD_INPUT;
    }

    private String refusal(SessionSummary session, Episode episode) throws IOException {
        return session.transport().equals(IWARP)
                ? "episodes of iWARP are TCP's, not RDMA's"
                : reader.episode(session, episode).refusal();
    }

    /** The session with that number; with 0 the only one that has episodes. Null when there is none. */
    SessionSummary session(int number) {
        if (number == 0) {
            return sessions.size() == 1 ? sessions.get(0) : null;
        }
        return sessions.stream().filter(each -> each.id() == number).findFirst().orElse(null);
    }

    /** In words, for {@link #session} without an answer. */
    String choices() {
        if (sessions.isEmpty()) {
            return "the capture has no episodes";
        }
        return "sessions with episodes: "
                + String.join(", ", sessions.stream().map(s -> "" + s.id()).toList())
                + " (--session)";
    }

    /**
     * Writes the scenario.
     *
     * @param number of the episode
     * @param output where to
     */
    int write(SessionSummary session, int number, Profile profile, Path output, PrintWriter out)
            throws IOException {
        List<Episode> episodes = session.episodes();
        String which = capture + ": session " + session.id() + ", episode " + number;
        if (number < 1 || number > episodes.size()) {
            throw new IOException(which + ": there are " + episodes.size());
        }
        Episode episode = episodes.get(number - 1);
        String refusal = refusal(session, episode);
        if (refusal != null) {
            throw new IOException(which + ", " + episode.cause() + ": " + refusal);
        }
        RecordedEpisode recorded = reader.episode(session, episode);
        EpisodeScenario scenario = EpisodeMaker.make(recorded, profile);
        if (scenario == null) {
            throw new IOException(which + ", " + episode.cause()
                    + ": no fault was found that has this cause and outcome under profile "
                    + profile.name());
        }
        String file = capture.getFileName().toString();
        String name = file.replaceFirst("\\.pcap.*|\\.erf.*", "").replaceAll("[^A-Za-z0-9_-]", "-")
                + "-" + session.id() + "-" + number;
        String text = ScenarioText.of(scenario, recorded, name, file);
        if (output.equals(STANDARD_OUTPUT)) {
            out.print(text);
            out.flush();
        } else {
            try {
                Files.writeString(output, text);
            } catch (IOException e) {
                throw new OutputException(output, e);
            }
        }
        return reader.damage() == null ? ExitCode.GOOD : ExitCode.BAD_INPUT;
    }
}
