package io.qpscope.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.cli.report.plot.Plots;
import io.qpscope.finding.Finding;
import io.qpscope.session.PlotTrack;
import io.qpscope.session.PlotTrack.Level;
import io.qpscope.session.PlotTrack.Mark;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionSummary.Peer;
import io.qpscope.session.Side;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class HtmlReportTest {
    private static final String UPLOT = "1.6.30";
    private static final long START_NS = 1_700_000_000_000_000_000L;
    /** Where the sample's session begins. */
    private static final long FIRST_FRAME = 44;

    private static final Pattern SCRIPT =
            Pattern.compile("<script([^>]*)>(.*?)</script>", Pattern.DOTALL);

    private final Plots plots = new Plots();

    private String page(Analysis analysis) {
        StringWriter out = new StringWriter();
        new HtmlReport("9.9", UPLOT, List.of(plots)).write(analysis, new PrintWriter(out));
        return out.toString();
    }

    private static JsonNode data(String page) {
        Matcher scripts = SCRIPT.matcher(page);
        assertThat(scripts.find()).isTrue();
        assertThat(scripts.group(1)).contains("application/json");
        return JsonMapper.shared().readTree(scripts.group(2));
    }

    private static List<String> scripts(String page) {
        List<String> scripts = new ArrayList<>();
        Matcher each = SCRIPT.matcher(page);
        while (each.find()) {
            if (each.group(1).isEmpty()) {
                scripts.add(each.group(2));
            }
        }
        return scripts;
    }

    private static String withoutScripts(String page) {
        return SCRIPT.matcher(page).replaceAll("");
    }

    private static Analysis hostile(String text) {
        SessionSummary session =
                Samples.session(1, new Peer(text, 4791, 82), new Peer(text, 4791, 82));
        Finding finding = new Finding(Samples.LOSS, 1, List.of(60L), text);
        return Samples.analysis(text, List.of(session), List.of(finding));
    }

    private PlotTrack track() {
        PlotTrack track = plots.begin();
        track.origin(1000, false);
        track.mark(Mark.SENT, 60, START_NS + 5_000, 0);
        track.mark(Mark.SENT, 61, START_NS + 7_000, 1);
        plots.assign(track, FIRST_FRAME, Side.A);
        return track;
    }

    // ---- what a capture may hold ----

    @ParameterizedTest
    @ValueSource(
            strings = {
                "</script><script>alert(1)</script>",
                "</title></style><script>alert(1)</script>",
                "\"><img src=x onerror=alert(1)>",
                "' onmouseover='alert(1)",
                "<!--<script>",
                "]]><svg/onload=alert(1)>",
                "&lt;script&gt;",
                "${7*7}\\u003cscript>`"
            })
    void hostileTextsStayTexts(String text) {
        String clean = page(hostile("harmless"));
        track();
        String page = page(hostile(text));
        assertThat(scripts(page)).isEqualTo(scripts(clean));
        assertThat(withoutScripts(page))
                .doesNotContain("<script")
                .doesNotContain("<img")
                .doesNotContain("<svg/")
                .doesNotContain("<!--")
                .doesNotContain("' onmouseover='");
        JsonNode plot = data(page).get("sessions").get(0).get("plots").get(0);
        assertThat(plot.get("requester").asString()).isEqualTo(text + " QP\u00a082");
    }

    @Test
    void controlCharactersAndHalfPairsDoNotBreakThePage() {
        track();
        String page = page(hostile("a\0b\u001bc\ud800d\u2028e"));
        assertThat(withoutScripts(page)).contains("a\ufffdb\ufffdc");
        assertThat(data(page).get("sessions")).hasSize(1);
    }

    // ---- offline and by itself ----

    @Test
    void nothingIsLoadedFromAnywhere() {
        track();
        String page = page(Samples.loss());
        assertThat(page)
                .doesNotContainPattern("(?i)https?:")
                .doesNotContainPattern("(?i)\\bsrc\\s*=")
                .doesNotContainPattern("(?i)<(link|iframe|object|embed|base|form)\\b")
                .doesNotContainPattern("(?i)@import|url\\(")
                .doesNotContainPattern("\\bfetch\\(|XMLHttpRequest|WebSocket|sendBeacon|import\\(");
        assertThat(page)
                .contains("default-src 'none'")
                .containsOnlyOnce("Content-Security-Policy")
                .doesNotContain("'unsafe-eval'");
    }

    @Test
    void onlyItsOwnScriptsMayRun() throws Exception {
        String page = page(Samples.loss());
        Matcher policy = Pattern.compile("script-src([^;\"]*)").matcher(page);
        assertThat(policy.find()).isTrue();
        List<String> allowed = new ArrayList<>();
        for (String script : scripts(page)) {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(script.getBytes(StandardCharsets.UTF_8));
            allowed.add("'sha256-" + Base64.getEncoder().encodeToString(hash) + "'");
        }
        assertThat(policy.group(1).strip().split(" ")).containsExactlyElementsOf(allowed);
    }

    @Test
    void theChartingLibraryComesWithItsLicence() {
        assertThat(page(Samples.loss()))
                .contains("The MIT License")
                .contains("Copyright (c) 2022 Leon Sorokin")
                .contains("var uPlot=");
    }

    // ---- what it tells ----

    @Test
    void findingsAndTablesNeedNoScripts() {
        track();
        String page = withoutScripts(page(Samples.loss()));
        assertThat(page)
                .contains("RC-LOSS-BEFORE-TAP")
                .contains("Four packets from 10.9.0.2 never reached this capture point")
                .contains("Look at the sender&#39;s egress")
                .contains("data-session=\"1\" data-frame=\"102\">102</a>")
                .contains("<details class=\"session\" id=\"session-1\"")
                .contains("loss before tap");
    }

    @Test
    void aFindingOfNoSessionLeadsNowhere() {
        Finding finding = new Finding(Samples.LOSS, 0, List.of(7L), "of no session");
        Analysis loss = Samples.loss();
        Analysis analysis = Samples.analysis("x", loss.result().sessions(), List.of(finding));
        assertThat(withoutScripts(page(analysis)))
                .contains("<span class=\"frame\">7</span>")
                .doesNotContain("data-frame=\"7\"");
    }

    @Test
    void withoutFindingsItSaysSo() {
        Analysis analysis = Samples.analysis("x", Samples.loss().result().sessions(), List.of());
        assertThat(page(analysis)).contains("No rule found anything wrong.");
    }

    @Test
    void withoutSessionsItSaysWhatTheCaptureHolds() {
        assertThat(page(Samples.analysis("x", List.of(), List.of())))
                .contains("RDMA packets, but no session");
    }

    @Test
    void pointsAreToldByTimeFromTheCapturesBeginning() {
        track();
        JsonNode session = data(page(Samples.loss())).get("sessions").get(0);
        assertThat(session.get("from").asLong()).isEqualTo(100_000_000);
        assertThat(session.get("length").asLong()).isEqualTo(1_020_000_000);
        JsonNode sent = session.get("plots").get(0).get("marks").get(0);
        assertThat(sent.get("kind").asString()).isEqualTo("SENT");
        assertThat(sent.get("t").toString()).isEqualTo("[5000,2000]");
        assertThat(sent.get("y").toString()).isEqualTo("[0,1]");
        assertThat(sent.get("f").toString()).isEqualTo("[60,1]");
    }

    @Test
    void aSessionWithoutAPlotSaysSo() {
        assertThat(page(Samples.loss())).contains("No plot was kept of this session.");
        track();
        assertThat(page(Samples.loss())).doesNotContain("No plot was kept of this session.");
    }

    // ---- bounds ----

    @Test
    void theWorstSessionsHaveASectionAndTheRestIsCounted() {
        List<SessionSummary> sessions = new ArrayList<>();
        for (int i = 1; i <= HtmlReport.SECTIONS + 2; i++) {
            sessions.add(Samples.session(i, new Peer("10.9.0.2", 4791, i), Samples.peerB()));
        }
        Finding finding =
                new Finding(Samples.ACCESS, HtmlReport.SECTIONS + 2, List.of(1L), "the worst");
        String page = page(Samples.analysis("x", sessions, List.of(finding)));
        assertThat(page.split("<details class=\"session\"", -1)).hasSize(HtmlReport.SECTIONS + 1);
        assertThat(page)
                .contains("The worst 40 of 42 sessions")
                .contains("id=\"session-42\"")
                .doesNotContain("id=\"session-41\"");
    }

    @Test
    void theBusiestSessionsMakeAPageOfAFewMegabytes() {
        List<SessionSummary> sessions = new ArrayList<>();
        for (int i = 1; i <= HtmlReport.SECTIONS; i++) {
            sessions.add(Samples.session(i, new Peer("10.9.0.2", 4791, i), Samples.peerB()));
            PlotTrack track = plots.begin();
            for (int point = 0; point < 20_000; point++) {
                long ns = START_NS + point * 10_007L;
                track.mark(Mark.SENT, point * 3L, ns, point);
                track.mark(Mark.ACK, point * 3L + 1, ns + 500, point);
                track.mark(Mark.RESENT, point * 3L + 2, ns + 700, point / 2);
                track.level(Level.IN_FLIGHT, ns, point % 1000 * 1024L);
                track.traffic(ns, 1082, false);
            }
            // All samples begin with the same frame; the page takes its plot for each of them.
            plots.assign(track, FIRST_FRAME, Side.A);
        }
        String page = page(Samples.analysis("x", sessions, List.of()));
        assertThat(page.length()).isBetween(1_000_000, 8_000_000);
        JsonNode sent = data(page)
                .get("sessions")
                .get(0)
                .get("plots")
                .get(0)
                .get("marks")
                .get(0);
        assertThat(sent.get("of").asInt()).isEqualTo(20_000);
        assertThat(sent.get("t").size()).isBetween(PlotData.POINTS / 4, PlotData.POINTS);
    }
}
