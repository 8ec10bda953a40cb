package io.qpscope.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

/** Views are used on every frame of captures with billions of them. */
class ViewsAllocationTest {
    private static final int ROUNDS = 200_000;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(512);
    private final Ethernet ethernet = new Ethernet();
    private final Ipv4 ipv4 = new Ipv4();
    private final Udp udp = new Udp();
    private final Bth bth = new Bth();
    private final Reth reth = new Reth();
    private final Aeth aeth = new Aeth();
    private final MadHeader mad = new MadHeader();
    private final CmReq req = new CmReq();

    @Test
    void allocateNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long sum = read(ROUNDS);
        long before = threads.getThreadAllocatedBytes(id);
        sum += read(ROUNDS);
        long allocated = threads.getThreadAllocatedBytes(id) - before;
        assertThat(sum).isZero();
        // The measurement itself costs a few hundred bytes; one object a round would cost millions.
        assertThat(allocated).isLessThan(ROUNDS / 10);
    }

    private long read(int rounds) {
        long sum = 0;
        for (int round = 0; round < rounds; round++) {
            int offset = round & 0x3f;
            sum += ethernet.wrap(buffer, offset).source() + ethernet.type();
            sum += ipv4.wrap(buffer, offset).source() + ipv4.ecn();
            sum += udp.wrap(buffer, offset).destinationPort();
            sum += bth.wrap(buffer, offset).psn() + bth.destqp();
            sum += reth.wrap(buffer, offset).va() + reth.dmalen();
            sum += aeth.wrap(buffer, offset).creditCount() + Aeth.credits(aeth.value());
            sum += mad.wrap(buffer, offset).transactionId();
            sum += req.wrap(buffer, offset).startPsn() + req.primaryLocalGidLow();
        }
        return sum;
    }
}
