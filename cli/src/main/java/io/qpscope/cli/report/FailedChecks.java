package io.qpscope.cli.report;

import io.qpscope.capture.AnnotatedCopy.Notes;
import io.qpscope.scenario.Check;
import io.qpscope.scenario.Check.Result;
import io.qpscope.scenario.Verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Comments on frames that failed checks name, in front of those of findings and episodes. */
public final class FailedChecks implements Notes {
    private static final Pattern FRAME = Pattern.compile("\\bframe (\\d{1,18})\\b");

    private final List<Check> checks;
    private final Notes others;
    private final TreeMap<Long, List<String>> notes = new TreeMap<>();

    /**
     * @param others what else is said of frames; null for nothing
     */
    public FailedChecks(List<Check> checks, Notes others) {
        this.checks = List.copyOf(checks);
        this.others = others;
        for (Check check : checks) {
            for (String part : check.observed().split("; ", -1)) {
                Matcher frame = FRAME.matcher(part);
                while (frame.find()) {
                    notes.computeIfAbsent(Long.valueOf(frame.group(1)), key -> new ArrayList<>())
                            .add("QPScope: FAILED " + check.subject() + ": expected "
                                    + check.expected() + ", found " + part);
                }
            }
        }
    }

    /** Those that failed of all. */
    public static List<Check> of(Verdict verdict) {
        return verdict.checks().stream()
                .filter(each -> each.result() == Result.FAILED)
                .toList();
    }

    /** A line each. */
    public String summary() {
        return checks.stream().map(FailedChecks::line).collect(Collectors.joining("\n"));
    }

    public static String line(Check check) {
        return check.subject() + ": expected " + check.expected() + ", found " + check.observed();
    }

    @Override
    public List<String> on(int capture, long frame) {
        List<String> texts = new ArrayList<>(notes.getOrDefault(frame, List.of()));
        if (others != null) {
            texts.addAll(others.on(capture, frame));
        }
        return texts;
    }
}
