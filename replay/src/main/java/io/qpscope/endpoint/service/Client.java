package io.qpscope.endpoint.service;

/** A conversation that asks and measures. */
public interface Client {
    Tally tally();

    Conversation conversation();
}
