package io.qpscope.fault;

import io.qpscope.fault.plan.Side;
import io.qpscope.wire.Opcode;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the place of each packet among those of its queue pair. Pairs are numbered by their first
 * packet; who sends the first request is side A. Bounded: of pairs beyond the limit nothing is known.
 */
final class QpPlaces {
    private static final int MOST_PAIRS = 1 << 15;

    private final boolean rounds;
    private final boolean messages;
    private final QpFlows flows = new QpFlows();
    private final List<QpPair> pairs = new ArrayList<>();
    /** Those whose answers have not been found yet. */
    private final List<QpFlow> lonely = new ArrayList<>();

    private final CmNumbers numbers = new CmNumbers();
    /** What is said about connections. */
    final CmPlaces cm;

    private QpDirectory directory = QpDirectory.NONE;

    /** Of the last packet; null when nothing is known of its queue pair. */
    QpPair pair;

    Side from = Side.A;
    /** The requests that it belongs to or answers; null when it has no place among them. */
    QpLane lane;

    /** From the requester's first on; below 0 when it has none. */
    long psn;

    int round;
    boolean request;

    /**
     * Nothing has passed yet.
     *
     * @param rounds whether sendings are counted
     * @param messages whether messages are
     * @param keepsCm see {@link CmPlaces}
     */
    QpPlaces(boolean rounds, boolean messages, boolean keepsCm) {
        cm = new CmPlaces(keepsCm);
        this.rounds = rounds;
        this.messages = messages;
    }

    void directory(QpDirectory known) {
        directory = known;
    }

    /** Null when there has been none of this number yet. */
    QpPair pair(int number) {
        return number <= pairs.size() ? pairs.get(number - 1) : null;
    }

    /** Looks one packet up. */
    void find(boolean forth, PacketFacts facts) {
        pair = null;
        lane = null;
        psn = -1;
        round = 0;
        request = facts.has(Opcode.IS_REQUEST);
        if (facts.management()) {
            numbers.see(facts, flows);
            cm.find(forth, facts);
            return;
        }
        cm.forget();
        QpFlow flow = flows.find(facts);
        if (flow == null) {
            flow = meet(forth, facts);
        }
        if (flow == null) {
            return;
        }
        pair = flow.pair;
        from = flow.from;
        PacketTemplate template = pair.from(from);
        if (!template.seen()) {
            template.take(facts);
        }
        place(facts);
    }

    private void place(PacketFacts facts) {
        if (request) {
            lane = pair.requestsOf(from);
            round = lane.request(facts);
            if (round > 1 && !resends(facts)) {
                round = 1;
            }
            psn = lane.relative(facts.psn);
        } else if (facts.has(Opcode.IS_RESPONSE | Opcode.IS_ACKNOWLEDGE)) {
            QpLane answered = pair.requestsOf(from.other());
            if (answered.started()) {
                lane = answered;
                round = lane.answer(facts);
                psn = lane.relative(facts.psn);
            }
        }
    }

    private static boolean resends(PacketFacts facts) {
        return facts.service() == Opcode.RC || facts.service() == Opcode.XRC;
    }

    private QpFlow meet(boolean forth, PacketFacts facts) {
        int sourceQp = directory.peer(facts.destinationHigh, facts.destinationLow, facts.destQp);
        int told = numbers.peer(facts.destinationHigh, facts.destinationLow, facts.destQp);
        boolean byCm = told != 0 && (sourceQp == 0 || sourceQp == told);
        if (byCm) {
            sourceQp = told;
        }
        if (sourceQp == 0 && !request) {
            return join(facts);
        }
        if (pairs.size() == MOST_PAIRS) {
            return null;
        }
        Side side = request ? Side.A : Side.B;
        QpPair made = new QpPair(pairs.size() + 1, forth == (side == Side.A), rounds, messages);
        pairs.add(made);
        QpFlow flow = new QpFlow(facts, made, side);
        flows.add(flow);
        made.from(side).destQp(facts.destQp);
        if (sourceQp == 0) {
            if (resends(facts)) {
                lonely.add(flow);
            }
            return flow;
        }
        made.from(side.other()).destQp(sourceQp);
        flows.add(new QpFlow(flow, sourceQp));
        if (byCm) {
            made.requestsOf(side).start(numbers.psnTo());
            made.requestsOf(side.other()).start(numbers.psnFrom());
        }
        return flow;
    }

    /** To the only requests that an answer can belong to. */
    private QpFlow join(PacketFacts facts) {
        if (!facts.has(Opcode.IS_RESPONSE | Opcode.IS_ACKNOWLEDGE)) {
            return null;
        }
        QpFlow fitting = null;
        for (int i = 0; i < lonely.size(); i++) {
            QpFlow each = lonely.get(i);
            if (each.sourceLow == facts.destinationLow
                    && each.destinationLow == facts.sourceLow
                    && each.sourceHigh == facts.destinationHigh
                    && each.destinationHigh == facts.sourceHigh
                    && each.pair.requestsOf(each.from).expects(facts.psn)) {
                if (fitting != null) {
                    return null;
                }
                fitting = each;
            }
        }
        if (fitting == null) {
            return null;
        }
        lonely.remove(fitting);
        QpFlow back = new QpFlow(fitting, facts.destQp);
        flows.add(back);
        back.pair.from(back.from).destQp(facts.destQp);
        return back;
    }
}
