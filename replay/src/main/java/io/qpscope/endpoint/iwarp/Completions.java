package io.qpscope.endpoint.iwarp;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;

/** Where a stream's completions go. */
final class Completions {
    private final CompletionQueue sends;
    private final CompletionQueue receives;
    private final int qpn;

    Completions(StreamOptions options) {
        sends = options.sendCompletions;
        receives = options.receiveCompletions;
        qpn = options.qpn;
    }

    void sent(SendRequest request, WcStatus status) {
        sends.push(
                sends.scratch().of(qpn, request.id, request.verb, status, request.length, false));
    }

    /** To fill in; {@link #push} follows. */
    Completion received(long id, Verb verb, WcStatus status, long bytes) {
        return receives.scratch().of(qpn, id, verb, status, bytes, true);
    }

    void push(Completion completion) {
        receives.push(completion);
    }
}
