package io.qpscope.session;

import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** One end of a dialogue: makes the packets that its queue pair sends to its {@link #peer}'s. */
public final class Host {
    public static final int ROCE_PORT = 4791;
    public static final int NO_CREDITS = 31;
    private static final long MAPPED = 0xffff_0000_0000L;

    public enum IpIds {
        RISING,
        CONSTANT,
        ZERO
    }

    public final String name;
    public long addressHigh;
    public long addressLow;
    public int mac;
    public int qpn;
    public int sourcePort = 49_152;
    public int ttl = 64;
    public int tos = 2;
    public int vlan;
    public boolean migReq;
    public int mtu = 1024;
    public int service = Opcode.RC;
    public int srqn = -1;
    public int credits = NO_CREDITS;
    public IpIds ipIds = IpIds.RISING;
    public Host peer;
    public final CmVoice cm = new CmVoice(this);
    private int lastIpId;

    public Host(String name, int number, int qpn) {
        this.name = name;
        addressLow = MAPPED | 0x0a00_0000L | number;
        mac = number << 8;
        this.qpn = qpn;
        lastIpId = number * 1000;
    }

    /** Another queue pair of the same host: one counter of IP ids. */
    public Host queuePair(int number) {
        Host other = new Host(name + number, 0, number);
        other.addressHigh = addressHigh;
        other.addressLow = addressLow;
        other.mac = mac;
        other.lastIpId = lastIpId + number * 10_000;
        return other;
    }

    public static void connect(Host a, Host b) {
        a.peer = b;
        b.peer = a;
    }

    public void ipv6(int number) {
        addressHigh = 0xfd09_0000_0000_0009L;
        addressLow = number;
    }

    public boolean ipv6() {
        return addressHigh != 0;
    }

    public int nextIpId() {
        return switch (ipIds) {
            case RISING -> {
                lastIpId = (lastIpId + 1) & 0xffff;
                yield lastIpId;
            }
            case CONSTANT -> 0x1234;
            case ZERO -> 0;
        };
    }

    public static byte[] data(int length, int psn) {
        byte[] data = new byte[length];
        for (int i = 0; i < length; i++) {
            data[i] = (byte) (psn * 31 + i);
        }
        return data;
    }

    // ---- requests ----

    /** A whole SEND of 64 bytes that asks for an acknowledgement. */
    public Packet send(int psn) {
        return request(Opcode.SEND_ONLY, psn, 64);
    }

    public Packet sendImm(int psn) {
        return request(Opcode.SEND_ONLY_IMM, psn, 64);
    }

    public Packet sendInv(int psn) {
        return request(Opcode.SEND_ONLY_INV, psn, 64);
    }

    public Packet sendFirst(int psn) {
        return request(Opcode.SEND_FIRST, psn, mtu).quiet();
    }

    public Packet sendMiddle(int psn) {
        return request(Opcode.SEND_MIDDLE, psn, mtu).quiet();
    }

    public Packet sendLast(int psn) {
        return request(Opcode.SEND_LAST, psn, 64);
    }

    public Packet write(int psn) {
        return request(Opcode.WRITE_ONLY, psn, 64).remote(0, 0, 64);
    }

    public Packet writeImm(int psn) {
        return request(Opcode.WRITE_ONLY_IMM, psn, 64).remote(0, 0, 64);
    }

    /** Of a WRITE of two packets. */
    public Packet writeFirst(int psn) {
        return request(Opcode.WRITE_FIRST, psn, mtu).quiet().remote(0, 0, mtu + 64);
    }

    public Packet writeMiddle(int psn) {
        return request(Opcode.WRITE_MIDDLE, psn, mtu).quiet();
    }

    public Packet writeLast(int psn) {
        return request(Opcode.WRITE_LAST, psn, 64);
    }

    public Packet readRequest(int psn, int bytes) {
        Packet read = request(Opcode.READ_REQUEST, psn, 0);
        ByteBuffer.wrap(read.headers).putInt(read.headers.length - 4, bytes);
        return read;
    }

    public Packet fetchAdd(int psn) {
        return request(Opcode.FETCH_ADD, psn, 0);
    }

    public Packet cmpSwap(int psn) {
        return request(Opcode.CMP_SWAP, psn, 0);
    }

    public Packet flush(int psn) {
        return request(Opcode.FLUSH, psn, 0);
    }

    public Packet atomicWrite(int psn) {
        return request(Opcode.ATOMIC_WRITE, psn, 8);
    }

    /** The queue pair's service is added to the operation. */
    public Packet request(int operation, int psn, int bytes) {
        Packet packet = packet(operation, psn);
        packet.ackReq = true;
        if (srqn >= 0 && (Opcode.traits(packet.opcode) & Opcode.HAS_XRCETH) != 0) {
            ByteBuffer.wrap(packet.headers).putInt(0, srqn);
        }
        return packet.bytes(bytes);
    }

    /** A UD SEND. */
    public Packet datagram(int psn, int bytes) {
        Packet packet = packet(Opcode.UD | Opcode.SEND_ONLY, psn);
        ByteBuffer.wrap(packet.headers).putInt(0, 0x1111_1111).putInt(4, qpn);
        return packet.bytes(bytes);
    }

    private Packet packet(int operation, int psn) {
        Packet packet = new Packet(this, peer);
        packet.opcode = operation >= Opcode.RD ? operation : service | operation;
        packet.psn = psn & 0xff_ffff;
        packet.headers = new byte[Opcode.headerLength(packet.opcode)];
        return packet;
    }

    // ---- answers ----

    public Packet ack(int psn) {
        return aeth(Opcode.ACKNOWLEDGE, psn, credits, psn);
    }

    public Packet ack(int psn, int msn) {
        return aeth(Opcode.ACKNOWLEDGE, psn, credits, msn);
    }

    /** PSN sequence error: the PSN is the one that is wanted. */
    public Packet nak(int psn) {
        return nak(psn, Aeth.NAK_PSN_SEQUENCE_ERROR);
    }

    public Packet nak(int psn, int code) {
        return aeth(Opcode.ACKNOWLEDGE, psn, (Aeth.TYPE_NAK << 5) | code, psn - 1);
    }

    public Packet rnr(int psn, int timerCode) {
        return aeth(Opcode.ACKNOWLEDGE, psn, (Aeth.TYPE_RNR_NAK << 5) | timerCode, psn - 1);
    }

    public Packet readFirst(int psn) {
        return aeth(Opcode.READ_RESPONSE_FIRST, psn, credits, psn).bytes(mtu);
    }

    public Packet readMiddle(int psn) {
        return packet(Opcode.READ_RESPONSE_MIDDLE, psn).bytes(mtu);
    }

    public Packet readLast(int psn) {
        return aeth(Opcode.READ_RESPONSE_LAST, psn, credits, psn).bytes(mtu);
    }

    public Packet readOnly(int psn) {
        return aeth(Opcode.READ_RESPONSE_ONLY, psn, credits, psn).bytes(64);
    }

    /** Response i of n. */
    public Packet readResponse(int psn, int i, int n) {
        if (n == 1) {
            return readOnly(psn);
        }
        return i == 0 ? readFirst(psn) : i == n - 1 ? readLast(psn) : readMiddle(psn);
    }

    /** All responses of a READ of so many packets. */
    public Packet[] readResponses(int psn, int count) {
        Packet[] all = new Packet[count];
        for (int i = 0; i < count; i++) {
            all[i] = readResponse(psn + i, i, count);
        }
        return all;
    }

    public Packet atomicAck(int psn) {
        return aeth(Opcode.ATOMIC_ACKNOWLEDGE, psn, credits, psn);
    }

    private Packet aeth(int operation, int psn, int syndrome, int msn) {
        Packet packet = packet(operation, psn);
        ByteBuffer.wrap(packet.headers).putInt(0, (syndrome << 24) | (msn & 0xff_ffff));
        return packet;
    }

    public Packet cnp() {
        return packet(Opcode.CNP, 0);
    }

    // ---- beside RDMA ----

    /** A TCP segment between two others. */
    public Packet strayTo(Host other) {
        peer = other;
        return tcp(5000, 5001, 0x10, "");
    }

    public Packet tcp(int fromPort, int toPort, int flags, String text) {
        Packet packet = new Packet(this, peer);
        byte[] data = text.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer segment = ByteBuffer.allocate(20 + data.length);
        segment.putShort((short) fromPort).putShort((short) toPort).putInt(1).putInt(1);
        segment.put((byte) 0x50)
                .put((byte) flags)
                .putShort((short) 0xffff)
                .putInt(0)
                .put(data);
        packet.tcp = segment.array();
        return packet;
    }

    public Packet fin(int fromPort, int toPort) {
        return tcp(fromPort, toPort, 0x11, "");
    }

    /** As ibv_rc_pingpong tells it: LID:QPN:PSN:GID. */
    public String pingpong(int psn) {
        return String.format("0000:%06x:%06x:%016x%016x", qpn, psn, addressHigh, addressLow);
    }

    /** As perftest tells it: LID:READS:QPN:PSN:RKEY:VADDR:GID:SRQN. */
    public String perftest(int psn) {
        StringBuilder gid = new StringBuilder();
        byte[] bytes =
                ByteBuffer.allocate(16).putLong(addressHigh).putLong(addressLow).array();
        for (byte b : bytes) {
            gid.append(String.format("%02x:", b));
        }
        return String.format(
                "0000:0001:%06x:%06x:00000000:0000564fe5cf0000:%s00000000:", qpn, psn, gid);
    }

    @Override
    public String toString() {
        return name;
    }
}
