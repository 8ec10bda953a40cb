package io.qpscope.endpoint.service;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.Device;
import io.qpscope.endpoint.Verb;

import java.nio.ByteBuffer;

/**
 * The server of librdmacm's {@code rping}. The client tells where its data lies (a SEND of 16
 * bytes: address 8, key 4, size 4); the server READs it and says so by a SEND of the same form; the
 * client tells where to; the server WRITEs the data back, up to and with its first zero byte as
 * rping does, and says so.
 */
public final class RpingServer extends Conversation {
    /** Bytes of a message of both sides. */
    static final int MESSAGE = 16;

    private static final int RECEIVES = 2;
    private static final int SEND_AT = RECEIVES * MESSAGE;
    private static final int DATA_AT = SEND_AT + MESSAGE;
    private static final int DEPTH = 16;

    private final int most;
    /** Whether the data is here, so that the next message says where it goes. */
    private boolean holds;

    private int size;
    private long rounds;

    /**
     * @param most longest data in bytes
     */
    public RpingServer(Device device, int qpn, int most) {
        super(device, qpn, DEPTH, DATA_AT + most);
        this.most = most;
        for (int i = 0; i < RECEIVES; i++) {
            postReceive(i, i * MESSAGE, MESSAGE);
        }
    }

    /** Rounds of READ and WRITE done. */
    public long rounds() {
        return rounds;
    }

    @Override
    protected void completed(Completion done, long now) {
        if (done.receive()) {
            told(done);
        } else if (done.verb() == Verb.RDMA_READ) {
            holds = true;
            post(work(Verb.SEND, 0, SEND_AT, MESSAGE));
        } else if (done.verb() == Verb.RDMA_WRITE) {
            rounds++;
            post(work(Verb.SEND, 0, SEND_AT, MESSAGE));
        }
    }

    private void told(Completion done) {
        if (done.byteCount() != MESSAGE) {
            fail("a message of " + done.byteCount() + " bytes, expected " + MESSAGE);
            return;
        }
        int slot = (int) done.id();
        ByteBuffer bytes = region.bytes();
        long address = bytes.getLong(slot * MESSAGE);
        int key = bytes.getInt(slot * MESSAGE + 8);
        int length = bytes.getInt(slot * MESSAGE + 12);
        postReceive(slot, slot * MESSAGE, MESSAGE);
        if (holds) {
            holds = false;
            post(work(Verb.RDMA_WRITE, 0, DATA_AT, text()).remote(key, address));
        } else if (length < 0 || length > most) {
            fail("data of " + Integer.toUnsignedString(length) + " bytes, at most " + most);
        } else {
            size = length;
            post(work(Verb.RDMA_READ, 0, DATA_AT, size).remote(key, address));
        }
    }

    private int text() {
        for (int i = 0; i < size; i++) {
            if (region.bytes().get(DATA_AT + i) == 0) {
                return i + 1;
            }
        }
        return size;
    }
}
