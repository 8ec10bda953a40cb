package io.qpscope.endpoint.iwarp;

import io.qpscope.endpoint.Memory;
import io.qpscope.endpoint.ReceiveQueue;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.endpoint.WorkQueues;
import io.qpscope.endpoint.WorkRequest;
import io.qpscope.wire.Terminate;

import java.nio.ByteBuffer;

/**
 * One iWARP connection and its queue pair, between a TCP connection's bytes and verbs. Time is a
 * parameter in nanoseconds of any clock that does not run backwards. In this order:
 *
 * <ol>
 *   <li>{@link #connect} or {@link #listen}, once;
 *   <li>{@link #receive} bytes, {@link #ended} when there will be no more, or post work;
 *   <li>{@link #expire} when {@link #deadline} is reached;
 *   <li>{@link #transmit} until it says 0, then do what {@link #tcp} says;
 *   <li>poll completion queues.
 * </ol>
 *
 * A SEND or WRITE is complete when its last byte was transmitted (RFC 5040, 5.5). Whatever bytes
 * come, nothing is thrown: they end the stream, with a Terminate once it is established. Memory is
 * bounded by the options and the longest FPDU; nothing is allocated per FPDU. For one thread.
 */
public final class RdmaStream implements WorkQueues {
    private final StreamOptions options;
    final Memory memory;
    final IwarpCounters counters = new IwarpCounters();
    private final MpaSetup setup;
    private final FpduWriter writer;
    private final TerminateWriter terminate;
    private final Responses responses;
    private final Inbound inbound;
    private final Arrivals arrivals;
    final Outbound outbound;
    final Completions completions;
    private final Turns turns;

    private StreamState state = StreamState.IDLE;
    private int mss;
    /** Our request or reply, while it is not sent. */
    private byte[] frameData;

    private boolean terminatePending;
    private boolean terminateMade;
    private boolean rtrDue;
    private boolean peerEnded;
    private long deadline = Long.MAX_VALUE;
    private Terminate received;
    private String failure;

    public RdmaStream(Memory memory, StreamOptions options) {
        this.memory = memory;
        this.options = options;
        mss = options.mss;
        setup = new MpaSetup(options);
        writer = new FpduWriter(options.profile);
        terminate = new TerminateWriter(options.profile);
        completions = new Completions(options);
        responses = new Responses(options.takenIrd());
        inbound = new Inbound(this, options, responses);
        arrivals = new Arrivals(this, inbound);
        outbound = new Outbound(this, options);
        turns = new Turns(memory, outbound, responses, writer);
    }

    public StreamState state() {
        return state;
    }

    public IwarpCounters counters() {
        return counters;
    }

    @Override
    public int pending() {
        return outbound.pending();
    }

    /** The peer's private data, once its frame is here; never with IRD and ORD. */
    public byte[] privateData() {
        return setup.privateData();
    }

    /** READ and atomic requests that may be open, as agreed. */
    public int ord() {
        return setup.ord;
    }

    /** The ready-to-receive message agreed on, or null. */
    public RtrKind rtr() {
        return setup.rtr;
    }

    /** What the peer ended the stream with, or null; read in either order of bits. */
    public Terminate terminateReceived() {
        return received;
    }

    /** What we ended the stream with, or null. */
    public Terminate terminateSent() {
        return terminateMade ? Terminate.of(terminate.control()) : null;
    }

    /** Why the state is {@link StreamState#FAILED}, in words; else null. */
    public String failure() {
        return failure;
    }

    /** Bytes of a TCP segment, once they are known; counts until the stream is established. */
    public void mss(int bytes) {
        options.mss(bytes);
        mss = bytes;
    }

    /**
     * Begins as initiator.
     *
     * @throws IllegalArgumentException with more than 512 bytes of private data, IRD and ORD
     *     included
     */
    public void connect(byte[] privateData, long now) {
        begin(true, StreamState.CONNECTING, now);
        frame(privateData);
    }

    /** Begins as responder: waits for a request. */
    public void listen(long now) {
        begin(false, StreamState.LISTENING, now);
    }

