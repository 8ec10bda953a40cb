package io.qpscope.cli.report;

import io.qpscope.cli.report.FuzzSummary.Kind;
import io.qpscope.fault.yaml.YamlWriter;
import io.qpscope.fuzz.oracle.CaseScenario;
import io.qpscope.scenario.Check;

import java.io.PrintWriter;

/** A campaign as one page without scripts: what was run, and each kind of failure. */
public final class FuzzPage {
    private final Html html;

    private FuzzPage(Html html) {
        this.html = html;
    }

    /**
     * Writes the whole page.
     *
     * @param version of the program
     */
    public static void write(String version, FuzzSummary summary, PrintWriter out) {
        out.print("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        out.print("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        out.print("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
                + " style-src 'unsafe-inline'\">\n<title>QPScope: fuzz</title>\n");
        out.print("<style>\n" + HtmlReport.resource("page.css") + "</style>\n</head>\n<body>\n");
        new FuzzPage(new Html(out)).body(version, summary);
        out.print("</body>\n</html>\n");
        out.flush();
    }

    private void body(String version, FuzzSummary summary) {
        html.open("header").element("h1", "fuzz: " + summary.verdict()).line();
        html.element(
                "p", summary.target() + ", seed " + summary.seedText() + ", QPScope " + version);
        html.element(
                "p",
                Units.count(summary.cases(), "case") + " in " + Units.time(summary.durationNs())
                        + " (" + Math.round(summary.casesPerSecond()) + "/s), "
                        + Units.count(summary.packets(), "packet") + ", "
                        + Units.count(summary.states(), "state")
                        + (summary.stopped() ? "; stopped" : ""));
        html.close("header").line().open("main").line();
        for (int i = 0; i < summary.kinds().size(); i++) {
            section(summary, summary.kinds().get(i), i + 1);
        }
        html.close("main").line();
    }

    private void section(FuzzSummary summary, Kind kind, int number) {
        html.open("section", "id", "failure-" + number)
                .element("h2", number + ". " + kind.found().kind())
                .line();
        html.element(
                "p",
                Units.count(kind.count(), "case") + ", first "
                        + (kind.found().number() == 0 ? "of the corpus" : "case " + kind.first())
                        + " after " + Units.time(kind.found().atNs()) + "; smallest: "
                        + Units.count(kind.messages(), "message") + ", "
                        + Units.count(kind.rules(), "rule"));
        html.open("table").open("thead").open("tr");
        for (String title : new String[] {"what", "expected", "found"}) {
            html.element("th", title);
        }
        html.close("tr").close("thead").open("tbody").line();
        for (Check check : kind.failed()) {
            html.open("tr")
                    .element("td", check.subject())
                    .element("td", check.expected())
                    .element("td", check.observed())
                    .close("tr")
                    .line();
        }
        html.close("tbody").close("table").line();
        html.open("p").element("code", summary.again(kind)).close("p").line();
        html.open("details").element("summary", "scenario");
        html.element("pre", YamlWriter.write(CaseScenario.document(kind.found().reproducer())));
        html.close("details").close("section").line();
    }
}
