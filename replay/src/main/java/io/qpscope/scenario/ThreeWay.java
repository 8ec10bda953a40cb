package io.qpscope.scenario;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.session.Outcome;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds against one another what endpoints were told and what the analysis makes of the packets:
 * two readings of the specification that share nothing but the wire.
 */
final class ThreeWay {
    private static final String SUBJECT = "endpoint and analysis";

    private ThreeWay() {}

    /** One check for each flow that they differ on; else one for all. */
    static List<Check> of(ScenarioResult result) {
        List<Check> differences = new ArrayList<>();
        int agreed = 0;
        int undecided = 0;
        int unseen = 0;
        for (FlowResult flow : result.flows()) {
            if (flow.plan().verb() == null || isExcused(result, flow)) {
                continue;
            }
            ScenarioResult.Seen seen = result.besideRequester(flow.plan().name());
            if (seen == null) {
                unseen++;
                continue;
            }
            Check difference = compare(flow, seen);
            if (difference != null) {
                differences.add(difference);
            } else if (isUndecided(flow, seen)) {
                undecided++;
            } else {
                agreed++;
            }
        }
        if (differences.isEmpty()) {
            String more = undecided == 0 ? "" : ", " + undecided + " the analysis can't tell";
            more += unseen == 0 ? "" : ", " + unseen + " sent nothing";
            differences.add(Check.of(
                    SUBJECT,
                    "agree",
                    agreed + (agreed == 1 ? " flow agrees" : " flows agree") + more,
                    true));
        }
        return differences;
    }

    private static boolean isExcused(ScenarioResult result, FlowResult flow) {
        return result.scenario().expectations().stream()
                .anyMatch(each -> each.excuses(flow.plan().name()));
    }

    private static boolean isUndecided(FlowResult flow, ScenarioResult.Seen seen) {
        return seen.requests().outcome().status().equals(Outcome.UNKNOWN)
                && !flow.status().equals(FlowResult.UNFINISHED);
    }

    /** Packets tell neither that a connection was given up nor what was not sent therefore. */
    private static boolean sentNothing(FlowResult flow) {
        return flow.status().equals(FlowResult.NOT_CONNECTED);
    }

    /** When, and which of its counters ran out, only the requester knows; answers may come later. */
    private static boolean gaveUp(String status) {
        return status.equals(WcStatus.RETRY_EXC_ERR.name())
                || status.equals(WcStatus.RNR_RETRY_EXC_ERR.name());
    }

    /** Of an iWARP flow: what the wire has as a WRITE and an Immediate behind it. */
    private static long immediates(FlowResult flow) {
        FlowPlan plan = flow.plan();
        if (plan.stream() == null) {
            return 0;
        }
        if (plan.work() == null) {
            return plan.verb() == Verb.RDMA_WRITE_WITH_IMM ? flow.completed() : 0;
        }
        return plan.work().items().stream()
                .limit(flow.completed())
                .filter(each -> each.verb() == Verb.RDMA_WRITE_WITH_IMM)
                .count();
    }

    /** What TCP has taken is done for an iWARP sender, whatever becomes of the stream then. */
    private static boolean isSentBefore(FlowResult flow, String told, String read) {
        return flow.plan().stream() != null
                && told.equals(Outcome.SUCCESS)
                && read.equals(WcStatus.WR_FLUSH_ERR.name());
    }

    /** Null when they do not differ. */
    private static Check compare(FlowResult flow, ScenarioResult.Seen seen) {
        Outcome outcome = seen.requests().outcome();
        String told = flow.status();
        String read = outcome.status();
        boolean same = read.equals(Outcome.UNKNOWN)
                || read.equals(told)
                || (read.equals(Outcome.SUCCESS) && told.equals(FlowResult.UNFINISHED))
                || (sentNothing(flow) && seen.requests().requests().firstPsn() == null)
                || gaveUp(told)
                || isSentBefore(flow, told, read);
        String subject = SUBJECT + ", flow " + flow.plan().name();
        if (!same) {
            return Check.of(
                    subject,
                    "agree",
                    "endpoint " + told + ", analysis " + read + ": " + outcome.why(),
                    false);
        }
        long proved = seen.requests().completedMessages();
        long completed = flow.completed() + immediates(flow);
        boolean whole = told.equals(Outcome.SUCCESS) && read.equals(Outcome.SUCCESS);
        // An answer may come when the requester has given up, which packets do not show.
        boolean flushed = told.equals(WcStatus.WR_FLUSH_ERR.name());
        boolean counts = (flushed && flow.plan().stream() != null)
                || (whole ? proved == completed : proved <= completed || gaveUp(told));
        return counts
                ? null
                : Check.of(
                        subject,
                        "agree",
                        "endpoint completed " + flow.completed() + ", analysis proves " + proved,
                        false);
    }
}
