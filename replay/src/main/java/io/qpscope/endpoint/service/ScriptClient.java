package io.qpscope.endpoint.service;

import io.qpscope.endpoint.Completion;
import io.qpscope.endpoint.Endpoint;
import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.WorkRequest;

import java.util.List;

/**
 * Posts verbs one after the other, each at its time and not before what it waits for is complete.
 * What completes late moves all that follows by as much. The peer's memory is told by its greeting
 * (see {@link SinkServer}), or by hand.
 */
public final class ScriptClient extends Conversation implements Client {
    private static final int PLACEMENT = 0xf;
    private static final int SELECTIVITY_SHIFT = 4;
    private static final int WRONG = 0x5a5a_5a5a;
    private static final long ALIGNMENT = 8;

    private final List<ScriptStep> steps;
    private final long[] begun;
    private final int depth;
    private final double speed;
    private final Tally tally = new Tally();
    private int key;
    private long address;
    private long room = -1;
    private int longestMessage = Integer.MAX_VALUE;
    private boolean told;
    /** What the beginning is taken to be by now. */
    private long origin = Long.MAX_VALUE;

    private int posted;
    private int done;
    private boolean folded;
    private WcStatus status = WcStatus.SUCCESS;

    /**
     * Memory here is as long as the longest message; all share it.
     *
     * @param depth work requests under way at most
     * @param speed times as fast as the steps say; positive infinity for no waiting for times
     */
    public ScriptClient(
            Endpoint endpoint, int qpn, List<ScriptStep> steps, int depth, double speed) {
        super(endpoint, qpn, depth, memory(steps));
        this.steps = List.copyOf(steps);
        this.depth = depth;
        this.speed = speed;
        begun = new long[depth];
        Pattern.fill(region.bytes(), 0, region.length(), 0);
        // Whoever sends to a requester finds a place: the script is about what it asks for.
        for (int i = 0; i < depth; i++) {
            postReceive(i, 0, region.length());
        }
    }

    private static int memory(List<ScriptStep> steps) {
        int most = (int) ALIGNMENT;
        for (ScriptStep step : steps) {
            most = step.verb() == Verb.FLUSH ? most : Math.max(most, step.length());
        }
        return most;
    }

    /** The peer's memory, told by hand; its greeting is not asked. */
    public ScriptClient remote(int key, long address, long room) {
        told = true;
        this.key = key;
        this.address = address;
        this.room = room;
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

    /** Of the first step that failed; SUCCESS until then. */
    public WcStatus status() {
        return status;
    }

    /** All there are. */
    public int steps() {
        return steps.size();
    }

    /** Steps complete. */
    public int done() {
        return done;
    }

    /** Whether the peer's memory was too small for all places, so that some fell together. */
    public boolean folded() {
        return folded;
    }

    @Override
    protected void greeted(byte[] privateData) {
        Greeting greeting = Greeting.of(privateData);
        if (!told && greeting != null) {
            remote(greeting.key(), greeting.address(), greeting.length());
            longestMessage = greeting.size();
        }
    }

    @Override
    protected void begin(long now) {
        for (int i = 0; i < steps.size(); i++) {
            String why = obstacle(steps.get(i));
            if (why != null) {
                fail("step " + (i + 1) + ", " + steps.get(i).verb() + " of "
                        + steps.get(i).length() + " bytes: " + why);
                return;
            }
        }
        tally.start(now);
        origin = now;
        due(now);
    }

    private String obstacle(ScriptStep step) {
        if (step.verb().isSend()) {
            return step.length() > longestMessage
                    ? "the peer takes messages of " + longestMessage + " bytes"
                    : null;
        }
        if (room < 0) {
            return "the peer does not say which memory to use; is it qpscope's sink?";
        }
        return step.length() > room ? "the peer has room for " + room + " bytes" : null;
    }

    @Override
    protected void due(long now) {
        while (!over() && posted < steps.size() && posted - done < depth) {
            ScriptStep step = steps.get(posted);
            if (done < step.after() || now < time(step)) {
                return;
            }
            post(posted, step);
            begun[posted % depth] = now;
            posted++;
        }
        if (done == steps.size() && origin != Long.MAX_VALUE) {
            finish();
        }
    }

    @Override
    protected long deadline() {
        if (over() || origin == Long.MAX_VALUE || posted == steps.size()) {
            return Long.MAX_VALUE;
        }
        ScriptStep step = steps.get(posted);
        boolean waits = done < step.after() || posted - done >= depth;
        return waits ? Long.MAX_VALUE : time(step);
    }

    private long time(ScriptStep step) {
        return origin + (long) (step.atNs() / speed);
    }

    private void post(int id, ScriptStep step) {
        boolean flush = step.verb() == Verb.FLUSH;
        WorkRequest work = work(step.verb(), id, 0, flush ? 0 : step.length())
                .remote(step.wrongKey() ? key ^ WRONG : key, address + place(step))
                .immediate(step.immediate())
                .compareAndSwap(step.compareAdd(), step.swap());
        if (flush) {
            work.flush(step.length(), step.flush() & PLACEMENT, step.flush() >>> SELECTIVITY_SHIFT);
        }
        post(work);
    }

    private long place(ScriptStep step) {
        if (step.verb().isSend() || step.wrongKey() || step.place() + step.length() <= room) {
            return step.place();
        }
        folded = true;
        long last = (room - step.length()) / ALIGNMENT;
        long offset = step.place() % ALIGNMENT;
        long slot = last == 0 ? 0 : step.place() / ALIGNMENT % last;
        return slot * ALIGNMENT + (slot < last ? offset : 0);
    }

    @Override
    protected void completed(Completion completion, long now) {
        if (completion.receive()) {
            postReceive(completion.id(), 0, region.length());
            return;
        }
        int id = (int) completion.id();
        tally.done(now, now - begun[id % depth], completion.byteCount());
        done++;
        shift(now);
        due(now);
    }

    /** The next step waited for this completion beyond its time: so does everything behind it. */
    private void shift(long now) {
        if (posted < steps.size()) {
            ScriptStep next = steps.get(posted);
            boolean waited = done == next.after() || posted - done == depth - 1;
            if (waited && now > time(next)) {
                origin += now - time(next);
            }
        }
    }

    @Override
    protected void failed(Completion completion) {
        if (status == WcStatus.SUCCESS) {
            status = completion.status();
        }
    }
}
