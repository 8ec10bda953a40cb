package io.qpscope.fuzz.target;

import io.qpscope.endpoint.Device;
import io.qpscope.endpoint.Verb;
import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.PeerCmWatch;
import io.qpscope.scenario.PeerWatch;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Where cases meet the one peer: our device, the way to the peer, and what goes wrong on it. All but
 * {@link #ask}, {@link #connect} and {@link #close} belong on the thread that {@link #ask} leads to.
 */
interface Medium extends AutoCloseable {
    /**
     * Asks something on the device's thread.
     *
     * @throws IOException when that thread is gone
     */
    <T> T ask(Supplier<T> question) throws IOException;

    Device device();

    /** Verbs that there are at all. */
    Set<Verb> verbs();

    /** Longest path MTU of packets. */
    int pathMtu();

    /** What rules about packets are on this medium. */
    List<Rule> rules(List<Rule> drawn);

    /**
     * A case begins; nothing goes wrong yet but what must be decided before there is a stream.
     *
     * @param managed whether the plan is about the connection: it acts at once, until {@link #end}
     */
    void begin(FaultPlan plan, long seed, boolean managed);

    /**
     * Connects a conversation, which fails when the peer is not there.
     *
     * @throws IOException as {@link #ask} does
     */
    void connect(CaseClient client, Flow flow) throws IOException;

    /** From now on the plan acts. */
    void storm(FaultPlan plan, long seed, List<CaseClient> clients);

    /** Whether a packet of this conversation has met the faults. */
    boolean hasBegun(CaseClient client);

    /** No fault acts any more; what is late still comes. */
    void calm();

    /** The same, of what acts on the connection too. */
    void end();

    /** Sends what was posted meanwhile. */
    void wake();

    /** Whether a fault has acted that must end the connection, since {@link #begin}. */
    boolean spoiled();

    /** Asks for the end of all connections. */
    void disconnect();

    /** Whether no connection waits for its peer. */
    boolean quiet();

    /** What passed since the last call, and begins anew. */
    WireLog turnLog();

    /** Of the log's packets, the first byte's layer: {@link io.qpscope.capture.LinkType}. */
    int linkType();

    /** Rules for the peer's end of a connection; null where there are none. */
    PeerWatch watch(CaseClient client, Qp qp);

    /** Rules for the connection of a flow that names one; null where there are none. */
    PeerCmWatch watch(Flow flow);

    /** Packets or pieces sent so far. */
    long sent();

    @Override
    void close();
}
