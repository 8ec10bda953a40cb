package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.Kind;
import io.qpscope.frame.Transport;
import io.qpscope.wire.CmReq;
import io.qpscope.wire.IpAddress;
import io.qpscope.wire.MadHeader;
import io.qpscope.wire.Mpa;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.SmcClc;

import java.util.function.LongConsumer;

/**
 * Which frames one tracker must see together, for who shares the frames of captures out among
 * several. A frame's home is what a tracker keeps by: the two hosts it goes between, whatever the
 * direction, or the port that a link's frames passed. Handshakes tie homes together, since they
 * speak of packets between other addresses than their own. Each is named by a hash: two that are
 * equal by accident bring together what need not be, nothing worse. For one thread.
 *
 * <p>Two things tie homes that no frame names: pauses stop all that passes their port, and a frame
 * with a bad ICRC may stand in the gap of any flow ({@link SessionTracker#corruptElsewhere}).
 */
public final class Kinship {
    /** Hears of the GIDs that a segment announces. */
    public interface Gids {
        void gid(long high, long low);
    }

    /** Home of frames that a tracker only counts. */
    public static final long NONE = 0;

    private static final int MAD_LENGTH = 256;
    private static final long PORT = 0x706f7274;
    private static final long CM = 0x636d;

    private final MadHeader mad = new MadHeader();
    private final CmReq req = new CmReq();
    private final SmcClc clc = new SmcClc();

    public static long home(FrameView frame) {
        return switch (frame.kind()) {
            case ROCE_V2, ROCE_V1, INFINIBAND, TCP ->
                hosts(
                        frame.sourceHigh(),
                        frame.sourceLow(),
                        frame.destinationHigh(),
                        frame.destinationLow());
            case PFC, PAUSE, INFINIBAND_RAW, INFINIBAND_LINK ->
                port(frame.captureIndex(), frame.interfaceId());
            case MALFORMED, CUT ->
                frame.carrier().transport() == Transport.INFINIBAND
                        ? port(frame.captureIndex(), frame.interfaceId())
                        : NONE;
            default -> NONE;
        };
    }

    /**
     * Home of what passes between two hosts. Networks of outer tunnels are not told apart: iWARP
     * connections are not, either.
     */
    public static long hosts(long high, long low, long otherHigh, long otherLow) {
        long one = mix(mix(high) + low);
        long other = mix(mix(otherHigh) + otherLow);
        return mix(one + other) ^ mix(one ^ other);
    }

    /** Home of an interface's own frames; all that it passes is tied to it where there are such. */
    public static long port(int captureIndex, int interfaceId) {
        return mix(mix((long) captureIndex << 32 | interfaceId) + PORT);
    }

    /** Whether there may be a session at a home because of this frame, or something to tell of it. */
    public boolean matters(FrameView frame) {
        if (frame.kind() != Kind.TCP) {
            return home(frame) != NONE;
        }
        int length = frame.transportPayloadCaptured();
        return length > 0 && Mpa.beginsKey(frame.buffer(), frame.transportPayloadOffset(), length);
    }

    /** GIDs that a TCP segment announces: those of both directions tie hosts to its home. */
    public void gids(FrameView frame, Gids to) {
        if (frame.kind() != Kind.TCP) {
            return;
        }
        OobTracker.gids(frame, to);
        int at = frame.transportPayloadOffset();
        int length = frame.transportPayloadCaptured();
        if (length >= SmcClc.LENGTH && SmcClc.lengthAt(frame.buffer(), at, length) > 0) {
            clc.wrap(frame.buffer(), at);
            if (clc.messageType() == SmcClc.ACCEPT || clc.messageType() == SmcClc.CONFIRM) {
                to.gid(clc.gidHigh(), clc.gidLow());
            }
        }
    }

    /** What a message of the connection manager ties its home to. */
    public void ties(FrameView frame, LongConsumer to) {
        if (!frame.kind().hasTransport()
                || frame.destQp() > 1
                || (frame.opcode() & Opcode.SERVICE_MASK) != Opcode.UD) {
            return;
        }
        int at = frame.payloadOffset();
        if (frame.payloadLength() < MAD_LENGTH
                || at + MAD_LENGTH > frame.offset() + frame.captured()) {
            return;
        }
        mad.wrap(frame.buffer(), at);
        if (mad.managementClass() != MadHeader.CLASS_CM) {
            return;
        }
        int body = at + MadHeader.LENGTH;
        id(frame.sourceHigh(), frame.sourceLow(), frame.buffer().getInt(body), to);
        if (mad.attributeId() == MadHeader.CM_REQ) {
            paths(req.wrap(frame.buffer(), body), to);
        } else {
            int remote = frame.buffer().getInt(body + Integer.BYTES);
            id(frame.destinationHigh(), frame.destinationLow(), remote, to);
        }
    }

    /** A communication id is its owner's; 0 is none. */
    private static void id(long high, long low, int id, LongConsumer to) {
        if (id != 0) {
            to.accept(mix(mix(mix(high) + low) + CM) ^ mix(id));
        }
    }

    /** Where the connection's packets may go, by GIDs or, within an InfiniBand subnet, by LIDs. */
    private static void paths(CmReq req, LongConsumer to) {
        if (req.primaryLocalGidLow() != 0 && req.primaryRemoteGidLow() != 0) {
            to.accept(hosts(
                    req.primaryLocalGidHigh(),
                    req.primaryLocalGidLow(),
                    req.primaryRemoteGidHigh(),
                    req.primaryRemoteGidLow()));
        }
        if (req.primarySubnetLocal() && req.primaryLocalLid() != 0 && req.primaryRemoteLid() != 0) {
            to.accept(hosts(
                    IpAddress.LID, req.primaryLocalLid(), IpAddress.LID, req.primaryRemoteLid()));
        }
    }

    /** The finalizer of splitmix64. */
    private static long mix(long value) {
        long mixed = value + 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
