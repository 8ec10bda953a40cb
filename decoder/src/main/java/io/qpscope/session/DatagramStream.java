package io.qpscope.session;

import io.qpscope.frame.FrameView;
import io.qpscope.session.Observation.Kind;
import io.qpscope.wire.Opcode;
import io.qpscope.wire.Psn;

/**
 * Requests of the services without answers. For UC a gap in the PSNs is a loss before the tap, and
 * nothing is known behind it. For UD the PSNs run over all destinations of the source queue pair,
 * so a gap proves nothing (IBA vol 1, 9.8).
 */
final class DatagramStream {
    private static final int REORDER_WINDOW = 64;

    final PsnCounter counts = new PsnCounter();
    final long[] messages = new long[Verb.COUNT];
    long payloadBytes;
    int pathMtu;
    int startPsn = -1;
    int openMessage = -1;
    long lastFrame;
    /** Null unless someone listens. */
    MessageLog messageLog;

    private final ObservationLog log;
    private final boolean gapsCount;
    private int next;
    /** PSNs just before next that were skipped, bit 0 for next - 1. */
    private long skipped;

    DatagramStream(ObservationLog log, Service service) {
        this.log = log;
        gapsCount = service == Service.UC;
    }

    /** Whether a gap in the PSNs is a loss. */
    boolean gapsCount() {
        return gapsCount;
    }

    void onRequest(FrameView frame, int traits, boolean networkDuplicate) {
        if (networkDuplicate) {
            counts.networkDuplicates++;
            return;
        }
        int psn = frame.psn();
        lastFrame = frame.number();
        if (!counts.started) {
            next = startPsn >= 0 ? startPsn : psn;
            counts.start(next);
        }
        if (gapsCount) {
            place(frame, psn);
        } else {
            next = Psn.add(psn, 1);
            counts.lastPsn = psn;
        }
        payloadBytes += frame.payloadLength();
        if (messageLog != null) {
            messageLog.sent(frame, traits);
        }
        if ((traits & Opcode.ENDS) != 0) {
            messages[RequestSide.verb(frame.opcode())]++;
            openMessage = -1;
        } else {
            openMessage = traits;
            pathMtu = frame.payloadLength() > 0 ? frame.payloadLength() : pathMtu;
        }
    }

    private void place(FrameView frame, int psn) {
        int ahead = Psn.diff(psn, next);
        if (ahead < 0) {
            long bit = -ahead <= REORDER_WINDOW ? 1L << (-ahead - 1) : 0;
            if ((skipped & bit) != 0) {
                skipped &= ~bit;
                counts.outOfOrder++;
                counts.lostBeforeTap--;
                log.withdraw(Kind.UC_GAP, 0);
                log.add(Kind.REORDERED, frame.number(), psn);
            } else if (-ahead >= Requester.JUMP) {
                next = Psn.add(psn, 1);
                skipped = 0;
            }
            return;
        }
        if (ahead >= Requester.JUMP) {
            ahead = 0;
            skipped = 0;
        }
        if (ahead > 0) {
            counts.lostBeforeTap += ahead;
            log.addMany(Kind.UC_GAP, frame.number(), ahead);
        }
        skipped = ahead + 1 >= REORDER_WINDOW
                ? -2L
                : skipped << (ahead + 1) | ((1L << ahead) - 1) << 1;
        next = Psn.add(psn, 1);
        counts.lastPsn = psn;
    }

    void finish() {
        if (messageLog != null) {
            messageLog.finish(null);
        }
        if (openMessage >= 0) {
            Verb verb = (openMessage & Opcode.IS_SEND) != 0 ? Verb.SEND : Verb.WRITE;
            messages[verb.ordinal()]++;
        }
    }
}
