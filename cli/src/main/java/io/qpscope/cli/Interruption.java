package io.qpscope.cli;

import java.util.concurrent.CountDownLatch;

/**
 * Lets a command that runs until Ctrl-C end in good order: results, exit code and all. SIGINT and
 * SIGTERM start the JVM's shutdown, which waits here until {@link Main} has written everything.
 */
final class Interruption {
    private static final CountDownLatch FINISHED = new CountDownLatch(1);
    private static volatile int exitCode;

    private final Thread hook;

    /**
     * Takes effect until {@link #end}.
     *
     * @param stop tells the command to come to its end
     */
    Interruption(Runnable stop) {
        hook = new Thread(() -> wait(stop), "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private static void wait(Runnable stop) {
        stop.run();
        try {
            FINISHED.await();
            Runtime.getRuntime().halt(exitCode);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** All is written; an interrupted program may end now. */
    static void finished(int code) {
        exitCode = code;
        FINISHED.countDown();
    }

    /** The command is done: a signal ends the program as usual. */
    void end() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is running: Main's last word ends it.
        }
    }
}
