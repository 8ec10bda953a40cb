package io.qpscope.fuzz.generate;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.service.ScriptStep;
import io.qpscope.fuzz.Flow;
import io.qpscope.recording.RecordedPart;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.FlowPlan.Receives;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.scenario.WorkPlan.Rkey;
import io.qpscope.session.DirectionSummary;

import java.util.List;

/**
 * What one side of a recorded session asked for, as a flow of cases: its verbs in order with their
 * sizes and places, its first PSN, path MTU and retry settings. Short, so that each packet can be
 * met: the first messages, of long ones the last packets.
 */
public final class RecordedFlow {
    private static final int MOST_ITEMS = 8;
    private static final int MOST_PACKETS = 6;
    /** Messages further apart than this are laid side by side. */
    private static final int MOST_SPAN = 1 << 16;

    private static final int USUAL_MTU = 1024;
    private static final int USUAL_RETRIES = 7;
    /** 4.2 ms; longer waits only take longer. */
    private static final int MOST_TIMEOUT = 10;

    private static final int MOST_DEPTH = 16;
    private static final int USUAL_RNR_TIMER = 4;

    private RecordedFlow() {}

    /** Null for what can't be asked for again: see {@link RecordedPart#refusal}. */
    public static Flow of(RecordedPart part) {
        if (part.refusal() != null || part.steps().isEmpty()) {
            return null;
        }
        Qp qp = qp(part);
        List<ScriptStep> steps =
                part.steps().subList(0, Math.min(MOST_ITEMS, part.steps().size()));
        long least = steps.stream()
                        .filter(each -> !each.verb().isSend())
                        .mapToLong(ScriptStep::place)
                        .min()
                        .orElse(0)
                & -Works.WORD;
        Works works = new Works();
        for (ScriptStep step : steps) {
            works.add(item(step, works, least, qp.pathMtu()));
        }
        return works.flow(true, qp, new Receives(-1, MOST_DEPTH, 0));
    }

    private static Item item(ScriptStep step, Works works, long least, int mtu) {
        Verb verb = step.verb();
        int size = Works.isWord(verb) ? Works.WORD : shortened(step.length(), mtu);
        long place = step.place() - least;
        boolean shares = !verb.isSend() && place + size <= MOST_SPAN;
        int at = shares ? (int) place : works.free();
        Rkey key = step.wrongKey() ? Rkey.WRONG : Rkey.RIGHT;
        return new Item(verb, size, at, size, key, false);
    }

    /** Of a long message, as many packets as one can still look at, and the same end. */
    private static int shortened(int length, int mtu) {
        int most = MOST_PACKETS * mtu;
        return length <= most ? length : most - mtu + (length - 1) % mtu + 1;
    }

    private static Qp qp(RecordedPart part) {
        DirectionSummary.InForce told = part.from().inForce();
        DirectionSummary.Inferred seen = part.from().inferred();
        int mtu = first(part.session().pathMtu(), seen.pathMtu(), USUAL_MTU);
        int timeout = first(told.ackTimeoutExponent(), null, MOST_TIMEOUT);
        return new Qp(
                mtu,
                timeout == 0 ? MOST_TIMEOUT : Math.min(timeout, MOST_TIMEOUT),
                first(told.retryCount(), seen.retryCount(), USUAL_RETRIES),
                first(told.rnrRetryCount(), null, USUAL_RETRIES),
                USUAL_RNR_TIMER,
                Math.min(Math.max(1, first(told.readDepth(), null, MOST_DEPTH)), MOST_DEPTH),
                0,
                first(told.startPsn(), part.from().requests().firstPsn(), 0));
    }

    private static int first(Integer told, Integer seen, int usual) {
        return told != null ? told : seen != null ? seen : usual;
    }
}
