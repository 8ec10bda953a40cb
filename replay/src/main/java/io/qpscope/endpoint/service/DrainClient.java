package io.qpscope.endpoint.service;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.Device;

/** Takes messages from a {@link SourceServer} and compares them. */
public final class DrainClient extends Conversation implements Client {
    private final int depth;
    private final int size;
    private final long count;
    private final Tally tally = new Tally();
    private long taken;
    private long last;

    /**
     * @param depth receive requests posted
     * @param size bytes of each message
     * @param count of messages, 0 for no end
     */
    public DrainClient(Device device, int qpn, int depth, int size, long count) {
        super(device, qpn, depth, depth * size);
        this.depth = depth;
        this.size = size;
        this.count = count;
        for (int i = 0; i < depth; i++) {
            postReceive(i, i * size, size);
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
    protected byte[] greeting() {
        return new Greeting(region.key(), region.address(), 0, size, count).bytes();
    }

    @Override
    protected void begin(long now) {
        tally.start(now);
        last = now;
    }

    @Override
    protected void completed(Completion done, long now) {
        int at = (int) (taken % depth) * size;
        if (done.byteCount() != size) {
            fail("message " + taken + ": " + done.byteCount() + " bytes, expected " + size);
            return;
        }
        int wrong = Pattern.mismatch(region.bytes(), at, size, (int) taken);
        if (wrong >= 0) {
            fail(Pattern.difference(region.bytes(), at, wrong, (int) taken));
            return;
        }
        postReceive(done.id(), at, size);
        // Nobody asked for this one message: what can be told is the time since the one before.
        tally.done(now, now - last, size);
        last = now;
        if (++taken == count) {
            finish();
        }
    }
}
