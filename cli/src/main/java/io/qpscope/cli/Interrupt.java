package io.qpscope.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ctrl-C as a reason to stop and to say what was counted, before the JVM goes. */
final class Interrupt implements AutoCloseable {
    private static final long MOST_SECONDS = 5;

    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch said = new CountDownLatch(1);
    private final Thread hook = new Thread(this::hold, "interrupt");

    Interrupt() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void hold() {
        stop.countDown();
        try {
            said.await(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits at most so long; whether to stop. Who interrupts the thread wants the same. */
    boolean await(long millis) {
        try {
            return stop.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    /** All is said. */
    @Override
    public void close() {
        said.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is going already, and the hook with it.
            return;
        }
    }
}
