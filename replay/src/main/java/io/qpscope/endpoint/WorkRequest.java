package io.qpscope.endpoint;

/**
 * One verb to post ({@code ibv_send_wr}). The queue pair copies it, so that one object can serve
 * again and again: {@code queuePair.post(request.of(Verb.SEND, 7).local(key, address, 100), now)}.
 */
public final class WorkRequest {
    final SgeList sges = new SgeList();
    Verb verb = Verb.SEND;
    long id;
    boolean signaled;
    boolean solicited;
    boolean fence;
    long remoteAddress;
    int rkey;
    int immediate;
    long compareAdd;
    long swap;
    long flushLength;
    int placement;
    int selectivity;
    Path path;
    int remoteQpn;
    int remoteQkey;

    /** Begins anew: everything else is as at the start, and the request is signaled. */
    public WorkRequest of(Verb verb, long id) {
        this.verb = verb;
        this.id = id;
        sges.clear();
        signaled = true;
        solicited = false;
        fence = false;
        remoteAddress = 0;
        rkey = 0;
        immediate = 0;
        compareAdd = 0;
        swap = 0;
        flushLength = 0;
        placement = 0;
        selectivity = 0;
        path = null;
        remoteQpn = 0;
        remoteQkey = 0;
        return this;
    }

    /** One more piece of local memory: what is sent, or where what is asked for goes. */
    public WorkRequest local(int lkey, long address, int length) {
        sges.add(lkey, address, length);
        return this;
    }

    /** Where a WRITE, READ, atomic or FLUSH works. */
    public WorkRequest remote(int rkey, long address) {
        this.rkey = rkey;
        remoteAddress = address;
        return this;
    }

    /** Immediate data, or the key that a SEND with Invalidate takes away. */
    public WorkRequest immediate(int value) {
        immediate = value;
        return this;
    }

    public WorkRequest compareAndSwap(long compare, long swap) {
        compareAdd = compare;
        this.swap = swap;
        return this;
    }

    public WorkRequest add(long value) {
        compareAdd = value;
        return this;
    }

    /** What a FLUSH covers; types and levels as FETH has them. */
    public WorkRequest flush(long length, int placement, int selectivity) {
        flushLength = length;
        this.placement = placement;
        this.selectivity = selectivity;
        return this;
    }

    /** Without: no completion when it succeeds. */
    public WorkRequest unsignaled() {
        signaled = false;
        return this;
    }

    /** Asks for an event at the receiver. */
    public WorkRequest solicited() {
        solicited = true;
        return this;
    }

    /** Starts only when all earlier READs and atomics are done. */
    public WorkRequest fence() {
        fence = true;
        return this;
    }

    /** UD: where to. */
    public WorkRequest to(Path path, int qpn, int qkey) {
        this.path = path;
        remoteQpn = qpn;
        remoteQkey = qkey;
        return this;
    }

    /** What it asks for. */
    public Verb verb() {
        return verb;
    }

    /** {@code wr_id}. */
    public long id() {
        return id;
    }

    /** Its local pieces. */
    public SgeList sges() {
        return sges;
    }

    /** Whether it completes when it succeeds. */
    public boolean isSignaled() {
        return signaled;
    }

    public boolean isSolicited() {
        return solicited;
    }

    public boolean isFenced() {
        return fence;
    }

    public long remoteAddress() {
        return remoteAddress;
    }

    public int rkey() {
        return rkey;
    }

    public int immediate() {
        return immediate;
    }

    /** What to compare with, or to add. */
    public long compareAdd() {
        return compareAdd;
    }

    public long swap() {
        return swap;
    }

    /** Bytes the message has on the wire. */
    public long length() {
        return verb == Verb.FLUSH ? flushLength : sges.total();
    }
}
