package io.qpscope.endpoint;

/** A ring of completions. One that is full loses what comes then, and says so. */
public final class CompletionQueue {
    private final Completion[] ring;
    private final Completion scratch = new Completion();
    private final Completion out = new Completion();
    private long head;
    private long tail;
    private long overflows;

    /**
     * @param capacity completions kept, 1 or more
     */
    public CompletionQueue(int capacity) {
        ring = new Completion[capacity];
        for (int i = 0; i < capacity; i++) {
            ring[i] = new Completion();
        }
    }

    /** The oldest completion, valid until the next call; null when there is none. */
    public Completion poll() {
        if (head == tail) {
            return null;
        }
        out.set(ring[(int) (head++ % ring.length)]);
        return out;
    }

    public int size() {
        return (int) (tail - head);
    }

    /** Completions lost because nobody polled ({@code IBV_EVENT_CQ_ERR}); the queue goes on. */
    public long overflows() {
        return overflows;
    }

    /** To fill in; {@link #push} follows. */
    public Completion scratch() {
        return scratch;
    }

    /** False when the queue is full. */
    public boolean push(Completion completion) {
        if (tail - head == ring.length) {
            overflows++;
            return false;
        }
        ring[(int) (tail++ % ring.length)].set(completion);
        return true;
    }
}