    private void begin(boolean initiator, StreamState next, long now) {
        if (state != StreamState.IDLE) {
            throw new IllegalStateException("begun already: " + state);
        }
        setup.initiator = initiator;
        state = next;
        deadline = now + options.timeoutNs;
    }

    private void frame(byte[] privateData) {
        if (privateData.length > setup.room()) {
            throw new IllegalArgumentException(
                    privateData.length + " bytes of private data, at most " + setup.room());
        }
        frameData = privateData.clone();
    }

    /** Takes the request up; see {@link #connect} for the private data. */
    public void accept(byte[] privateData) {
        answer(privateData);
        establish();
    }

    /** Turns the request down. */
    public void reject(byte[] privateData) {
        answer(privateData);
        over(StreamState.REJECTED, WcStatus.WR_FLUSH_ERR);
    }

    private void answer(byte[] privateData) {
        if (state != StreamState.REQUESTED) {
            throw new IllegalStateException("no request to answer: " + state);
        }
        frame(privateData);
    }

    private void establish() {
        writer.start(setup.sendMarkers, setup.crc, mss);
        arrivals.start(options.markers, setup.crc, setup.initiator, setup.rtr);
        outbound.ord = setup.ord;
        deadline = Long.MAX_VALUE;
        state = StreamState.ESTABLISHED;
        rtrDue = setup.initiator && setup.rtr != null && setup.fault == 0;
        if (setup.fault != 0) {
            fault(setup.fault, null, 0, 0);
        }
    }

    /** False too while the stream is not established, or is being closed. */
    @Override
    public boolean post(WorkRequest request) {
        if (outbound.full() || (state != StreamState.ESTABLISHED && !state.over())) {
            return false;
        }
        outbound.post(request);
        if (state.over()) {
            outbound.flush(WcStatus.WR_FLUSH_ERR);
        }
        return true;
    }

    /** The queue that {@code ibv_post_recv} fills, in any state. */
    public ReceiveQueue receives() {
        return inbound.receives();
    }

    @Override
    public boolean postReceive(long id, int lkey, long address, int length) {
        boolean taken = inbound.receives().post(id, lkey, address, length);
        if (taken && state.over()) {
            inbound.flush();
        }
        return taken;
    }

    /**
     * Takes bytes of the TCP stream, in pieces of any size. Stops behind a message that took the
     * last receive request: post others, then give the rest. iWARP has no RNR NAK.
     *
     * @param in big-endian; its position and limit mean nothing
     * @return bytes taken, 1 or more
     */
    public int receive(ByteBuffer in, int at, int length, long now) {
        int from = at;
        int end = at + length;
        long start = counters.rdmaRecvs;
        while (from < end && (counters.rdmaRecvs == start || inbound.receives().size() > 0)) {
            if (state.receives()) {
                from += arrivals.take(in, from, end - from);
            } else if (state == StreamState.CONNECTING || state == StreamState.LISTENING) {
                from += setup.take(in, from, end - from);
                setUp();
            } else if (state == StreamState.REQUESTED) {
                fail("the initiator sent before the reply");
            } else {
                from = end;
            }
        }
        startClosing(now);
        return from - at;
    }

    private void setUp() {
        if (setup.wrong != null) {
            fail(setup.wrong);
        } else if (setup.complete()) {
            setup.settle();
            if (!setup.initiator) {
                state = StreamState.REQUESTED;
                deadline = Long.MAX_VALUE;
            } else if (setup.rejected()) {
                over(StreamState.REJECTED, WcStatus.WR_FLUSH_ERR);
            } else {
                establish();
            }
        }
    }

    /** The TCP connection ends: by the peer's FIN, or, when it is lost, by a reset. */
    public void ended(boolean lost) {
        peerEnded = true;
        if (state.over()) {
            if (state == StreamState.TERMINATING) {
                state = StreamState.CLOSED;
            }
            deadline = Long.MAX_VALUE;
            return;
        }
        boolean idle = outbound.idle() && responses.empty() && !arrivals.midFpdu();
        if (lost || !idle || !state.receives()) {
            fail(lost ? "the TCP connection was lost" : "the peer closed in the middle of work");
        } else {
            over(StreamState.CLOSED, WcStatus.WR_FLUSH_ERR);
        }
    }

