package io.qpscope.endpoint;

import io.qpscope.wire.Psn;

/** A posted {@link WorkRequest} and how far it has come. */
final class SendEntry {
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
    long length;
    int placement;
    int selectivity;
    Path path;
    int remoteQpn;
    int remoteQkey;

    /** Set when its first packet is sent. */
    int firstPsn;
    /** PSNs it takes; of a READ, one a response packet. */
    int psns;
    /** Messages sent before it, plus one (SSN; IBA vol 1, 9.7.7.2.5). */
    int ssn;
    /** Its sges are looked up. */
    boolean started;
    /** READ and atomic: what has been answered, in PSNs. */
    int answered;

    void set(WorkRequest request) {
        sges.set(request.sges);
        verb = request.verb;
        id = request.id;
        signaled = request.signaled;
        solicited = request.solicited;
        fence = request.fence;
        remoteAddress = request.remoteAddress;
        rkey = request.rkey;
        immediate = request.immediate;
        compareAdd = request.compareAdd;
        swap = request.swap;
        length = request.length();
        placement = request.placement;
        selectivity = request.selectivity;
        path = request.path;
        remoteQpn = request.remoteQpn;
        remoteQkey = request.remoteQkey;
        started = false;
        answered = 0;
    }

    void start(int psn, int ssn, int pathMtu) {
        firstPsn = psn;
        this.ssn = ssn;
        started = true;
        boolean segmented = verb == Verb.RDMA_READ || !verb.asks();
        psns = segmented ? (int) Math.max(1, (length + pathMtu - 1) / pathMtu) : 1;
    }

    int lastPsn() {
        return Psn.add(firstPsn, psns - 1);
    }

    boolean done() {
        return answered == psns;
    }
}
