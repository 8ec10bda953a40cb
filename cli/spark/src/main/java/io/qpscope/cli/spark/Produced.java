package io.qpscope.cli.spark;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** What is made one by one as it is asked for, so that a task holds no more. */
abstract class Produced<T> implements Iterator<T> {
    private T next;
    private boolean over;

    /** The next one; null when there are no more. */
    abstract T produce();

    @Override
    public final boolean hasNext() {
        if (next == null && !over) {
            next = produce();
            over = next == null;
        }
        return next != null;
    }

    @Override
    public final T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        T given = next;
        next = null;
        return given;
    }
}
