package io.qpscope.cli.report;

import io.qpscope.finding.Finding;
import io.qpscope.finding.Rule;
import io.qpscope.session.SessionSummary;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Findings, worst first, each with its way to the session's plots. */
final class HtmlFindings {
    private static final int SHOWN = 200;

    private final Html html;
    private final Set<Integer> sections = new HashSet<>();
    /** Null unless captures are taps. */
    private Analysis.Taps taps;

    HtmlFindings(Html html) {
        this.html = html;
    }

    /**
     * @param told the sessions that have a section
     */
    void write(Analysis analysis, List<SessionSummary> told) {
        taps = analysis.taps();
        told.forEach(session -> sections.add(session.id()));
        List<Finding> findings = analysis.findings();
        html.open("section", "id", "findings").element("h2", "Findings").line();
        if (findings.isEmpty()) {
            html.element("p", "No rule found anything wrong.", "class", "none");
        }
        html.open("ol", "class", "findings").line();
        findings.subList(0, Math.min(SHOWN, findings.size())).forEach(this::finding);
        html.close("ol").line();
        if (findings.size() > SHOWN) {
            html.element("p", "Not shown: " + rest(findings.subList(SHOWN, findings.size())) + ".");
        }
        html.close("section").line();
    }

    private void finding(Finding finding) {
        Rule rule = finding.rule();
        String severity = FindingList.name(rule.severity());
        html.open("li", "class", "finding " + severity, "tabindex", "-1");
        html.open("p", "class", "head").element("b", severity, "class", "severity");
        html.text(" ").element("code", rule.id()).text(" ");
        int section = sections.contains(finding.session()) ? finding.session() : 0;
        if (section > 0) {
            html.element("a", "session " + section, "href", "#session-" + section);
        } else if (finding.session() > 0) {
            html.text("session " + finding.session());
        }
        if (!finding.frames().isEmpty()) {
            html.open("span", "class", "frames")
                    .text(taps == null ? "" : "tap " + taps.name(finding.tap()) + " ")
                    .text(finding.frames().size() == 1 ? "frame " : "frames ")
                    .frames(finding.frames(), section)
                    .close("span");
        }
        html.close("p").element("p", finding.message());
        html.open("details").element("summary", "What it means, what to do");
        html.element("p", rule.explanation()).element("p", rule.remedy());
        html.element("p", rule.reference(), "class", "reference");
        html.close("details").close("li").line();
    }

    private static String rest(List<Finding> findings) {
        Map<String, Integer> rules = new TreeMap<>();
        findings.forEach(finding -> rules.merge(finding.rule().id(), 1, Integer::sum));
        StringBuilder text = new StringBuilder();
        rules.forEach((rule, count) -> text.append(text.length() == 0 ? "" : ", ")
                .append(count)
                .append(' ')
                .append(rule));
        return text.toString();
    }
}
