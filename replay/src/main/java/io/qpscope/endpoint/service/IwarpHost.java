package io.qpscope.endpoint.service;

import io.qpscope.endpoint.CompletionQueue;
import io.qpscope.endpoint.Device;
import io.qpscope.endpoint.Memory;
import io.qpscope.endpoint.WorkQueues;
import io.qpscope.endpoint.iwarp.IwarpCounters;
import io.qpscope.endpoint.iwarp.RdmaStream;
import io.qpscope.endpoint.iwarp.StreamOptions;
import io.qpscope.endpoint.iwarp.StreamState;

import java.util.IdentityHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Conversations on iWARP streams, as the owner of the TCP connections drives them: {@link #answer}
 * or {@link #connect} for one more connection, {@link #requested} when its stream is, {@link
 * #progressed} whenever something may have happened to it. For one thread, which is the streams'.
 */
public final class IwarpHost implements Device {
    private static final byte[] NOTHING = {};

    private record Seat(Conversation conversation, boolean initiator) {}

    private final Memory memory;
    private final int mostConversations;
    private final Consumer<StreamOptions> settings;
    private final IdentityHashMap<RdmaStream, Seat> seats = new IdentityHashMap<>();
    /** Those that will be rejected: no conversation was left for them. */
    private final IdentityHashMap<RdmaStream, Boolean> surplus = new IdentityHashMap<>();

    private final IwarpCounters past = new IwarpCounters();
    private int nextNumber = 1;
    private long accepted;
    private long refused;

    /**
     * @param memory that all conversations share
     * @param mostConversations a peer that asks for more is rejected
     * @param settings of each stream, but for what a conversation says itself
     */
    public IwarpHost(Memory memory, int mostConversations, Consumer<StreamOptions> settings) {
        this.memory = memory;
        this.mostConversations = mostConversations;
        this.settings = settings;
    }

    @Override
    public Memory memory() {
        return memory;
    }

    @Override
    public RdmaStream open(CompletionQueue completions, int depth, int number) {
        StreamOptions options = new StreamOptions(completions, completions)
                .qpn(number == 0 ? nextNumber++ : number)
                .maxSends(depth)
                .maxReceives(depth);
        settings.accept(options);
        return new RdmaStream(memory, options);
    }

    /** A stream ends with its TCP connection, which is before its conversation does. */
    @Override
    public void close(WorkQueues queues) {
        past.add(((RdmaStream) queues).counters());
    }

    /**
     * A TCP connection came.
     *
     * @param opener makes the conversation, on this host
     * @return what to do with it; null to close it at once, when so many wait to be rejected
     */
    public RdmaStream answer(Supplier<Conversation> opener) {
        if (seats.size() < mostConversations) {
            return add(opener.get(), false);
        }
        refused++;
        if (surplus.size() >= mostConversations) {
            return null;
        }
        RdmaStream stream = open(new CompletionQueue(2), 1, 0);
        surplus.put(stream, true);
        return stream;
    }

    /** To connect, with the conversation's {@link Conversation#greeting} as private data. */
    public RdmaStream connect(Conversation c) {
        return add(c, true);
    }

    private RdmaStream add(Conversation c, boolean initiator) {
        RdmaStream stream = (RdmaStream) c.queues();
        seats.put(stream, new Seat(c, initiator));
        return stream;
    }

    /** Private data to connect with. */
    public byte[] greeting(Conversation c) {
        return c.greeting();
    }

    /** There is no TCP connection for what was to connect. */
    public void unreachable(Conversation c, String why) {
        c.fail(why);
        seats.remove((RdmaStream) c.queues());
        c.close();
    }

    /** The peer's request is here: takes it up, or rejects it when there are too many. */
    public void requested(RdmaStream stream) {
        Seat seat = seats.get(stream);
        if (seat == null) {
            stream.reject(NOTHING);
            return;
        }
        Conversation c = seat.conversation;
        accepted++;
        c.greeted(stream.privateData());
        stream.accept(c.greeting());
    }

    /**
     * Lets a conversation go on.
     *
     * @return false when its stream is done with and was let go
     */
    public boolean progressed(RdmaStream stream, long now) {
        StreamState state = stream.state();
        boolean gone = state == StreamState.CLOSED
                || state == StreamState.FAILED
                || state == StreamState.TERMINATED
                || state == StreamState.REJECTED;
        Seat seat = seats.get(stream);
        if (seat != null) {
            turn(seat, stream, now);
            if (gone || state == StreamState.TERMINATING) {
                seat.conversation.fail(ending(stream));
            } else if (seat.conversation.over() && state == StreamState.ESTABLISHED) {
                stream.close(now);
            }
        }
        if (gone) {
            surplus.remove(stream);
            if (seat != null) {
                seats.remove(stream);
                seat.conversation.close();
            }
        }
        return !gone;
    }

    private static void turn(Seat seat, RdmaStream stream, long now) {
        Conversation c = seat.conversation;
        if (!c.started() && stream.state() == StreamState.ESTABLISHED) {
            if (seat.initiator) {
                c.greeted(stream.privateData());
            }
            c.start(now);
        }
        if (c.started()) {
            c.turn(now);
        }
    }

    private static String ending(RdmaStream stream) {
        if (stream.terminateSent() != null) {
            return "ended by a Terminate of ours: " + stream.terminateSent().text();
        }
        return switch (stream.state()) {
            case TERMINATED ->
                "ended by the peer's Terminate: " + stream.terminateReceived().text();
            case REJECTED -> "rejected by the peer";
            case FAILED -> stream.failure();
            default -> "the peer has disconnected";
        };
    }

    /** Whether no connection is left. */
    public boolean quiet() {
        return seats.isEmpty() && surplus.isEmpty();
    }

    /** Connections taken up by services so far. */
    public long accepted() {
        return accepted;
    }

    public long refused() {
        return refused;
    }

    /** Of all streams, those that are gone included. */
    public IwarpCounters counters() {
        IwarpCounters all = new IwarpCounters();
        all.add(past);
        seats.keySet().forEach(stream -> all.add(stream.counters()));
        return all;
    }
}
