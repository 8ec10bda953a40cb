package io.qpscope.scenario;

import io.qpscope.session.Episode;
import io.qpscope.session.Episode.Cause;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A recovery of a flow, as the analysis tells it: all its episodes have this cause.
 *
 * @param outcome {@code recovered}, {@code failed} or {@code open}
 * @param count how many; null for one or more
 */
record EpisodeExpectation(String flow, Cause cause, String outcome, Bounds count)
        implements Expectation {
    @Override
    public Check check(ScenarioResult result) {
        List<Episode> episodes = result.episodes(flow);
        long same = episodes.stream()
                .filter(each -> each.cause() == cause && each.outcome().equals(outcome))
                .count();
        boolean right = same == episodes.size() && same > 0;
        right &= count == null || count.contains((double) same);
        String times = count == null ? "" : ", " + count;
        return Check.of(
                "flow " + flow + " episodes", cause + " " + outcome + times, text(episodes), right);
    }

    private static String text(List<Episode> episodes) {
        return episodes.isEmpty()
                ? "none"
                : episodes.stream()
                        .collect(Collectors.groupingBy(
                                each -> each.cause() + " " + each.outcome(),
                                java.util.TreeMap::new,
                                Collectors.counting()))
                        .entrySet()
                        .stream()
                        .map(each -> each.getValue() + " " + each.getKey())
                        .collect(Collectors.joining(", "));
    }
}
