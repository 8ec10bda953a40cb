package io.qpscope.scenario;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.scenario.CheckedWork.Completed;
import io.qpscope.scenario.CheckedWork.Received;
import io.qpscope.scenario.WorkPlan.Item;

import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Each request and each receive completes once and in order, and with what it was for; behind an
 * error all is flushed (IBA vol 1, 10.3.1.5 and 10.8.3.3).
 */
final class CompletionCheck {
    private final WorkPlan plan;
    private final List<Integer> receiving;
    private final IntUnaryOperator immediates;
    private final boolean streams;

    /**
     * @param receiving items that use up a receive, in their order
     * @param immediates immediate data of each item
     * @param streams whether the messages go over iWARP, whose immediate data is a message of its own
     */
    CompletionCheck(
            WorkPlan plan, List<Integer> receiving, IntUnaryOperator immediates, boolean streams) {
        this.streams = streams;
        this.plan = plan;
        this.receiving = receiving;
        this.immediates = immediates;
    }

    /**
     * @param arrived requests that have surely arrived
     */
    void check(
            List<Completed> completed, List<Received> received, int arrived, List<String> found) {
        requests(completed, found);
        receives(received, arrived, found);
    }

    /** Looks at requests alone; says how many succeeded. */
    int requests(List<Completed> completed, List<String> found) {
        boolean failed = false;
        int good = 0;
        for (int i = 0; i < completed.size(); i++) {
            Completed each = completed.get(i);
            if (each.id() != i) {
                found.add("completion " + (i + 1) + " is that of message " + (each.id() + 1));
                return good;
            }
            boolean flushed = each.status() == WcStatus.WR_FLUSH_ERR;
            if (failed && !flushed) {
                found.add("message " + (i + 1) + " completes behind an error: " + each.status());
            }
            failed |= each.status() != WcStatus.SUCCESS;
            good += failed ? 0 : 1;
        }
        if (failed && completed.size() != plan.items().size()) {
            found.add(completed.size() + " of " + plan.items().size()
                    + " messages completed behind an error");
        }
        return good;
    }

    private void receives(List<Received> received, int good, List<String> found) {
        int succeeded = 0;
        for (Received each : received) {
            if (each.status() != WcStatus.SUCCESS) {
                continue;
            }
            if (each.id() != succeeded || succeeded == receiving.size()) {
                found.add("receive " + (each.id() + 1) + " completes as the " + (succeeded + 1)
                        + ". one");
                return;
            }
            one(each, receiving.get(succeeded), found);
            succeeded++;
        }
        long needed = receiving.stream().filter(item -> item < good).count();
        if (succeeded < needed) {
            found.add(needed + " messages succeeded that use up a receive, " + succeeded
                    + " receives did");
        }
    }

    private void one(Received receive, int number, List<String> found) {
        Item item = plan.items().get(number);
        String which = "receive of message " + (number + 1) + ": ";
        boolean immediate =
                item.verb() == Verb.SEND_WITH_IMM || item.verb() == Verb.RDMA_WRITE_WITH_IMM;
        Verb verb = streams && immediate ? Verb.RDMA_WRITE_WITH_IMM : item.verb();
        if (receive.verb() != verb) {
            found.add(which + receive.verb() + ", sent as " + item.verb());
        }
        int size = streams && immediate ? 0 : item.size();
        if (receive.bytes() != size) {
            found.add(which + receive.bytes() + " bytes, sent " + item.size());
        }
        int sent = immediate ? immediates.applyAsInt(number) : 0;
        if (receive.immediate() != sent) {
            found.add(which + "immediate " + receive.immediate() + ", sent " + sent);
        }
    }
}
