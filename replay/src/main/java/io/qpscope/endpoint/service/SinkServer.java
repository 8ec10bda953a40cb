package io.qpscope.endpoint.service;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.Device;

/**
 * Takes every message and forgets it; its memory is open to WRITE, READ, atomics and FLUSH, and the
 * greeting says where it is.
 */
public final class SinkServer extends Conversation {
    private final int size;
    private long messages;
    private long bytes;

    /**
     * @param depth receive requests kept posted
     * @param size longest message in bytes, and the memory's length
     */
    public SinkServer(Device device, int qpn, int depth, int size) {
        super(device, qpn, depth, size);
        this.size = size;
        for (int i = 0; i < depth; i++) {
            postReceive(i, 0, size);
        }
    }

    @Override
    protected byte[] greeting() {
        return new Greeting(region.key(), region.address(), size, size, 0).bytes();
    }

    /** Received with a completion: SENDs and WRITEs with immediate. */
    public long messages() {
        return messages;
    }

    public long bytes() {
        return bytes;
    }

    @Override
    protected void completed(Completion done, long now) {
        messages++;
        bytes += done.byteCount();
        postReceive(done.id(), 0, size);
    }
}
