package io.qpscope.scenario;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.WorkQueues;
import io.qpscope.endpoint.WorkRequest;

import java.util.List;

/** What a flow posts. */
interface Workload {
    /** Describes the message of this number, from 0, all but its {@code wr_id}. */
    void fill(WorkRequest request, long number);

    /** Whether the responder posts receives at all. */
    boolean takesReceives();

    /** Posts the receive of this number, from 0; false when there is no such. */
    boolean postReceive(WorkQueues responder, long number);

    /** A request has ended. */
    void completed(Completion completion);

    /** A receive has ended. */
    void received(Completion completion);

    /**
     * What has become of memory and completions that should not, a line each.
     *
     * @param whole whether what a requester was told to be done has surely arrived
     */
    List<String> violations(boolean whole);

    /** Those of them that not even forged packets may bring about. */
    List<String> breakouts();
}
