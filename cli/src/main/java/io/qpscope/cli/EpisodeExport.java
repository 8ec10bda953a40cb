package io.qpscope.cli;

import io.qpscope.capture.CaptureFile;
import io.qpscope.cli.report.EpisodeList;
import io.qpscope.endpoint.Profile;
import io.qpscope.recording.EpisodeMaker;
import io.qpscope.recording.EpisodeReader;
import io.qpscope.recording.PauseReader;
import io.qpscope.recording.RecordedEpisode;
import io.qpscope.recording.RecordedPause;
import io.qpscope.recording.StormText;
import io.qpscope.session.Episode;
import io.qpscope.session.PauseOptions;
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
    private static final int MOST_NAME = 60;

    private final Path capture;
    private final EpisodeReader reader;
    private final PauseReader pauseReader;
    private List<SessionSummary> sessions;
    private List<RecordedPause> pauses;

    EpisodeExport(Path capture, int rocePort, PauseOptions options) {
        this.capture = capture;
        reader = new EpisodeReader(() -> CaptureFile.open(capture), rocePort);
        pauseReader = new PauseReader(
                () -> CaptureFile.open(capture), rocePort, options, options.bitsPerSecond());
    }

    /** Before anything else. */
    void read(PrintWriter err) throws IOException {
        sessions = reader.read().stream()
                .filter(session -> !session.episodes().isEmpty())
                .toList();
        pauses = pauseReader.read();
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
        for (int i = 0; i < pauses.size(); i++) {
            list.add(i + 1, pauses.get(i));
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
        String name = name("-" + session.id() + "-" + number);
        String text = EpisodeMaker.make(recorded, profile, name, file());
        if (text == null) {
            throw new IOException(which + ", " + episode.cause()
                    + ": no fault was found that has this cause and outcome under profile "
                    + profile.name());
        }
        return write(text, output, out);
    }

    /** The same of pauses. */
    int writePause(int number, Path output, PrintWriter out) throws IOException {
        String which = capture + ": pause " + number;
        if (number < 1 || number > pauses.size()) {
            throw new IOException(which + ": there are " + pauses.size());
        }
        RecordedPause pause = pauses.get(number - 1);
        if (pause.refusal() != null) {
            throw new IOException(which + ": " + pause.refusal());
        }
        return write(StormText.of(pause, name("-pause-" + number), file()), output, out);
    }

    private String file() {
        return capture.getFileName().toString();
    }

    private String name(String suffix) {
        String plain =
                file().replaceFirst("\\.pcap.*|\\.erf.*", "").replaceAll("[^A-Za-z0-9_-]", "-");
        return plain.substring(0, Math.min(plain.length(), MOST_NAME)) + suffix;
    }

    private int write(String text, Path output, PrintWriter out) throws OutputException {
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
