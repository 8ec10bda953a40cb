package io.qpscope.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.cli.report.parquet.Rows.FindingRow;
import io.qpscope.session.Observation;
import io.qpscope.session.Observation.Kind;
import io.qpscope.session.PauseSummary;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.LongStream;

/** What each group counts for itself is told once, of all. */
class WholeFindingsTest {
    private static Observation seen(
            Kind kind, long count, long value, String text, long... frames) {
        List<Long> all = LongStream.of(frames).boxed().toList();
        return new Observation(kind, 0, null, all, count, value, text);
    }

    private static PauseSummary zero(int capture, long frame) {
        return new PauseSummary(
                "00:00:00:00:00:00",
                capture,
                0,
                3,
                1,
                1,
                null,
                null,
                false,
                false,
                List.of(frame),
                0);
    }

    @Test
    void corruptPacketsOfAllGroupsAreOneFinding() {
        List<FindingRow> findings = WholeFindings.judge(
                List.of(
                        seen(Kind.BAD_ICRC, 2, 9, "", 40, 70),
                        seen(Kind.BAD_ICRC, 0, 8, "", 50),
                        seen(Kind.BAD_ICRC, 1, 7, "", 60)),
                List.of());
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0).message()).startsWith("3 packets with a wrong ICRC");
        assertThat(findings.get(0).frames()).containsExactly(40L, 50L, 60L, 70L);
    }

    @Test
    void thoseThatSessionsToldAreNotToldAgain() {
        assertThat(WholeFindings.judge(List.of(seen(Kind.BAD_ICRC, 0, 8, "", 50)), List.of()))
                .isEmpty();
    }

    @Test
    void limitsAddUpByWhatTheyLimit() {
        List<FindingRow> findings = WholeFindings.judge(
                List.of(
                        seen(Kind.LIMIT_REACHED, 1, 5, "SMC-R handshakes"),
                        seen(Kind.LIMIT_REACHED, 1, 7, "SMC-R handshakes"),
                        seen(Kind.LIMIT_REACHED, 1, 1, "connection requests")),
                List.of());
        assertThat(findings)
                .extracting(FindingRow::message)
                .containsExactlyInAnyOrder(
                        "12 SMC-R handshakes are left out.", "1 connection requests are left out.");
    }

    @Test
    void tapsOfSeveralGroupsAreOneFinding() {
        List<FindingRow> findings = WholeFindings.judge(
                List.of(
                        seen(Kind.SHARED_TRAFFIC, 1, 0, "interface 0 and interface 1 of capture 0"),
                        seen(Kind.SHARED_TRAFFIC, 2, 0, "interface 0 and interface 1 of capture 0"),
                        seen(Kind.SHARED_TRAFFIC, 1, 0, "interface 0 and interface 1 of capture 1")),
                List.of());
        assertThat(findings).extracting(FindingRow::rule).containsOnly("CAPTURE-SEVERAL-TAPS");
        assertThat(findings).hasSize(2);
    }

    @Test
    void pausesOfAllPortsAreJudgedTogether() {
        List<FindingRow> findings =
                WholeFindings.judge(List.of(), List.of(zero(1, 9), zero(0, 30)));
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0).frames()).containsExactly(9L, 30L);
    }

    @Test
    void aLinkIsOneGroups() {
        assertThat(WholeFindings.judge(
                        List.of(
                                seen(Kind.LINK_REINIT, 1, 0, "port 0", 3),
                                seen(Kind.LINK_REINIT, 1, 0, "port 1", 4)),
                        List.of()))
                .hasSize(2);
    }
}
