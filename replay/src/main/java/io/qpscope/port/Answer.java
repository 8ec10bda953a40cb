package io.qpscope.port;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Answers to questions that only the thread of an endpoint may look into. */
public final class Answer {
    private static final long SECONDS = 30;

    private Answer() {}

    /**
     * Waits for it.
     *
     * @param thread runs the question
     * @throws IOException when there is none within 30 s, or the wait was interrupted
     * @throws IllegalStateException with the exception that the question threw
     */
    public static <T> T of(Executor thread, Supplier<T> question) throws IOException {
        CompletableFuture<T> answer = new CompletableFuture<>();
        thread.execute(() -> {
            try {
                answer.complete(question.get());
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        try {
            return answer.get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("the endpoint's thread does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
