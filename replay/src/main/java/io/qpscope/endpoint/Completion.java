package io.qpscope.endpoint;

/**
 * What became of a work request ({@code ibv_wc}). Objects belong to their queue and are used again
 * behind {@link CompletionQueue#poll}'s next call.
 */
public final class Completion {
    private long id;
    private int qpn;
    private WcStatus status = WcStatus.SUCCESS;
    private Verb verb;
    private boolean receive;
    private long byteCount;
    private boolean hasImmediate;
    private int immediate;
    private boolean invalidated;
    private int sourceQpn;

    void set(Completion other) {
        id = other.id;
        qpn = other.qpn;
        status = other.status;
        verb = other.verb;
        receive = other.receive;
        byteCount = other.byteCount;
        hasImmediate = other.hasImmediate;
        immediate = other.immediate;
        invalidated = other.invalidated;
        sourceQpn = other.sourceQpn;
    }

    /** Begins anew: no immediate data, no key taken away. */
    public Completion of(
            int qpn, long id, Verb verb, WcStatus status, long byteCount, boolean receive) {
        this.qpn = qpn;
        this.id = id;
        this.verb = verb;
        this.status = status;
        this.byteCount = byteCount;
        this.receive = receive;
        hasImmediate = false;
        immediate = 0;
        invalidated = false;
        sourceQpn = 0;
        return this;
    }

    public Completion immediate(int value) {
        hasImmediate = true;
        immediate = value;
        return this;
    }

    /** A SEND with Invalidate took this key away. */
    public Completion invalidated(int key) {
        invalidated = true;
        immediate = key;
        return this;
    }

    Completion from(int qpn) {
        sourceQpn = qpn;
        return this;
    }

    /** {@code wr_id}. */
    public long id() {
        return id;
    }

    public int qpn() {
        return qpn;
    }

    public WcStatus status() {
        return status;
    }

    /** Of the request; for a receive, the peer's verb. Null where an error or a flush ended a receive. */
    public Verb verb() {
        return verb;
    }

    /** Whether a receive request ended, not a send request. */
    public boolean receive() {
        return receive;
    }

    /** Bytes moved; means nothing unless the status is SUCCESS. */
    public long byteCount() {
        return byteCount;
    }

    public boolean hasImmediate() {
        return hasImmediate;
    }

    /** The key that a SEND with Invalidate took away stands in {@link #immediate}. */
    public boolean invalidated() {
        return invalidated;
    }

    public int immediate() {
        return immediate;
    }

    /** UD: who sent. */
    public int sourceQpn() {
        return sourceQpn;
    }
}
