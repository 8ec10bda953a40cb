package io.qpscope.cli.report;

import io.qpscope.scenario.Check;
import io.qpscope.scenario.Verdict;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Verdicts and campaigns as JUnit's XML, which CI systems read. */
public final class JunitReport {
    private JunitReport() {}

    /** Verdicts: a suite a scenario, a case a check. */
    public static void write(List<Verdict> verdicts, PrintWriter out) {
        long tests = verdicts.stream().mapToLong(each -> each.checks().size()).sum();
        long failures = verdicts.stream().mapToLong(Verdict::failures).sum();
        out.println("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        out.println("<testsuites name=\"qpscope replay\" tests=\"" + tests + "\" failures=\""
                + failures + "\">");
        verdicts.forEach(each -> suite(each, out));
        out.println("</testsuites>");
        out.flush();
    }

    /** A campaign: a suite with a case for each kind of failure, and one that tells how much was run. */
    public static void write(FuzzSummary summary, PrintWriter out) {
        int failures = summary.kinds().size();
        String counts = " tests=\"" + (failures + 1) + "\" failures=\"" + failures + "\">";
        out.println("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        out.println("<testsuites name=\"qpscope fuzz\"" + counts);
        out.println("  <testsuite name=\"" + escape(summary.target()) + "\"" + counts);
        out.println("    <testcase classname=\"fuzz\" name=\""
                + Units.count(summary.cases(), "case") + ", seed " + summary.seedText() + "\"/>");
        for (FuzzSummary.Kind kind : summary.kinds()) {
            out.println("    <testcase classname=\"fuzz\" name=\""
                    + escape(kind.found().kind()) + "\">");
            String broken = kind.failed().stream()
                    .map(FailedChecks::line)
                    .collect(Collectors.joining("; "));
            out.println("      <failure type=\"failed\" message=\"" + escape(broken) + "\">"
                    + escape(summary.again(kind)) + "</failure>");
            out.println("    </testcase>");
        }
        out.println("  </testsuite>");
        out.println("</testsuites>");
        out.flush();
    }

    private static void suite(Verdict verdict, PrintWriter out) {
        String name = escape(verdict.scenario().name());
        out.println("  <testsuite name=\"" + name + "\" tests=\""
                + verdict.checks().size() + "\" failures=\"" + verdict.failures() + "\">");
        for (Check check : verdict.checks()) {
            out.print("    <testcase classname=\"" + name + "\" name=\""
                    + escape(check.subject() + ": " + check.expected()) + "\"");
            if (check.passed()) {
                out.println("/>");
            } else {
                String type = check.result().name().toLowerCase(Locale.ROOT).replace('_', ' ');
                out.println(">");
                out.println("      <failure type=\"" + type + "\" message=\""
                        + escape("expected " + check.expected() + ", found " + check.observed())
                        + "\"/>");
                out.println("    </testcase>");
            }
        }
        if (!verdict.scenario().title().isEmpty()) {
            out.println("    <system-out>" + escape(verdict.scenario().title()) + "</system-out>");
        }
        out.println("  </testsuite>");
    }

    private static String escape(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                default -> out.append(Character.isISOControl(c) ? ' ' : c);
            }
        }
        return out.toString();
    }
}
