package io.qpscope.cli;

import io.qpscope.capture.FrameCursor;
import io.qpscope.frame.Dissector;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The walk over frames by several threads. Batches of records are read by one thread at a time, each
 * dissected by any, and taken on in the order of the capture by the caller alone: what it does with
 * them can't depend on how many threads there are, nor on their pace.
 *
 * <pre>
 *  taken &lt;= begun &lt;= read &lt;= taken + batches
 *    |        |        |
 *    |        |        the next batch to fill, unless somebody does
 *    |        the next batch to dissect
 *    the next batch for the caller, once it is dissected
 * </pre>
 *
 * Nobody has a place of his own: a helper reads or dissects, whichever comes next, and so does the
 * caller while the batch it waits for is with a helper.
 */
final class Pipeline {
    /** Beyond one a thread: what may wait for the caller. */
    private static final int SPARE = 4;

    private final Batch.Records records;
    private final Supplier<Dissector[]> dissectors;
    private final Progress progress;
    private final int threads;
    private final int batchFrames;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition turn = lock.newCondition();

    /** From here on the lock's, but for the batch in a thread's hands. */
    private final Batch[] batches;

    private final boolean[] dissected;
    private long read;
    private long begun;
    private long taken;
    private boolean reading;
    private boolean ended;
    private boolean stopped;
    private Throwable failure;

    /**
     * @param dissectors makes a set for each thread, one for each capture
     * @param threads with the caller
     * @param batchFrames at most, in a batch
     */
    Pipeline(
            FrameCursor cursor,
            Supplier<Dissector[]> dissectors,
            Progress progress,
            int threads,
            int batchFrames) {
        this.records = new Batch.Records(cursor);
        this.dissectors = dissectors;
        this.progress = progress;
        this.threads = threads;
        this.batchFrames = batchFrames;
        this.batches = new Batch[threads + SPARE];
        this.dissected = new boolean[batches.length];
    }

    /** To the end; all threads are gone then. What fails in a helper fails here. */
    void run(Intake intake) throws IOException {
        List<Thread> helpers = new ArrayList<>();
        Dissector[] own = dissectors.get();
        lock.lock();
        try {
            fill();
            // Most captures are small, and a thread costs more than a batch.
            while (!ended && helpers.size() < threads - 1) {
                helpers.add(helper(helpers.size() + 1));
            }
            while (!ended || taken < read) {
                if (taken < read && dissected[slot(taken)]) {
                    take(intake);
                } else if (failure != null) {
                    break;
                } else if (!help(own)) {
                    turn.awaitUninterruptibly();
                }
            }
        } finally {
            stopped = true;
            work.signalAll();
            lock.unlock();
            helpers.forEach(Pipeline::join);
        }
        if (failure != null) {
            throw failed();
        }
    }

    private Thread helper(int number) {
        Thread helper = new Thread(this::helpOut, "dissect-" + number);
        helper.setDaemon(true);
        helper.start();
        return helper;
    }

    private void helpOut() {
        try {
            helpUntilStopped();
        } catch (Throwable e) {
            // Also what a mapped file's lost end raises, anywhere in this thread.
            fail(e);
        }
    }

    private void helpUntilStopped() throws IOException {
        Dissector[] own = dissectors.get();
        lock.lock();
        try {
            while (!stopped) {
                if (!help(own)) {
                    work.awaitUninterruptibly();
                }
            }
        } finally {
            // Unless the error came while it was being taken again.
            if (lock.isHeldByCurrentThread()) {
                lock.unlock();
            }
        }
    }

    private void fail(Throwable e) {
        lock.lock();
        try {
            failure = e;
            stopped = true;
            turn.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Does a piece of work, the lock aside meanwhile; false where there is none. */
    private boolean help(Dissector[] own) throws IOException {
        if (!reading && !ended && read - taken < batches.length) {
            fill();
            return true;
        }
        if (begun < read) {
            dissect(own);
            return true;
        }
        return false;
    }

    private void fill() throws IOException {
        int slot = slot(read);
        reading = true;
        lock.unlock();
        try {
            if (batches[slot] == null) {
                batches[slot] = new Batch(batchFrames);
            }
            batches[slot].fill(records, progress);
        } finally {
            lock.lock();
        }
        reading = false;
        ended = records.ended();
        read++;
        announce();
    }

    private void dissect(Dissector[] own) {
        int slot = slot(begun++);
        lock.unlock();
        try {
            batches[slot].dissect(own);
        } finally {
            lock.lock();
        }
        dissected[slot] = true;
        turn.signal();
    }

    private void take(Intake intake) {
        int slot = slot(taken);
        lock.unlock();
        try {
            batches[slot].handTo(intake);
        } finally {
            lock.lock();
        }
        dissected[slot] = false;
        taken++;
        announce();
    }

    /** There is something to do, perhaps. */
    private void announce() {
        work.signal();
        turn.signal();
    }

    private int slot(long batch) {
        return (int) (batch % batches.length);
    }

    private IOException failed() throws IOException {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        return (IOException) failure;
    }

    private static void join(Thread helper) {
        boolean interrupted = false;
        while (helper.isAlive()) {
            try {
                helper.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
