package io.qpscope.endpoint.service;

import io.qpscope.endpoint.Access;
import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.Device;
import io.qpscope.endpoint.MemoryRegion;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.WorkQueues;
import io.qpscope.endpoint.WorkRequest;

import java.nio.ByteBuffer;

/**
 * One queue pair, its memory, and what it is used for. {@link Host} or {@link IwarpHost} drives and closes it.
 * All memory is one region; places in it are offsets.
 */
public abstract class Conversation {
    private static final byte[] SILENT = {};

    private final Device device;
    private final int depth;
    private final CompletionQueue completions;
    private final WorkRequest request = new WorkRequest();
    private final WorkQueues queues;
    protected final MemoryRegion region;
    private boolean ready;
    /** Of the last completion; without any for so long, the host dismisses it. */
    long activeAt;

    long idleLimitNs = Long.MAX_VALUE;
    private boolean over;
    private String failure;

    /**
     * @param device what the queue pair is made on
     * @param qpn number of the queue pair, 0 for the next free one
     * @param depth work requests of each kind at most
     * @param memory bytes
     */
    protected Conversation(Device device, int qpn, int depth, int memory) {
        this.device = device;
        this.depth = depth;
        // Completions are polled once for a whole batch of packets.
        completions = new CompletionQueue(2 * depth + 2);
        queues = device.open(completions, depth, qpn);
        region = device.memory().register(ByteBuffer.allocate(memory), Access.ALL);
    }

    /** As its device made it. */
    public final WorkQueues queues() {
        return queues;
    }

    /** For a peer that is told by hand. */
    public MemoryRegion region() {
        return region;
    }

    /** Private data for the peer's REQ or REP. */
    protected byte[] greeting() {
        return SILENT;
    }

    /** The peer's private data; before {@link #begin}. */
    protected void greeted(byte[] privateData) {}

    /** The queue pair may send. */
    protected void begin(long now) {}

    /** A work request ended well. */
    protected abstract void completed(Completion done, long now);

    /** A request ended with an error, not by a flush; the conversation fails with it. */
    protected void failed(Completion done) {}

    /** As time goes by, once the queue pair may send. */
    protected void due(long now) {}

    /** When {@link #due} has something to do without a packet. */
    protected long deadline() {
        return Long.MAX_VALUE;
    }

    /** Whether this side has had all it wants; the host then disconnects. */
    public final boolean over() {
        return over;
    }

    /** Why it ended too early, in words; null when it did not. */
    public final String failure() {
        return failure;
    }

    protected final void finish() {
        over = true;
    }

    /** Ends too early; only the first reason counts. */
    protected final void fail(String why) {
        if (!over) {
            failure = why;
            over = true;
        }
    }

    final void start(long now) {
        ready = true;
        activeAt = now;
        begin(now);
    }

    final boolean started() {
        return ready;
    }

    final boolean hasCompletions() {
        return completions.size() > 0;
    }

    final void turn(long now) {
        for (Completion done = completions.poll(); done != null; done = completions.poll()) {
            activeAt = now;
            if (done.status() == WcStatus.SUCCESS) {
                completed(done, now);
            } else if (done.status() != WcStatus.WR_FLUSH_ERR) {
                failed(done);
                String what = done.verb() == null ? "receive" : done.verb().toString();
                fail(what + " " + done.id() + ": " + done.status() + " ("
                        + done.status().code() + ")");
            }
        }
    }

    final void close() {
        device.close(queues);
        device.memory().deregister(region);
    }

    /** A work request on local bytes, to go on with and to {@link #post}. */
    protected final WorkRequest work(Verb verb, long id, int offset, int length) {
        return request.of(verb, id).local(region.key(), region.address() + offset, length);
    }

    protected final void post(WorkRequest work) {
        if (!queues.post(work) && queues.pending() >= depth) {
            fail("the send queue is full");
        }
    }

    protected final void postReceive(long id, int offset, int length) {
        queues.postReceive(id, region.key(), region.address() + offset, length);
    }
}
