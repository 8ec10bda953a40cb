package io.qpscope.cli.report;

import io.qpscope.finding.Finding;
import io.qpscope.finding.Rule;
import io.qpscope.finding.Severity;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Findings, worst first; the first of each rule says where to look and how to learn more. */
final class FindingList {
    private static final int SHOWN = 20;
    private static final String INDENT = " ".repeat(10);

    private final Style style;
    private final int width;
    private final Set<String> explained = new HashSet<>();

    FindingList(Style style, int width) {
        this.style = style;
        this.width = width;
    }

    List<String> lines(List<Finding> findings) {
        List<String> lines = new ArrayList<>();
        for (Finding finding : findings.subList(0, Math.min(SHOWN, findings.size()))) {
            lines.add("");
            lines.addAll(lines(finding));
        }
        if (findings.size() > SHOWN) {
            lines.add("");
            lines.addAll(Wrap.paragraph(
                    "Not shown: " + rest(findings.subList(SHOWN, findings.size()))
                            + " (--filter narrows down, --format json shows all).",
                    width,
                    "  ",
                    "  "));
        }
        return lines;
    }

    private List<String> lines(Finding finding) {
        Rule rule = finding.rule();
        List<String> lines = new ArrayList<>();
        StringJoiner where = new StringJoiner(", ");
        if (finding.session() > 0) {
            where.add("session " + finding.session());
        }
        if (!finding.frames().isEmpty()) {
            where.add(Frames.text(finding.frames()));
        }
        String word = name(rule.severity());
        List<String> head = Wrap.lines(where.toString(), width - 12 - rule.id().length());
        lines.add(" " + style.severity(rule.severity(), word) + " ".repeat(9 - word.length())
                + style.bold(rule.id())
                + (head.get(0).isEmpty() ? "" : "  " + head.get(0)));
        for (String more : head.subList(1, head.size())) {
            lines.add(INDENT + " ".repeat(rule.id().length() + 2) + more);
        }
        lines.addAll(Wrap.paragraph(finding.message(), width, INDENT, INDENT));
        if (explained.add(rule.id())) {
            String hint = "(qpscope" + Wrap.GLUE + "explain" + Wrap.GLUE + rule.id() + ")";
            lines.addAll(Wrap.paragraph(
                    firstSentence(rule.remedy()) + " " + hint, width, INDENT, INDENT));
        }
        return lines;
    }

    /** Where to look, in short; all of it is in the rule. */
    private static String firstSentence(String text) {
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }

    private static String rest(List<Finding> findings) {
        Map<String, Integer> rules = new TreeMap<>();
        findings.forEach(finding -> rules.merge(finding.rule().id(), 1, Integer::sum));
        StringJoiner text = new StringJoiner(", ");
        rules.forEach((rule, count) -> text.add(count + "" + Wrap.GLUE + rule));
        return text.toString();
    }

    static String name(Severity severity) {
        return severity.name().toLowerCase(java.util.Locale.ROOT);
    }
}
