package io.qpscope.endpoint;

/** How a queue pair is made ({@code ibv_qp_init_attr}). */
public final class QpOptions {
    final QpType type;
    final CompletionQueue sendCompletions;
    final CompletionQueue receiveCompletions;
    int maxSends = 128;
    int maxReceives = 128;
    ReceiveQueue shared;

    public QpOptions(
            QpType type, CompletionQueue sendCompletions, CompletionQueue receiveCompletions) {
        this.type = type;
        this.sendCompletions = sendCompletions;
        this.receiveCompletions = receiveCompletions;
    }

    /** Work requests posted and not complete, at most. */
    public QpOptions maxSends(int count) {
        maxSends = count;
        return this;
    }

    /** Receive requests posted and not consumed, at most. */
    public QpOptions maxReceives(int count) {
        maxReceives = count;
        return this;
    }

    /** Draws from a shared receive queue. */
    public QpOptions shared(ReceiveQueue queue) {
        shared = queue;
        return this;
    }
}
