package io.qpscope.session.iwarp;

import io.qpscope.wire.DdpTagged;
import io.qpscope.wire.DdpUntagged;
import io.qpscope.wire.RdmapReadRequest;
import io.qpscope.wire.RdmapTerminate;
import io.qpscope.wire.Terminate;

import java.nio.ByteBuffer;

/**
 * A Terminate with the headers it gives back (RFC 5040, 4.8): segment length (M), DDP header (D),
 * READ request header (R). siw's length counts the payload only, and what follows its DDP header may
 * be cut.
 *
 * @param queue {@link SentMessages#TAGGED}, or -2 when it names no request
 */
record TerminateMessage(Terminate what, int queue, long tag, long offset, String headers) {
    private static final int NONE = -2;
    private static final int LENGTH_FIELD = 2;

    static TerminateMessage of(ByteBuffer buffer, int header, int known) {
        int at = header + DdpUntagged.LENGTH;
        int left = known - DdpUntagged.LENGTH - RdmapTerminate.LENGTH;
        if (left < 0) {
            return new TerminateMessage(null, NONE, 0, 0, "");
        }
        Terminate what = Terminate.of(buffer.getInt(at));
        at += RdmapTerminate.LENGTH;
        StringBuilder text = new StringBuilder();
        if ((what.m() || what.d()) && left >= LENGTH_FIELD) {
            at += LENGTH_FIELD;
            left -= LENGTH_FIELD;
        }
        int queue = NONE;
        long tag = 0;
        long offset = 0;
        if (what.d() && left >= DdpTagged.LENGTH && buffer.get(at) < 0) {
            queue = SentMessages.TAGGED;
            tag = buffer.getInt(at + 2);
            offset = buffer.getLong(at + 6);
            text.append(" of the tagged segment for STag 0x%08x, offset 0x%x"
                    .formatted((int) tag, offset));
        } else if (what.d() && left >= DdpUntagged.LENGTH && buffer.get(at) >= 0) {
            queue = buffer.getInt(at + 6);
            tag = buffer.getInt(at + 10) & 0xffff_ffffL;
            text.append(" of ").append(untagged(queue, tag));
            at += DdpUntagged.LENGTH;
            left -= DdpUntagged.LENGTH;
            if (what.r() && left >= RdmapReadRequest.LENGTH) {
                text.append(", READ of %d bytes from STag 0x%08x, offset 0x%x"
                        .formatted(
                                buffer.getInt(at + 12) & 0xffff_ffffL,
                                buffer.getInt(at + 16),
                                buffer.getLong(at + 20)));
            }
        }
        return new TerminateMessage(what, queue, tag, offset, text.toString());
    }

    /** siw puts a READ's size where its MSN belongs, so only other queues name a number. */
    private static String untagged(int queue, long msn) {
        return queue == 1 ? "a request on queue 1" : "message " + msn + " on queue " + queue;
    }

    String text() {
        return what == null ? "it is cut and does not say why" : what.text() + headers;
    }

    /** Takes back what may not have completed; the refused message's frame, or 0. */
    long refuse(SentMessages sent) {
        return queue == SentMessages.TAGGED || queue == 0 ? sent.refuse(queue, tag, offset) : 0;
    }

    /** Whether it names a READ or atomic request, given that one is open. */
    boolean names(boolean requestOpen) {
        return requestOpen && queue == 1;
    }
}
