package io.qpscope.cli.report;

import io.qpscope.finding.Rule;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The rule catalogue, all of it in short or one rule in full. */
public final class RuleReport {
    /** Long lines of prose are hard to read. */
    private static final int PROSE_WIDTH = 80;

    private static final Pattern MARKS = Pattern.compile("[\\\\`*|<\\[\\]]");

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

    /** A page: a table that leads to a section for each rule; of one rule its section alone. */
    public void markdown(List<Rule> rules, PrintWriter out) {
        if (rules.size() > 1) {
            out.println("# Findings");
            out.println();
            markdownProse(
                    "What `analyze` may find, each with what it means and what to do. This page is"
                            + " written by `qpscope explain --format markdown`.",
                    out);
            out.println("| rule | severity | in short |");
            out.println("| --- | --- | --- |");
            for (Rule rule : rules) {
                out.println("| [" + rule.id() + "](#" + rule.id().toLowerCase(Locale.ROOT) + ") | "
                        + FindingList.name(rule.severity()) + " | " + escaped(rule.title()) + " |");
            }
            out.println();
        }
        boolean first = true;
        for (Rule rule : rules) {
            if (!first) {
                out.println();
            }
            first = false;
            out.println("## " + rule.id());
            out.println();
            markdownProse(
                    "**" + escaped(rule.title()) + "** (" + FindingList.name(rule.severity()) + ")",
                    out);
            markdownProse(escaped(rule.explanation()), out);
            markdownProse("*What to do:* " + escaped(rule.remedy()), out);
            prose("*Reference:* " + escaped(rule.reference()), out);
        }
    }

    private static void markdownProse(String text, PrintWriter out) {
        prose(text, out);
        out.println();
    }

    /** Signs that mean something to Markdown, as they stand. */
    private static String escaped(String text) {
        return MARKS.matcher(text).replaceAll("\\\\$0");
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
