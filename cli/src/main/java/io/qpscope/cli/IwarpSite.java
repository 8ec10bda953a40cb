package io.qpscope.cli;

import io.qpscope.endpoint.Device;
import io.qpscope.endpoint.Memory;
import io.qpscope.endpoint.iwarp.StreamOptions;
import io.qpscope.endpoint.service.Conversation;
import io.qpscope.endpoint.service.IwarpHost;
import io.qpscope.port.Answer;
import io.qpscope.port.netty.IwarpDriver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;

/** An iWARP host on the machine's TCP. */
final class IwarpSite implements Site {
    private final InetAddress bind;
    private final IwarpHost host;
    private final IwarpDriver driver;

    IwarpSite(
            InetAddress bind,
            int mostConversations,
            long seed,
            FaultOptions faults,
            Consumer<StreamOptions> settings) {
        this.bind = bind;
        Memory memory = new Memory(new SplittableRandom(seed));
        host = new IwarpHost(memory, mostConversations, settings);
        driver = new IwarpDriver(host);
        if (faults.wanted()) {
            driver.faults(faults.begin(seed, System.nanoTime()).streams());
        }
    }

    @Override
    public Device device() {
        return host;
    }

    @Override
    public void start() {
        // Its thread runs from the beginning, and TCP is there already.
    }

    void serve(int port, Supplier<Conversation> opener) throws IOException {
        driver.serve(new InetSocketAddress(bind, port), opener);
    }

    void connect(Conversation c, InetAddress to, int port) {
        driver.connect(c, new InetSocketAddress(to, port), new InetSocketAddress(bind, 0));
    }

    @Override
    public <T> T ask(Supplier<T> question) throws IOException {
        return Answer.of(driver::execute, question);
    }

    @Override
    public void leave() {
        driver.disconnect();
    }

    @Override
    public boolean quiet() {
        return host.quiet();
    }

    @Override
    public long accepted() {
        return host.accepted();
    }

    @Override
    public long refused() {
        return host.refused();
    }

    @Override
    public void counters(ObjLongConsumer<String> to) {
        host.counters().show(to);
    }

    @Override
    public void close() {
        driver.close();
    }
}
