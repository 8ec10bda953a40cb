package io.qpscope.port.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.qpscope.endpoint.iwarp.RdmaStream;
import io.qpscope.endpoint.iwarp.StreamOptions;
import io.qpscope.endpoint.iwarp.StreamState;
import io.qpscope.endpoint.iwarp.TcpAction;
import io.qpscope.fault.FaultyStream;
import io.qpscope.fault.StreamFaults;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One iWARP stream on a TCP connection. The stream belongs to the connection's event loop: others
 * reach it by {@link #run}.
 */
// A write or close that fails makes the channel inactive, which is told.
@SuppressWarnings("FutureReturnValueIgnored")
public final class IwarpConnection {
    private static final int BATCH = 1 << 16;
    /** Rounds of sending and progress before the event loop gets to read again. */
    private static final int ROUNDS = 16;

    private final RdmaStream stream;
    private final IwarpApplication application;
    /** Null for a responder. */
    private final byte[] privateData;

    private ChannelHandlerContext context;
    private StreamFaults faults;
    private FaultyStream faulty;
    /** Null when nobody looks on. */
    private IwarpTap tap;

    private long scheduled = Long.MAX_VALUE;
    private boolean ended;
    private TcpAction acted = TcpAction.NONE;

    IwarpConnection(RdmaStream stream, byte[] privateData, IwarpApplication application) {
        this.stream = stream;
        this.privateData = privateData;
        this.application = application;
    }

    /** Null for none. */
    void faults(StreamFaults rules) {
        faults = rules;
    }

    /** Null for none. */
    void tap(IwarpTap to) {
        tap = to;
    }

    /** The stream, for the connection's thread alone. */
    public RdmaStream stream() {
        return stream;
    }

    /** Does something with the stream on the connection's thread, and sends what comes of it. */
    public void run(Consumer<RdmaStream> work) {
        context.executor().execute(() -> {
            work.accept(stream);
            pump();
        });
    }

    /** Closes when all that is posted is done. */
    public void close() {
        run(s -> s.close(System.nanoTime()));
    }

    public InetSocketAddress peer() {
        return (InetSocketAddress) context.channel().remoteAddress();
    }

    ChannelInboundHandlerAdapter handler() {
        return new Handler();
    }

    /** Turns the channel's events into the stream's inputs. */
    private final class Handler extends ChannelInboundHandlerAdapter {
        @Override
        public void handlerAdded(ChannelHandlerContext added) {
            context = added;
        }

        @Override
        public void channelActive(ChannelHandlerContext active) {
            if (active.channel() instanceof EpollSocketChannel channel) {
                int mss = (int) channel.tcpInfo().sndMss();
                stream.mss(Math.max(StreamOptions.LEAST_MSS, mss));
            }
            faulty = faults == null ? null : faults.open();
            if (tap != null) {
                tap.opened((InetSocketAddress) active.channel().localAddress(), peer());
            }
            if (privateData == null) {
                stream.listen(System.nanoTime());
            } else {
                stream.connect(privateData, System.nanoTime());
            }
            pump();
        }

        @Override
        public void channelRead(ChannelHandlerContext from, Object message) {
            ByteBuf bytes = (ByteBuf) message;
            try {
                int length = bytes.readableBytes();
                ByteBuffer in = bytes.internalNioBuffer(bytes.readerIndex(), length);
                meddle(false, in, in.position(), length);
                take(in, in.position(), length);
            } finally {
                bytes.release();
            }
            if (stream.state() == StreamState.REQUESTED) {
                application.requested(IwarpConnection.this);
            }
        }

        /** With a turn of the application's whenever the stream wants receive requests. */
        private void take(ByteBuffer in, int at, int length) {
            int taken = 0;
            while (taken < length) {
                application.progressed(IwarpConnection.this);
                taken += stream.receive(in, at + taken, length - taken, System.nanoTime());
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext from) {
            pump();
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext from) {
            if (from.channel().isWritable()) {
                pump();
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext from, Object event) {
            if (event instanceof ChannelInputShutdownEvent) {
                end(false);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext from) {
            end(true);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
            end(true);
            from.close();
        }
    }

    private void end(boolean lost) {
        if (!ended) {
            ended = true;
            stream.ended(lost);
            pump();
        }
    }

    private void pump() {
        boolean sent = true;
        for (int round = 0; sent && round < ROUNDS; round++) {
            application.progressed(this);
            sent = send();
        }
        if (sent) {
            context.executor().execute(this::pump);
            return;
        }
        if (context.channel().isWritable()) {
            act();
        } else if (stream.state() == StreamState.FAILED) {
            // A peer that reads nothing would keep the connection for ever.
            context.close();
        }
        schedule();
    }

    private void meddle(boolean sends, ByteBuffer bytes, int at, int length) {
        if (tap != null) {
            tap.passed(sends, !sends, bytes, at, length);
        }
        if (faulty != null) {
            boolean fromA = sends == (privateData != null);
            if (tap == null || tap.acts()) {
                faulty.pass(fromA, bytes, at, length, System.nanoTime());
            } else {
                faulty.follow(fromA, bytes, at, length, System.nanoTime());
            }
        }
        if (tap != null) {
            tap.passed(sends, sends, bytes, at, length);
        }
    }

    /** False when there is nothing to send, or no room. */
    private boolean send() {
        boolean any = false;
        while (context.channel().isWritable()) {
            ByteBuf bytes = context.alloc().directBuffer(Math.max(BATCH, stream.room()));
            ByteBuffer out = bytes.internalNioBuffer(0, bytes.capacity());
            int start = out.position();
            long now = System.nanoTime();
            int before = start;
            while (out.remaining() >= stream.room() && stream.transmit(out, now) > 0) {
                any = true;
                meddle(true, out, before, out.position() - before);
                before = out.position();
            }
            int length = out.position() - start;
            if (length == 0) {
                bytes.release();
                break;
            }
            context.write(bytes.writerIndex(length));
        }
        context.flush();
        return any;
    }

    /** Behind all that was written: Netty would drop what is still on its way. */
    private void act() {
        TcpAction action = stream.tcp();
        if (action == acted) {
            return;
        }
        acted = action;
        if (action == TcpAction.CLOSE) {
            context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        } else if (action == TcpAction.SHUT_DOWN_OUTPUT) {
            context.writeAndFlush(Unpooled.EMPTY_BUFFER)
                    .addListener(done -> ((SocketChannel) context.channel()).shutdownOutput());
        }
    }

    private void schedule() {
        long deadline = stream.deadline();
        if (deadline != Long.MAX_VALUE && deadline != scheduled) {
            long delay = Math.max(0, deadline - System.nanoTime());
            context.executor().schedule(this::expire, delay, TimeUnit.NANOSECONDS);
        }
        scheduled = deadline;
    }

    private void expire() {
        stream.expire(System.nanoTime());
        pump();
    }
}
