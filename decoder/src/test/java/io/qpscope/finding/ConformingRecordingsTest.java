package io.qpscope.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.TrackerResult;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Linux keeps to the protocol: on no recording of its RDMA stacks does a rule of conformance fire,
 * whatever the network did to the packets and whatever of them was recorded, but for what its source
 * says it does.
 */
class ConformingRecordingsTest {
    private static final Path CAPTURES = Path.of("..", "captures");

    private static final Set<String> RULES =
            ConformanceCatalogue.all().stream().map(Rule::id).collect(Collectors.toSet());

    /**
     * What fires although both ends are Linux: rxe goes on with MIDDLE or LAST where a READ is
     * repeated from a lost response on (rxe_resp.c, read_reply). Only in these recordings is a READ
     * of several packets interrupted so.
     */
    private static final Map<String, Set<String>> TRUE_OF_RXE = Map.of(
            "roce-between-mixed.pcapng", Set.of("RC-READ-RESUMED"),
            "roce-loss3-read-upstream.pcap", Set.of("RC-READ-RESUMED"),
            "roce-two-taps-loss.pcapng", Set.of("RC-READ-RESUMED"));

    @TestFactory
    Stream<DynamicTest> recordings() throws IOException {
        return files().stream()
                .map(file -> DynamicTest.dynamicTest(
                        file.getFileName().toString(),
                        () -> assertThat(fired(Recorded.of(file).analyze()))
                                .isEqualTo(expected(file))));
    }

    @Test
    void theRepeatedReadsAreThoseThatTheRecordingHolds() throws IOException {
        List<Finding> findings = Rules.judge(
                Recorded.of(CAPTURES.resolve("roce-loss3-read-upstream.pcap")).analyze());
        assertThat(findings)
                .filteredOn(f -> f.rule().id().equals("RC-READ-RESUMED"))
                .singleElement()
                .satisfies(f -> assertThat(f.frames()).containsExactly(87L, 130L, 165L));
    }

    /** What a capture point may be left with of the same lawful traffic. */
    @Test
    void nothingMoreFiresOnPartsOfRecordings() throws IOException {
        Set<String> odd = new TreeSet<>();
        for (Path file : files()) {
            Set<String> expected = expected(file);
            for (Map.Entry<String, Recorded> part : parts(Recorded.of(file)).entrySet()) {
                for (String rule : fired(part.getValue().analyze())) {
                    if (!expected.contains(rule)) {
                        odd.add(file.getFileName() + " " + part.getKey() + ": " + rule);
                    }
                }
            }
        }
        assertThat(odd).isEmpty();
    }

    private static Map<String, Recorded> parts(Recorded all) {
        Map<String, Recorded> parts = new LinkedHashMap<>();
        for (int every : new int[] {2, 3, 4, 5, 7, 9, 11, 13, 17}) {
            parts.put("without every " + every + "th", all.without(every));
        }
        for (int first : new int[] {7, 10, 25, 40, 60, 75}) {
            parts.put("from " + first, all.from(first));
        }
        parts.put("cut behind the headers", all.cut(96));
        parts.put("mirrored", all.mirrored());
        parts.put("swapped", all.swapped(100_000));
        for (int tap = 0; tap < 2; tap++) {
            int one = tap;
            parts.put("tap " + one, all.only(frame -> frame.tap() == one));
        }
        for (int host = 1; host <= 2; host++) {
            int one = host;
            parts.put("to host " + one, all.only(frame -> frame.destination() == one));
        }
        return parts;
    }

    private static Set<String> expected(Path file) {
        return TRUE_OF_RXE.getOrDefault(file.getFileName().toString(), Set.of());
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(CAPTURES)) {
            return all.filter(p -> p.toString().contains(".pcap")).sorted().toList();
        }
    }

    private static Set<String> fired(TrackerResult result) {
        Set<String> fired = new TreeSet<>();
        for (Finding finding : Rules.judge(result)) {
            if (RULES.contains(finding.rule().id())) {
                fired.add(finding.rule().id());
            }
        }
        return fired;
    }
}
