package io.qpscope.port.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.qpscope.endpoint.iwarp.RdmaStream;
import io.qpscope.fault.StreamFaults;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Where iWARP streams meet TCP. One thread serves all connections of a port, so that streams may
 * share memory. With native epoll an FPDU fills the connection's segment; else it is as long as the
 * stream's options say.
 */
public final class IwarpPort implements AutoCloseable {
    private final boolean epoll = Epoll.isAvailable();
    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(
            1, epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    private final List<Channel> listening = new CopyOnWriteArrayList<>();
    private volatile StreamFaults faults;
    private volatile Supplier<IwarpTap> taps = () -> null;

    /** Lets the streams of all later connections pass these rules. */
    public IwarpPort faults(StreamFaults rules) {
        faults = rules;
        return this;
    }

    /** Lets one each look on at all later connections. */
    public IwarpPort taps(Supplier<IwarpTap> each) {
        taps = each;
        return this;
    }

    /** Runs a task on the thread that the connections have in common. */
    public void execute(Runnable task) {
        group.execute(task);
    }

    /**
     * Takes connections.
     *
     * @param streams one more stream for each; null closes the connection at once
     * @return where it listens, which tells the port when 0 was asked for
     * @throws IOException when the address can't be bound
     */
    public InetSocketAddress listen(
            InetSocketAddress bind, Supplier<RdmaStream> streams, IwarpApplication application)
            throws IOException {
        ChannelFuture bound = new ServerBootstrap()
                .group(group)
                .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for the end
                    protected void initChannel(Channel channel) {
                        RdmaStream stream = streams.get();
                        if (stream == null) {
                            channel.close();
                            return;
                        }
                        IwarpConnection connection = new IwarpConnection(stream, null, application);
                        connection.faults(faults);
                        connection.tap(taps.get());
                        channel.pipeline().addLast(connection.handler());
                    }
                })
                .bind(bind);
        Channel channel = done(bound, "listen on " + bind);
        listening.add(channel);
        return (InetSocketAddress) channel.localAddress();
    }

    /**
     * Opens a connection and asks for the stream; {@link IwarpApplication#progressed} tells when it
     * is established.
     *
     * @param from the local address, or null for the one that faces the peer
     * @throws IOException when there is no TCP connection
     */
    public IwarpConnection connect(
            InetSocketAddress to,
            InetSocketAddress from,
            RdmaStream stream,
            byte[] privateData,
            IwarpApplication application)
            throws IOException {
        IwarpConnection connection = new IwarpConnection(stream, privateData.clone(), application);
        connection.faults(faults);
        connection.tap(taps.get());
        ChannelFuture connected = new Bootstrap()
                .group(group)
                .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .handler(connection.handler())
                .connect(to, from);
        done(connected, "connect to " + to);
        return connection;
    }

    private static Channel done(ChannelFuture future, String what) throws IOException {
        future.awaitUninterruptibly();
        if (!future.isSuccess()) {
            throw new IOException("can't " + what + ": " + future.cause().getMessage());
        }
        return future.channel();
    }

    @Override
    public void close() {
        listening.forEach(channel -> channel.close().syncUninterruptibly());
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
