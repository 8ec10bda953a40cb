package io.qpscope.endpoint.service;

import io.qpscope.endpoint.Verb;

/**
 * One verb of a {@link ScriptClient}.
 *
 * @param length bytes; of a FLUSH those it covers
 * @param place where in the peer's memory, in bytes from its start; nothing for SENDs
 * @param atNs when it is due, counted from the beginning of the conversation
 * @param after so many of the steps before it have to be complete
 * @param wrongKey names memory that the peer does not have
 * @param immediate data, where the verb has any
 * @param compareAdd what an atomic compares with or adds
 * @param swap what an atomic puts there
 * @param flush placement in the low four bits, selectivity above, as FETH has them
 */
public record ScriptStep(
        Verb verb,
        int length,
        long place,
        long atNs,
        int after,
        boolean wrongKey,
        int immediate,
        long compareAdd,
        long swap,
        int flush) {}
