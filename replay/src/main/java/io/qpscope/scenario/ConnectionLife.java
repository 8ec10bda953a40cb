package io.qpscope.scenario;

import io.qpscope.frame.FrameView;
import io.qpscope.wire.CmRep;
import io.qpscope.wire.MadHeader;
import io.qpscope.wire.Opcode;

/**
 * Whether a responder's queue pair is still connected, by what its host says of it (IBA vol 1, 12.9):
 * one that was let in by connection management is gone once its host rejects it, or ends it.
 */
final class ConnectionLife {
    private static final int DATAGRAM = 256;
    /** That of all management datagrams; another is not taken (IBA vol 1, 3.5.3). */
    private static final int QKEY = 0x8001_0000;

    private static final int CM_CLASS_VERSION = 2;
    private static final int METHOD_SEND = 3;

    private final int ownQpn;
    private final MadHeader mad = new MadHeader();
    private final CmRep rep = new CmRep();
    private int id;
    private boolean over;

    ConnectionLife(int ownQpn) {
        this.ownQpn = ownQpn;
    }

    /**
     * Points a view at a message of communication management; false when the packet has none that is
     * read.
     */
    static boolean wrap(MadHeader mad, FrameView packet) {
        boolean datagram = packet.destQp() == 1
                && packet.opcode() == (Opcode.UD | Opcode.SEND_ONLY)
                && packet.payloadLength() == DATAGRAM
                && packet.buffer().getInt(packet.extendedOffset()) == QKEY;
        if (!datagram) {
            return false;
        }
        mad.wrap(packet.buffer(), packet.payloadOffset());
        return mad.baseVersion() == 1
                && mad.managementClass() == MadHeader.CLASS_CM
                && mad.classVersion() == CM_CLASS_VERSION
                && mad.method() == METHOD_SEND;
    }

    /** The host sends a packet; true when with it the queue pair begins anew. */
    boolean begins(FrameView packet) {
        if (!wrap(mad, packet)) {
            return false;
        }
        int body = packet.payloadOffset() + MadHeader.LENGTH;
        int local = packet.buffer().getInt(body);
        switch (mad.attributeId()) {
            case MadHeader.CM_REP -> {
                boolean another = over && local != id;
                if (rep.wrap(packet.buffer(), body).localQpn() == ownQpn) {
                    over &= !another;
                    id = local;
                    return another;
                }
            }
            case MadHeader.CM_REJ, MadHeader.CM_DREQ, MadHeader.CM_DREP ->
                over |= id != 0 && local == id;
            default -> {}
        }
        return false;
    }

    boolean isOver() {
        return over;
    }
}
