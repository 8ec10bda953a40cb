package io.qpscope.port.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.socket.DatagramPacket;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What Netty alone can do with {@link UdpPort}'s batches: one channel sends the same datagrams over
 * and over, another counts what arrives.
 */
final class BareSender {
    private static final int PORT = 4791;
    private static final int SIZE = 4096;
    private static final int BATCH = 32;
    private static final int AT_ONCE = 256;
    private static final int READS = 64;
    private static final int BUFFER = 8 << 20;

    private BareSender() {}

    /** Sends for so many seconds. */
    static LoadRun.Rates run(InetAddress from, InetAddress to, int seconds)
            throws InterruptedException, ExecutionException {
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(2, EpollIoHandler.newFactory());
        try {
            AtomicLong arrived = new AtomicLong();
            Channel receiver = bind(group, to, new Counter(arrived));
            Sender sender = new Sender(new InetSocketAddress(to, PORT));
            Channel channel = bind(group, from, sender);
            long start = System.nanoTime();
            channel.eventLoop().execute(sender);
            Thread.sleep(seconds * 1000L);
            double bits = arrived.get() * 8.0;
            double sent = sender.sent * 8.0 * SIZE;
            long ns = System.nanoTime() - start;
            long processor = channel.eventLoop().submit(LoadRun::processorNs).get()
                    + receiver.eventLoop().submit(LoadRun::processorNs).get();
            sender.stop = true;
            channel.close().syncUninterruptibly();
            receiver.close().syncUninterruptibly();
            return LoadRun.Rates.of(sent, bits, ns, processor);
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }

    private static Channel bind(
            EventLoopGroup group, InetAddress address, ChannelInboundHandlerAdapter handler) {
        return new Bootstrap()
                .group(group)
                .channel(EpollDatagramChannel.class)
                .option(ChannelOption.SO_RCVBUF, BUFFER)
                .option(ChannelOption.SO_SNDBUF, BUFFER)
                .option(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, UdpBatch.MOST_DATAGRAM)
                .option(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new FixedRecvByteBufAllocator(READS * UdpBatch.MOST_DATAGRAM)
                                .maxMessagesPerRead(READS))
                .handler(handler)
                .bind(address, PORT)
                .syncUninterruptibly()
                .channel();
    }

    private static final class Counter extends ChannelInboundHandlerAdapter {
        private final AtomicLong bytes;

        Counter(AtomicLong bytes) {
            this.bytes = bytes;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            DatagramPacket packet = (DatagramPacket) message;
            bytes.lazySet(bytes.get() + packet.content().readableBytes());
            packet.release();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what is not sent does not arrive
    private static final class Sender extends ChannelInboundHandlerAdapter implements Runnable {
        private final DatagramPacket[] packets = new DatagramPacket[AT_ONCE];
        private ChannelHandlerContext context;
        private long count;
        volatile boolean stop;
        volatile long sent;

        Sender(InetSocketAddress to) {
            for (int i = 0; i < AT_ONCE; i++) {
                ByteBuf bytes = Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(SIZE));
                packets[i] = new DatagramPacket(bytes, to);
            }
        }

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            this.context = context;
        }

        @Override
        public void run() {
            for (int i = 0; i < AT_ONCE && packets[i].refCnt() == 1; i++) {
                packets[i].content().setIndex(0, SIZE);
                context.write(packets[i].retain(), context.voidPromise());
                count++;
                if ((i + 1) % BATCH == 0) {
                    context.flush();
                }
            }
            context.flush();
            sent = count;
            if (!stop) {
                context.executor().execute(this);
            }
        }
    }
}
