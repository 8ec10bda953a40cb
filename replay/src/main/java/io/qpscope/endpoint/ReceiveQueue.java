package io.qpscope.endpoint;

/** Posted receive requests ({@code ibv_recv_wr}); of one queue pair, or shared (SRQ). */
public final class ReceiveQueue {
    /** One buffer. */
    public static final class Entry {
        final SgeList sges = new SgeList();
        long id;

        /** {@code wr_id}. */
        public long id() {
            return id;
        }

        /** Where the message goes. */
        public SgeList sges() {
            return sges;
        }
    }

    private final Entry[] ring;
    private final boolean shared;
    private long head;
    private long tail;
    private int limit;
    private boolean limitReached;

    private ReceiveQueue(int capacity, boolean shared) {
        this.shared = shared;
        ring = new Entry[capacity];
        for (int i = 0; i < capacity; i++) {
            ring[i] = new Entry();
        }
    }

    /** A queue of one queue pair's. */
    public static ReceiveQueue of(int capacity) {
        return new ReceiveQueue(capacity, false);
    }

    /** A queue that several queue pairs draw from. */
    public static ReceiveQueue shared(int capacity) {
        return new ReceiveQueue(capacity, true);
    }

    /**
     * Posts one buffer of one piece.
     *
     * @return false when the queue is full
     */
    public boolean post(long id, int lkey, long address, int length) {
        if (tail - head == ring.length) {
            return false;
        }
        Entry entry = ring[(int) (tail++ % ring.length)];
        entry.id = id;
        entry.sges.clear();
        entry.sges.add(lkey, address, length);
        return true;
    }

    public int size() {
        return (int) (tail - head);
    }

    /**
     * Asks to be told once when fewer are left ({@code srq_limit} of {@code ibv_modify_srq}).
     *
     * @param fewerThan 0 for never
     */
    public void armLimit(int fewerThan) {
        limit = fewerThan;
        limitReached = size() < fewerThan;
    }

    /**
     * Whether fewer are left than was asked to be told of ({@code IBV_EVENT_SRQ_LIMIT_REACHED});
     * stays so until {@link #armLimit}.
     */
    public boolean limitReached() {
        return limitReached;
    }

    /** Whether several queue pairs draw from it. */
    public boolean isShared() {
        return shared;
    }

    /** Takes the oldest out by copying it; false when there is none. */
    public boolean take(Entry to) {
        if (head == tail) {
            return false;
        }
        Entry entry = ring[(int) (head++ % ring.length)];
        to.id = entry.id;
        to.sges.set(entry.sges);
        limitReached |= size() < limit;
        return true;
    }
}
