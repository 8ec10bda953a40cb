package io.qpscope.cli;

import static org.junit.jupiter.api.Assumptions.abort;

import com.sun.jna.Library;
import com.sun.jna.Native;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A network namespace of a test's own (network_namespaces(7)); goes with its last thread. */
final class Namespace {
    private static final int CLONE_NEWNET = 0x4000_0000;

    /** The C library. */
    interface C extends Library {
        int unshare(int flags);
    }

    private Namespace() {}

    /** Runs a body on a thread inside; threads and processes that it starts are inside too. */
    static <T> T in(Callable<T> body) throws Exception {
        FutureTask<T> task = new FutureTask<>(() -> {
            if (Native.load("c", C.class).unshare(CLONE_NEWNET) != 0) {
                return null;
            }
            run("ip", "link", "set", "lo", "up");
            return body.call();
        });
        new Thread(task, "namespace").start();
        try {
            T result = task.get();
            return result != null ? result : abort("no network namespace without CAP_SYS_ADMIN");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof LinkageError missing) {
                return abort("no C library to call: " + missing.getMessage());
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }

    /** A program that must not fail; the test is skipped where it is not installed. */
    static void run(String... command) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command).inheritIO().start();
        } catch (IOException missing) {
            abort(missing.getMessage());
            return;
        }
        if (process.waitFor() != 0) {
            throw new AssertionError(String.join(" ", command) + " failed");
        }
    }
}
