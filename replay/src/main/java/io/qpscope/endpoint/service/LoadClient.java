package io.qpscope.endpoint.service;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.Device;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WorkRequest;

/**
 * Keeps work requests of one verb under way against a {@link SinkServer}, or against memory that it
 * is told of by hand.
 */
public final class LoadClient extends Conversation implements Client {
    private static final int WORD = 8;

    private final Verb verb;
    private final int depth;
    private final int size;
    private final long count;
    private final long[] begun;
    private final Tally tally = new Tally();
    private int key;
    private long address;
    private int room = Integer.MAX_VALUE;
    private long posted;
    private long done;

    /**
     * @param depth work requests under way
     * @param volume bytes of each, but for atomics and ATOMIC WRITE, which move eight
     */
    public LoadClient(Device device, int qpn, Verb verb, int depth, Volume volume) {
        super(device, qpn, depth, Math.max(WORD, size(verb, volume.size())));
        this.verb = verb;
        this.depth = depth;
        size = size(verb, volume.size());
        count = volume.count();
        begun = new long[depth];
        Pattern.fill(region.bytes(), 0, region.length(), 0);
    }

    /** How much of it: bytes of each, and how many; 0 for no end. */
    public record Volume(int size, long count) {}

    private static int size(Verb verb, int wanted) {
        return switch (verb) {
            case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD, ATOMIC_WRITE -> WORD;
            default -> wanted;
        };
    }

    /** The peer's memory, told by hand. */
    public LoadClient remote(int key, long address) {
        this.key = key;
        this.address = address;
        return this;
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
    protected void greeted(byte[] privateData) {
        Greeting greeting = Greeting.of(privateData);
        if (greeting == null) {
            fail("the peer does not say which memory to use; is it qpscope's sink?");
            return;
        }
        key = greeting.key();
        address = greeting.address();
        room = greeting.size();
    }

    @Override
    protected void begin(long now) {
        if (size > room) {
            fail("size " + size + ", and the peer has room for " + room + " bytes");
            return;
        }
        tally.start(now);
        for (int i = 0; i < depth; i++) {
            send(now);
        }
    }

    private void send(long now) {
        if (count != 0 && posted == count) {
            return;
        }
        begun[(int) (posted % depth)] = now;
        WorkRequest work;
        if (verb == Verb.FLUSH) {
            // Placement: global visibility; selectivity: the range named (IBA vol 1, A19).
            work = flush();
        } else {
            work = work(verb, posted, 0, size);
        }
        post(work.remote(key, address).immediate((int) posted).compareAndSwap(posted, posted + 1));
        posted++;
    }

    private WorkRequest flush() {
        return work(verb, posted, 0, 0).flush(size, 1, 0);
    }

    @Override
    protected void completed(Completion completion, long now) {
        tally.done(now, now - begun[(int) (completion.id() % depth)], size);
        if (++done == count) {
            finish();
        } else {
            send(now);
        }
    }
}
