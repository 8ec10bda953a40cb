package io.qpscope.recording;

import io.qpscope.capture.CaptureFile;
import io.qpscope.endpoint.Profile;
import io.qpscope.session.Episode;
import io.qpscope.session.SessionSummary;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;

class EpisodeMakerTest {
    @Test
    void all() throws IOException {
        for (Path file : FrameRewriterTest.captures().toList()) {
            if (!file.toString().matches(System.getProperty("f", ".*"))) continue;
            EpisodeReader reader = new EpisodeReader(() -> CaptureFile.open(file), 4791);
            for (SessionSummary session : reader.read()) {
                for (Episode e : session.episodes()) {
                    if (session.transport().equals("iWARP")) continue;
                    RecordedEpisode r = reader.episode(session, e);
                    for (Profile p : new Profile[] {Profile.IBTA, Profile.RXE}) {
                        EpisodeScenario s = r.refusal() != null ? null : EpisodeMaker.make(r, p);
                        System.out.println(System.nanoTime()/1000000 + " " + file.getFileName() + " " + session.id() + "." + e.id() + " " + e.cause() + " " + e.outcome() + " " + p.name() + " " + r.refusal() + " -> "
                            + (s == null ? "NONE " + (r.message() == null ? "" : r.message().verb() + " " + r.message().payloadBytes()) : s.verb() + " " + s.size() + " x" + s.count() + " T" + s.ackTimeout() + " " + s.fault() + " tapA " + s.tapAtA()));
                    }
                }
            }
        }
    }
}
