package io.qpscope.recording;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.session.SessionSummary;
import io.qpscope.wire.IpAddress;
import io.qpscope.wire.Opcode;

import org.agrona.collections.Int2ObjectHashMap;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the packets that begin and end messages: by PSN and by whom they go to, at or behind the
 * frame that first showed the message. A copy that was sent again does as well.
 */
final class MessagePackets {
    /** A message, and the queue pair that its packets go to. */
    private record Wanted(VerbDraft draft, String address, Integer qpn) {
        boolean fits(FrameView view) {
            return view.number() >= draft.message.firstFrame()
                    && (qpn == null || qpn == view.destQp())
                    && address.equals(
                            IpAddress.text(view.destinationHigh(), view.destinationLow()));
        }
    }

    private final Int2ObjectHashMap<List<Wanted>> begins = new Int2ObjectHashMap<>();
    private final Int2ObjectHashMap<List<Wanted>> ends = new Int2ObjectHashMap<>();

    void want(VerbDraft draft, SessionSummary.Peer to) {
        Wanted wanted = new Wanted(draft, to.address(), to.qpn());
        if (draft.message.firstPsn() != null) {
            begins.computeIfAbsent((int) draft.message.firstPsn(), psn -> new ArrayList<>(1))
                    .add(wanted);
        }
        if (draft.message.lastPsn() != null) {
            ends.computeIfAbsent((int) draft.message.lastPsn(), psn -> new ArrayList<>(1))
                    .add(wanted);
        }
    }

    void look(FrameView view) {
        if (!view.kind().hasTransport() || view.icrc() == IcrcStatus.BAD) {
            return;
        }
        int traits = Opcode.traits(view.opcode());
        if ((traits & Opcode.IS_REQUEST) == 0) {
            return;
        }
        if ((traits & Opcode.STARTS) != 0) {
            VerbDraft draft = take(begins.get(view.psn()), view);
            if (draft != null) {
                draft.begins(view);
            }
        }
        if ((traits & Opcode.HAS_IMM_DT) != 0) {
            VerbDraft draft = take(ends.get(view.psn()), view);
            if (draft != null) {
                draft.ends(view);
            }
        }
    }

    private static VerbDraft take(List<Wanted> candidates, FrameView view) {
        for (int i = 0; candidates != null && i < candidates.size(); i++) {
            if (candidates.get(i).fits(view)) {
                return candidates.remove(i).draft;
            }
        }
        return null;
    }
}
