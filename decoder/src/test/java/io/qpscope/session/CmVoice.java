package io.qpscope.session;

import io.qpscope.wire.MadHeader;
import io.qpscope.wire.Opcode;

import java.nio.ByteBuffer;

/** What a {@link Host} says in RDMA-CM (IBA vol 1, 12.6), on queue pair 1. */
public final class CmVoice {
    private static final int Q_KEY = 0x8001_0000;
    private static final int BODY = MadHeader.LENGTH;

    public int commId;
    /** The PSN this host begins to send with: it stands in the peer's message. */
    public int startPsn;

    public int ackTimeout = 14;
    public int retryCount = 3;
    public int rnrRetryCount = 7;
    public int responderResources = 4;
    public int initiatorDepth = 4;
    public int responseTimeout = 20;
    public int maxCmRetries = 15;
    /** 1 to 5 for 256 to 4096. */
    public int pathMtuCode = 3;

    public int serviceType;
    /** Of the addresses in a REQ's private data. */
    public int ipVersion;

    private final Host host;
    private int psn;

    public CmVoice(Host host) {
        this.host = host;
        commId = (host.mac << 16) ^ (host.qpn << 4) ^ 1;
    }

    private Packet mad(int attribute, byte[] message) {
        ByteBuffer mad = ByteBuffer.wrap(message);
        mad.put(0, (byte) 1).put(1, (byte) MadHeader.CLASS_CM).put(2, (byte) 2).put(3, (byte) 3);
        mad.putLong(8, commId).putShort(16, (short) attribute);
        Packet packet = new Packet(host, host.peer);
        packet.opcode = Opcode.UD | Opcode.SEND_ONLY;
        packet.psn = psn++;
        packet.destQp = 1;
        packet.headers = ByteBuffer.allocate(8).putInt(Q_KEY).putInt(1).array();
        packet.payload = message;
        return packet;
    }

    private byte[] message(boolean withIds) {
        byte[] message = new byte[256];
        ByteBuffer mad = ByteBuffer.wrap(message);
        mad.putInt(BODY, commId);
        if (withIds) {
            mad.putInt(BODY + 4, host.peer.cm.commId);
        }
        return message;
    }

    public Packet req() {
        byte[] message = message(false);
        ByteBuffer mad = ByteBuffer.wrap(message);
        mad.putLong(BODY + 8, 0x0106_4e20L);
        mad.putInt(BODY + 32, (host.qpn << 8) | responderResources);
        mad.put(BODY + 39, (byte) initiatorDepth);
        mad.put(BODY + 43, (byte) ((responseTimeout << 3) | (serviceType << 1)));
        mad.putInt(BODY + 44, (host.peer.cm.startPsn << 8) | (responseTimeout << 3) | retryCount);
        mad.putShort(BODY + 48, (short) 0xffff);
        mad.put(BODY + 50, (byte) ((pathMtuCode << 4) | rnrRetryCount));
        mad.put(BODY + 51, (byte) (maxCmRetries << 4));
        mad.putLong(BODY + 56, host.addressHigh).putLong(BODY + 64, host.addressLow);
        mad.putLong(BODY + 72, host.peer.addressHigh).putLong(BODY + 80, host.peer.addressLow);
        mad.put(BODY + 95, (byte) (ackTimeout << 3));
        mad.put(BODY + 141, (byte) (ipVersion << 4));
        return mad(MadHeader.CM_REQ, message);
    }

    public Packet rep() {
        byte[] message = message(true);
        ByteBuffer mad = ByteBuffer.wrap(message);
        mad.putInt(BODY + 12, host.qpn << 8).putInt(BODY + 16, host.qpn << 8);
        mad.putInt(BODY + 20, host.peer.cm.startPsn << 8);
        mad.put(BODY + 24, (byte) responderResources).put(BODY + 25, (byte) initiatorDepth);
        mad.put(BODY + 26, (byte) (15 << 3)).put(BODY + 27, (byte) (rnrRetryCount << 5));
        return mad(MadHeader.CM_REP, message);
    }

    public Packet rtu() {
        return mad(MadHeader.CM_RTU, message(true));
    }

    /**
     * A rejection.
     *
     * @param of 0 for a REQ, 1 for a REP
     */
    public Packet rej(int of, int reason) {
        byte[] message = message(true);
        ByteBuffer mad = ByteBuffer.wrap(message);
        mad.put(BODY + 8, (byte) (of << 6)).putShort(BODY + 10, (short) reason);
        return mad(MadHeader.CM_REJ, message);
    }

    public Packet mra() {
        byte[] message = message(true);
        ByteBuffer mad = ByteBuffer.wrap(message);
        mad.put(BODY + 9, (byte) (20 << 3));
        return mad(MadHeader.CM_MRA, message);
    }

    public Packet dreq() {
        byte[] message = message(true);
        ByteBuffer mad = ByteBuffer.wrap(message);
        mad.putInt(BODY + 8, host.peer.qpn << 8);
        return mad(MadHeader.CM_DREQ, message);
    }

    public Packet drep() {
        return mad(MadHeader.CM_DREP, message(true));
    }
}
