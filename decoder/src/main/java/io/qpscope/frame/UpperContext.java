package io.qpscope.frame;

import io.qpscope.wire.CmRep;
import io.qpscope.wire.CmReq;
import io.qpscope.wire.MadHeader;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.SmcClc;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the frames before told of queue pairs, so that a {@link FieldTree} can name what a SEND
 * carries: a REQ names a candidate, REQ and REP the queue pairs. Feed it the frames in the order of
 * the capture. The oldest of many connections are forgotten; their payloads show as bytes.
 */
public final class UpperContext {
    private static final int MAX_KEPT = 1 << 14;
    private static final int MAD_LENGTH = 256;

    /** One end's name for something: a queue pair or a communication id. */
    private record Name(long high, long low, long number) {}

    /**
     * A connection from the side that a packet goes to.
     *
     * @param toActive whether that side asked for the connection
     */
    record Place(UpperConnection connection, boolean toActive) {}

    /** Drops the entry that was put first when there are too many. */
    private static final class Bounded<V> extends LinkedHashMap<Name, V> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Name, V> eldest) {
            return size() > MAX_KEPT;
        }
    }

    private final Map<Name, Place> byQueuePair = new Bounded<>();
    private final Map<Name, Place> byCommId = new Bounded<>();
    private final MadHeader mad = new MadHeader();
    private final CmReq req = new CmReq();
    private final CmRep rep = new CmRep();
    private final SmcClc clc = new SmcClc();

    /** A dissected frame, whether it will be shown or not. */
    public void onFrame(FrameView frame) {
        if (frame.kind() == Kind.TCP) {
            onTcp(frame);
            return;
        }
        if (!frame.kind().hasTransport() || frame.icrc() == IcrcStatus.BAD) {
            return;
        }
        if (isManagement(frame)) {
            onMad(frame);
        } else {
            Place place = ofQueuePair(frame);
            if (place != null) {
                place.connection.onPacket(frame, !place.toActive);
            }
        }
    }

    private static boolean isManagement(FrameView frame) {
        return (frame.opcode() & Opcode.SERVICE_MASK) == Opcode.UD && frame.destQp() <= 1;
    }

    /** CLC names both queue pairs; the client, who confirms, is the active side. */
    private void onTcp(FrameView frame) {
        int at = frame.transportPayloadOffset();
        int length = frame.transportPayloadCaptured();
        if (length < SmcClc.LENGTH || SmcClc.lengthAt(frame.buffer(), at, length) == 0) {
            return;
        }
        clc.wrap(frame.buffer(), at);
        boolean confirm = clc.messageType() == SmcClc.CONFIRM;
        if (confirm || clc.messageType() == SmcClc.ACCEPT) {
            byQueuePair.put(
                    new Name(clc.gidHigh(), clc.gidLow(), clc.qpn()),
                    new Place(new UpperConnection(UpperProtocol.SMC_R, 1), confirm));
        }
    }

    private void onMad(FrameView frame) {
        int at = frame.payloadOffset();
        if (frame.payloadLength() < MAD_LENGTH || frame.payloadCaptured() < MAD_LENGTH) {
            return;
        }
        mad.wrap(frame.buffer(), at);
        if (mad.managementClass() != MadHeader.CLASS_CM) {
            return;
        }
        int body = at + MadHeader.LENGTH;
        if (mad.attributeId() == MadHeader.CM_REQ) {
            onRequest(frame, body);
        } else if (mad.attributeId() == MadHeader.CM_REP) {
            onReply(frame, body);
        }
    }

    /** A queue pair that is asked for anew forgets what it carried. */
    private void onRequest(FrameView frame, int body) {
        req.wrap(frame.buffer(), body);
        Name queuePair = source(frame, req.localQpn());
        UpperProtocol candidate = UpperProtocol.ofRequest(frame.buffer(), body, req.serviceId());
        if (candidate == null) {
            byQueuePair.remove(queuePair);
            byCommId.remove(source(frame, req.localCommId()));
            return;
        }
        Place place = new Place(new UpperConnection(candidate, 1), true);
        byQueuePair.put(queuePair, place);
        byCommId.put(source(frame, req.localCommId()), place);
    }

    private void onReply(FrameView frame, int body) {
        rep.wrap(frame.buffer(), body);
        Place asked = byCommId.get(destination(frame, rep.remoteCommId()));
        Name queuePair = source(frame, rep.localQpn());
        if (asked == null) {
            byQueuePair.remove(queuePair);
            return;
        }
        Place place = new Place(asked.connection, false);
        byQueuePair.put(queuePair, place);
        byCommId.put(source(frame, rep.localCommId()), place);
    }

    /** What a packet to a queue pair belongs to; null when that is not known. */
    Place ofQueuePair(FrameView frame) {
        return byQueuePair.get(destination(frame, frame.destQp()));
    }

    /** The candidate of the exchange that a REP or REJ answers; null when that is not known. */
    UpperProtocol ofAnswer(FrameView frame, long remoteCommId) {
        Place place = byCommId.get(destination(frame, remoteCommId));
        return place == null ? null : place.connection.candidate();
    }

    private static Name source(FrameView frame, long number) {
        return new Name(frame.sourceHigh(), frame.sourceLow(), number);
    }

    private static Name destination(FrameView frame, long number) {
        return new Name(frame.destinationHigh(), frame.destinationLow(), number);
    }
}
