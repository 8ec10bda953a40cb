package io.qpscope.scenario;

import io.qpscope.capture.CaptureInterface;
import io.qpscope.capture.LinkType;
import io.qpscope.capture.PcapngWriter;
import io.qpscope.fabric.Port;
import io.qpscope.wire.Erf;
import io.qpscope.wire.LinkPacket;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Writes what passes ports of a {@link io.qpscope.fabric.Network} to a pcapng file, one interface a
 * port: Ethernet frames without frame check sequence, InfiniBand as ERF records, what the port sent
 * under ERF interface 0 and what it received under 1. Times are virtual, from 1970 on.
 */
public final class FabricCapture implements Closeable {
    private static final int VARYING_LENGTH = 0x04;
    private static final int ALIGNMENT = 8;
    private static final long NANOS = 1_000_000_000L;
    private static final int LONGEST = 1 << 14;

    private final PcapngWriter writer;
    private final ByteBuffer record = ByteBuffer.allocate(LONGEST);

    private FabricCapture(PcapngWriter writer) {
        this.writer = writer;
    }

    /** Replaces a file that is there. */
    public static FabricCapture create(Path file, String program, String comment)
            throws IOException {
        return new FabricCapture(PcapngWriter.create(file, program, comment));
    }

    /**
     * Taps a port from now on. Running the network then throws {@link UncheckedIOException} when
     * the file can't be written.
     */
    public void tap(Port port) throws IOException {
        int id = writer.addInterface(
                CaptureInterface.of(port.isInfiniband() ? LinkType.ERF : LinkType.ETHERNET)
                        .name(port.toString())
                        .speed(port.bitsPerSecond()));
        if (port.isInfiniband()) {
            port.tap((at, sent, frame, length, now) -> erf(id, sent, frame, length, now));
        } else {
            port.tap((at, sent, frame, length, now) -> write(id, now, frame, length));
        }
    }

    private void erf(int id, boolean sent, ByteBuffer packet, int length, long now) {
        int type = length == LinkPacket.LENGTH ? Erf.TYPE_INFINIBAND_LINK : Erf.TYPE_INFINIBAND;
        int padded = (Erf.LENGTH + length + ALIGNMENT - 1) & -ALIGNMENT;
        long seconds = now / NANOS;
        // Rounded up, so that the same nanosecond is read again.
        long fraction = (((now % NANOS) << 32) + NANOS - 1) / NANOS;
        record.clear().putLong(Long.reverseBytes(seconds << 32 | fraction));
        record.put((byte) type).put((byte) (VARYING_LENGTH | (sent ? 0 : 1)));
        record.putShort((short) padded).putShort((short) 0).putShort((short) length);
        record.put(Erf.LENGTH, packet, 0, length);
        for (int i = Erf.LENGTH + length; i < padded; i++) {
            record.put(i, (byte) 0);
        }
        write(id, now, record.position(0), padded);
    }

    private void write(int id, long now, ByteBuffer frame, int length) {
        try {
            frame.limit(length);
            writer.write(id, now, frame, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