    /** Closes when all that is posted is done; nothing more can be posted. */
    public void close(long now) {
        if (state == StreamState.ESTABLISHED) {
            state = StreamState.CLOSING;
            deadline = now + options.timeoutNs;
        } else if (!state.over()) {
            fail("closed while the connection was being set up");
        }
    }

    /** When {@link #expire} has something to do; {@link Long#MAX_VALUE} for never. */
    public long deadline() {
        return deadline;
    }

    /** Gives up what has taken too long. */
    public void expire(long now) {
        if (now >= deadline) {
            deadline = Long.MAX_VALUE;
            fail(
                    state.over() || state == StreamState.CLOSING
                            ? "the peer did not close in time"
                            : "set-up took too long");
        }
    }

    /** Room that {@link #transmit} needs behind the buffer's position, in bytes. */
    public int room() {
        return Math.max(MpaSetup.MOST_FRAME, writer.most());
    }

    /**
     * Writes the next MPA frame or FPDU at the buffer's position and moves it. One FPDU fits one
     * TCP segment; whether it gets one is up to the owner of the connection.
     *
     * @param out big-endian, with room for {@link #room} bytes
     * @return bytes written, 0 when there is nothing to send
     */
    public int transmit(ByteBuffer out, long now) {
        int start = out.position();
        if (frameData != null) {
            setup.write(out, state == StreamState.REJECTED, frameData);
            frameData = null;
            return out.position() - start;
        }
        if (state.receives() && rtrDue) {
            rtrDue = false;
            outbound.sendRtr(setup.rtr, writer, out);
        } else if (state.receives() && arrivals.maySend() && !turns.transmit(out)) {
            fault(Fault.LOCAL, null, 0, 0);
        }
        // What comes next can find an error of ours, which a Terminate tells.
        if (terminatePending) {
            terminatePending = false;
            terminate.write(writer, out);
        }
        startClosing(now);
        int length = out.position() - start;
        counters.sentFpdus += length > 0 ? 1 : 0;
        return length;
    }

    /** What to do with the TCP connection when there is nothing to send. */
    public TcpAction tcp() {
        if (state == StreamState.CLOSING && !(outbound.idle() && responses.empty())) {
            return TcpAction.NONE;
        }
        boolean rejected = state == StreamState.REJECTED && (setup.initiator || peerEnded);
        return rejected ? TcpAction.CLOSE : state.action;
    }

    IwarpProfile profile() {
        return options.profile;
    }

    /** The peer's Terminate. */
    void terminated(int control) {
        received = Terminate.of(control);
        over(StreamState.TERMINATED, WcStatus.WR_FLUSH_ERR);
    }

    /** The request that is to be sent next can't be: it ends with the status. */
    void failLocally(WcStatus status) {
        terminate.make(Fault.LOCAL);
        terminating(status);
    }

    /**
     * An error of the peer's: Terminate.
     *
     * @param segment what was wrong, or null
     */
    void fault(int fault, ByteBuffer segment, int at, int length) {
        terminate.make(fault, segment, at, length);
        terminating(WcStatus.WR_FLUSH_ERR);
    }

    private void terminating(WcStatus ofNext) {
        terminateMade = !options.profile.has(StreamDefect.TERMINATE_SILENT);
        terminatePending = terminateMade;
        over(StreamState.TERMINATING, ofNext);
    }

    private void fail(String why) {
        failure = why;
        frameData = null;
        terminatePending = false;
        over(StreamState.FAILED, WcStatus.WR_FLUSH_ERR);
    }

    private void over(StreamState end, WcStatus ofNext) {
        state = end;
        deadline = Long.MAX_VALUE;
        responses.clear();
        outbound.flush(ofNext);
        inbound.flush();
    }

    /** A peer that never closes behind our Terminate or rejection is not waited for for ever. */
    private void startClosing(long now) {
        boolean waits = state == StreamState.TERMINATING
                || (state == StreamState.REJECTED && !setup.initiator);
        if (waits && deadline == Long.MAX_VALUE) {
            deadline = now + options.timeoutNs;
        }
    }
}
