package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * IP addressing block of a REQ (IBA vol 1, annex A11).
 *
 * <pre>
 * 0       major_version(4) minor_version(4)
 * 1       ip_version(4) reserved(4)
 * 2..3    source_port
 * 4..19   source
 * 20..35  destination
 * </pre>
 *
 * Stands first in the private data of a REQ, offset {@link CmReq#PRIVATE_DATA_OFFSET}, when
 * {@link #follows} says so. An IPv4 address is the last four bytes of its field. The source
 * comes before the destination, and the destination port is in the service id.
 */
public final class IpCm {
    public static final int LENGTH = 36;
    static final int VERSION_OFFSET = 0;
    static final int IP_VERSION_OFFSET = 1;
    static final int SOURCE_PORT_OFFSET = 2;
    public static final int SOURCE_OFFSET = 4;
    public static final int DESTINATION_OFFSET = 20;
    /** Upper 40 bits of a service id of RDMA-CM. */
    private static final long SERVICE_ID_PREFIX = 1;

    private ByteBuffer buffer;
    private int offset;

    public IpCm wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public int majorVersion() {
        return (buffer.get(offset + VERSION_OFFSET) >> 4) & 0xf;
    }

    public int minorVersion() {
        return buffer.get(offset + VERSION_OFFSET) & 0xf;
    }

    public int ipVersion() {
        return (buffer.get(offset + IP_VERSION_OFFSET) >> 4) & 0xf;
    }

    public int sourcePort() {
        return buffer.getShort(offset + SOURCE_PORT_OFFSET) & 0xffff;
    }

    public long sourceHigh() {
        return buffer.getLong(offset + SOURCE_OFFSET);
    }

    public long sourceLow() {
        return buffer.getLong(offset + SOURCE_OFFSET + 8);
    }

    public long destinationHigh() {
        return buffer.getLong(offset + DESTINATION_OFFSET);
    }

    public long destinationLow() {
        return buffer.getLong(offset + DESTINATION_OFFSET + 8);
    }

    /** Whether a REQ with this service id begins its private data with this block. */
    public static boolean follows(long serviceId) {
        return serviceId >>> 24 == SERVICE_ID_PREFIX;
    }

    /** IP protocol number of the port space: 6 for TCP, 17 for UDP. */
    public static int protocol(long serviceId) {
        return (int) (serviceId >>> 16) & 0xff;
    }

    /** Port that the other side listens on. */
    public static int destinationPort(long serviceId) {
        return (int) serviceId & 0xffff;
    }
}
