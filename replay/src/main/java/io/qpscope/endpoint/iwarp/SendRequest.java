package io.qpscope.endpoint.iwarp;

import io.qpscope.endpoint.SgeList;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WorkRequest;

/** A posted {@link WorkRequest} and how far it has come. */
final class SendRequest {
    final SgeList sges = new SgeList();
    Verb verb = Verb.SEND;
    long id;
    boolean signaled;
    boolean solicited;
    boolean fenced;
    long remoteAddress;
    int rkey;
    int immediate;
    long compareAdd;
    long swap;
    long length;

    /** Its pieces are looked up; its MSN is taken. */
    boolean started;
    /** Bytes sent; of a READ, bytes that came. */
    long moved;
    /** Of a WRITE with immediate data: only the immediate data is left. */
    boolean dataSent;
    /** Nothing is left but to say so, in its turn. */
    boolean done;

    void set(WorkRequest request) {
        sges.set(request.sges());
        verb = request.verb();
        id = request.id();
        signaled = request.isSignaled();
        solicited = request.isSolicited();
        fenced = request.isFenced();
        remoteAddress = request.remoteAddress();
        rkey = request.rkey();
        immediate = request.immediate();
        compareAdd = request.compareAdd();
        swap = request.swap();
        length = request.length();
        started = false;
        moved = 0;
        dataSent = false;
        done = false;
    }

    /** Answered by a READ or atomic response. */
    boolean asks() {
        return verb == Verb.RDMA_READ || verb.isAtomic();
    }
}
