package io.qpscope.endpoint.service;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.Device;
import io.qpscope.endpoint.Verb;

/**
 * Sends back every message it gets, in order. With a depth of 1 and up it is also the server's side
 * of {@code ibv_rc_pingpong}, which sends from the buffer that it receives into.
 */
public class EchoServer extends Conversation {
    private final int depth;
    private final int size;

    /**
     * @param depth messages under way
     * @param size longest message in bytes
     */
    public EchoServer(Device device, int qpn, int depth, int size) {
        super(device, qpn, depth, depth * size);
        this.depth = depth;
        this.size = size;
        for (int i = 0; i < depth; i++) {
            postReceive(i, i * size, size);
        }
    }

    @Override
    protected byte[] greeting() {
        return new Greeting(region.key(), region.address(), 0, size, depth).bytes();
    }

    @Override
    protected void completed(Completion done, long now) {
        int slot = (int) done.id();
        if (done.receive()) {
            post(work(Verb.SEND, slot, slot * size, (int) done.byteCount()));
        } else {
            postReceive(slot, slot * size, size);
        }
    }
}
