package io.qpscope.endpoint.service;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.Device;
import io.qpscope.endpoint.Verb;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The client of librdmacm's {@code rping}, data compared in every round; see {@link RpingServer}.
 * The data is rping's: "rdma-ping-N: ", then printable characters, then a zero byte.
 */
public final class RpingClient extends Conversation implements Client {
    private static final int MESSAGE = RpingServer.MESSAGE;
    private static final int SEND_AT = MESSAGE;
    private static final int DATA_AT = 2 * MESSAGE;
    private static final int DEPTH = 16;
    private static final int FIRST_CHARACTER = 'A';
    private static final int LAST_CHARACTER = 'z';

    private final int size;
    private final long count;
    private final Tally tally;
    private long round;
    private long begun;
    /** Whether the server has read the data, and was told where to write it. */
    private boolean read;
    /** The message is the queue pair's until its completion, which a lost ACK can bring late. */
    private boolean telling;
    /** What is to be told then; -1 for nothing. */
    private int untold = -1;

    /**
     * @param size bytes of data, 1 or more
     * @param count rounds, 0 for no end
     */
    public RpingClient(Device device, int qpn, int size, long count) {
        super(device, qpn, DEPTH, DATA_AT + 2 * size);
        this.size = size;
        this.count = count;
        tally = new Tally();
        postReceive(0, 0, MESSAGE);
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
        round(now);
    }

    private void round(long now) {
        begun = now;
        read = false;
        ByteBuffer bytes = region.bytes();
        byte[] head = ("rdma-ping-" + round + ": ").getBytes(StandardCharsets.US_ASCII);
        int span = LAST_CHARACTER - FIRST_CHARACTER + 1;
        for (int i = 0; i < size; i++) {
            int character = FIRST_CHARACTER + (int) ((round + i) % span);
            bytes.put(DATA_AT + i, i < head.length ? head[i] : (byte) character);
            bytes.put(DATA_AT + size + i, (byte) 0);
        }
        bytes.put(DATA_AT + size - 1, (byte) 0);
        tell(DATA_AT);
    }

    private void tell(int place) {
        if (telling) {
            untold = place;
            return;
        }
        telling = true;
        region.bytes()
                .putLong(SEND_AT, region.address() + place)
                .putInt(SEND_AT + 8, region.key())
                .putInt(SEND_AT + 12, size);
        post(work(Verb.SEND, round, SEND_AT, MESSAGE));
    }

    private void told() {
        telling = false;
        if (untold >= 0) {
            int place = untold;
            untold = -1;
            tell(place);
        }
    }

    @Override
    protected void completed(Completion done, long now) {
        if (!done.receive()) {
            told();
            return;
        }
        if (done.byteCount() != MESSAGE) {
            fail("a message of " + done.byteCount() + " bytes, expected " + MESSAGE);
            return;
        }
        postReceive(0, 0, MESSAGE);
        if (!read) {
            read = true;
            tell(DATA_AT + size);
            return;
        }
        ByteBuffer bytes = region.bytes();
        for (int i = 0; i < size; i++) {
            int expected = bytes.get(DATA_AT + i);
            int found = bytes.get(DATA_AT + size + i);
            if (expected != found) {
                fail("round " + round + ", byte " + i + ": " + (found & 0xff) + ", expected "
                        + (expected & 0xff));
                return;
            }
        }
        // Twice over the wire: there and back.
        tally.done(now, now - begun, 2L * size);
        if (++round == count) {
            finish();
        } else {
            round(now);
        }
    }
}
