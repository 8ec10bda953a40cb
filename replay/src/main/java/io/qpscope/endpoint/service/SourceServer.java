package io.qpscope.endpoint.service;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.Device;
import io.qpscope.endpoint.Verb;

/**
 * Sends messages as long as the peer takes them: as many, and as long, as its greeting asks for.
 * Byte i of message n is {@code n + i}, so that the peer can tell what is missing.
 */
public final class SourceServer extends Conversation {
    private final int depth;
    private final int most;
    private int size;
    private long count;
    private long next;

    /**
     * @param depth messages under way
     * @param most longest message in bytes, and the length when the peer asks for none
     */
    public SourceServer(Device device, int qpn, int depth, int most) {
        super(device, qpn, depth, depth * most);
        this.depth = depth;
        this.most = most;
        size = most;
    }

    @Override
    protected byte[] greeting() {
        return new Greeting(region.key(), region.address(), 0, size, count).bytes();
    }

    @Override
    protected void greeted(byte[] privateData) {
        Greeting greeting = Greeting.of(privateData);
        if (greeting != null) {
            count = Math.max(0, greeting.count());
            size = greeting.size() > 0 ? Math.min(greeting.size(), most) : most;
        }
    }

    @Override
    protected void begin(long now) {
        for (int i = 0; i < depth; i++) {
            send();
        }
    }

    private void send() {
        if (count != 0 && next == count) {
            return;
        }
        int at = (int) (next % depth) * size;
        Pattern.fill(region.bytes(), at, size, (int) next);
        post(work(Verb.SEND, next, at, size));
        next++;
    }

    @Override
    protected void completed(Completion done, long now) {
        if (!done.receive()) {
            send();
        }
    }
}
