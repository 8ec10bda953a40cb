package io.qpscope.endpoint.service;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.Device;
import io.qpscope.endpoint.Verb;

/**
 * Sends messages to an {@link EchoServer} and compares what comes back; with a depth of 1 it is the
 * client's side of {@code ibv_rc_pingpong} too.
 */
public final class EchoClient extends Conversation implements Client {
    private final int size;
    private final long count;
    private final int depth;
    private final long[] begun;
    private final Tally tally = new Tally();
    private long sent;
    /** A send buffer is the queue pair's until its completion, which a lost ACK can bring late. */
    private long acknowledged;

    private long back;

    /**
     * @param depth messages under way
     * @param size bytes of each
     * @param count of messages, 0 for no end
     */
    public EchoClient(Device device, int qpn, int depth, int size, long count) {
        super(device, qpn, 2 * depth, 2 * depth * size);
        this.size = size;
        this.count = count;
        this.depth = depth;
        begun = new long[depth];
        for (int i = 0; i < depth; i++) {
            postReceive(i, (depth + i) * size, size);
        }
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public Conversation conversation() {
        return this;
    }

    @Override
    protected void begin(long now) {
        tally.start(now);
        send(now);
    }

    private void send(long now) {
        while (sent < Math.min(back, acknowledged) + depth && (count == 0 || sent < count)) {
            sendNext(now);
        }
    }

    private void sendNext(long now) {
        int slot = (int) (sent % depth);
        begun[slot] = now;
        Pattern.fill(region.bytes(), slot * size, size, (int) sent);
        post(work(Verb.SEND, sent, slot * size, size));
        sent++;
    }

    @Override
    protected void completed(Completion done, long now) {
        if (!done.receive()) {
            acknowledged++;
            send(now);
            return;
        }
        int slot = (int) (back % depth);
        int at = (depth + slot) * size;
        if (done.byteCount() != size) {
            fail("message " + back + ": " + done.byteCount() + " bytes, expected " + size);
            return;
        }
        int wrong = Pattern.mismatch(region.bytes(), at, size, (int) back);
        if (wrong >= 0) {
            fail(Pattern.difference(region.bytes(), at, wrong, (int) back));
            return;
        }
        postReceive(slot, at, size);
        tally.done(now, now - begun[slot], 2L * size);
        if (++back == count) {
            finish();
        } else {
            send(now);
        }
    }
}
