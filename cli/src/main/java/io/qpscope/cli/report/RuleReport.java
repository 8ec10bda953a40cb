package io.qpscope.cli.report;

import io.qpscope.finding.Rule;

import java.io.PrintWriter;
import java.util.List;

/** The rule catalogue, all of it in short or one rule in full. */
public final class RuleReport {
    /** Long lines of prose are hard to read. */
    private static final int PROSE_WIDTH = 80;

    private final Style style;

    public RuleReport(Style style) {
        this.style = style;
    }

    /** A line for each rule. */
    public void table(List<Rule> rules, PrintWriter out) {
        int widest = 0;
        for (Rule rule : rules) {
            widest = Math.max(widest, rule.id().length());
        }
        String indent = " ".repeat(widest + 11);
        for (Rule rule : rules) {
            String severity = FindingList.name(rule.severity());
            List<String> title = Wrap.lines(rule.title(), TextReport.WIDTH - indent.length());
            out.println(style.bold(rule.id())
                    + " ".repeat(widest + 2 - rule.id().length())
                    + style.severity(rule.severity(), severity)
                    + " ".repeat(9 - severity.length())
                    + title.get(0));
            title.subList(1, title.size()).forEach(line -> out.println(indent + line));
        }
    }

    /** All about one. */
    public void whole(Rule rule, PrintWriter out) {
        out.println(style.bold(rule.id()) + "  "
                + style.severity(rule.severity(), FindingList.name(rule.severity())));
        prose(rule.title(), out);
        out.println();
        prose(rule.explanation(), out);
        out.println();
        prose("What to do: " + rule.remedy(), out);
        out.println();
        prose("Reference: " + rule.reference(), out);
    }

    private static void prose(String text, PrintWriter out) {
        Wrap.paragraph(text, PROSE_WIDTH, "", "").forEach(out::println);
    }

    /** An array of all. */
    public void json(List<Rule> rules, PrintWriter out) {
        try (Json json = Json.pretty(out)) {
            json.beginObject().beginArray("rules");
            for (Rule rule : rules) {
                json.beginObject()
                        .text("id", rule.id())
                        .text("severity", FindingList.name(rule.severity()))
                        .text("title", rule.title())
                        .text("explanation", rule.explanation())
                        .text("remedy", rule.remedy())
                        .text("reference", rule.reference())
                        .endObject();
            }
            json.endArray().endObject();
        }
    }
}
