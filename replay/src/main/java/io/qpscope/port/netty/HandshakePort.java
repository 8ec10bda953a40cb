package io.qpscope.port.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Exchanges {@link TextHandshake}s over TCP, as a server for many or once as a client. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails shows as a closed connection
public final class HandshakePort implements AutoCloseable {
    private static final int MILLIS = 10_000;

    private final EventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Channel channel;

    /**
     * Listens.
     *
     * @param answer to what a client says; null ends the connection without one
     * @throws SocketException when the address can't be bound
     */
    public HandshakePort(
            InetSocketAddress bind, Function<TextHandshake, CompletionStage<TextHandshake>> answer)
            throws SocketException {
        ChannelFuture bound = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel child) {
                        child.pipeline().addLast(new Answering(answer));
                    }
                })
                .bind(bind)
                .awaitUninterruptibly();
        channel = bound.channel();
        if (!bound.isSuccess()) {
            close();
            throw new SocketException(bind.getAddress().getHostAddress() + " TCP port "
                    + bind.getPort() + ": " + bound.cause().getMessage());
        }
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) channel.localAddress();
    }

    @Override
    public void close() {
        channel.close().awaitUninterruptibly();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    /**
     * Tells a server who we are.
     *
     * @return who the server is
     * @throws IOException when nobody listens, or no good answer comes in 10 s
     */
    public static TextHandshake exchange(InetSocketAddress server, TextHandshake own)
            throws IOException {
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        String where = server.getAddress().getHostAddress() + " TCP port " + server.getPort();
        CompletableFuture<TextHandshake> answer = new CompletableFuture<>();
        try {
            ChannelFuture connected = new Bootstrap()
                    .group(group)
                    .channel(NioSocketChannel.class)
                    .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, MILLIS)
                    .handler(new Asking(own, answer))
                    .connect(server)
                    .awaitUninterruptibly();
            if (!connected.isSuccess()) {
                throw new IOException(connected.cause().getMessage(), connected.cause());
            }
            TextHandshake peer = answer.get(MILLIS, TimeUnit.MILLISECONDS);
            connected.channel().closeFuture().awaitUninterruptibly(MILLIS);
            return peer;
        } catch (ExecutionException e) {
            throw new IOException(
                    where + ": no answer to the handshake: " + e.getCause().getMessage(), e);
        } catch (TimeoutException e) {
            throw new IOException(where + ": no answer to the handshake in 10 s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(where + ": interrupted", e);
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    /** Collects one message; what follows it is of no interest. */
    private abstract static class OneMessage extends ChannelInboundHandlerAdapter {
        private final byte[] message = new byte[TextHandshake.LENGTH];
        private int filled;

        @Override
        public void channelRead(ChannelHandlerContext context, Object data) {
            ByteBuf bytes = (ByteBuf) data;
            try {
                int taken = Math.min(bytes.readableBytes(), message.length - filled);
                bytes.readBytes(message, filled, taken);
                filled += taken;
                if (taken > 0 && filled == message.length) {
                    told(context, TextHandshake.of(message));
                }
            } finally {
                bytes.release();
            }
        }

        /** Null when it was no handshake. */
        abstract void told(ChannelHandlerContext context, TextHandshake peer);

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }

    private static final class Answering extends OneMessage {
        private final Function<TextHandshake, CompletionStage<TextHandshake>> answer;

        Answering(Function<TextHandshake, CompletionStage<TextHandshake>> answer) {
            this.answer = answer;
        }

        /** A client that says nothing does not hold its connection for ever. */
        @Override
        public void channelActive(ChannelHandlerContext context) {
            context.executor().schedule(() -> context.close(), MILLIS, TimeUnit.MILLISECONDS);
        }

        @Override
        void told(ChannelHandlerContext context, TextHandshake peer) {
            if (peer == null) {
                context.close();
                return;
            }
            answer.apply(peer).whenComplete((own, failure) -> {
                if (own == null) {
                    context.close();
                } else {
                    context.writeAndFlush(Unpooled.wrappedBuffer(own.bytes()));
                }
            });
        }
    }

    private static final class Asking extends OneMessage {
        private final TextHandshake own;
        private final CompletableFuture<TextHandshake> answer;

        Asking(TextHandshake own, CompletableFuture<TextHandshake> answer) {
            this.own = own;
            this.answer = answer;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            context.writeAndFlush(Unpooled.wrappedBuffer(own.bytes()));
        }

        @Override
        void told(ChannelHandlerContext context, TextHandshake peer) {
            if (peer == null) {
                answer.completeExceptionally(new IOException("no handshake"));
                context.close();
                return;
            }
            answer.complete(peer);
            context.writeAndFlush(Unpooled.wrappedBuffer(TextHandshake.DONE))
                    .addListener(sent -> context.close());
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            // Seen where it had read too little, and perhaps where its kernel can't use our GID.
            answer.completeExceptionally(
                    new IOException("closed without an answer, as ibv_rc_pingpong does at times"));
        }
    }
}
