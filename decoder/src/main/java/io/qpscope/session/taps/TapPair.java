package io.qpscope.session.taps;

import java.util.ArrayList;
import java.util.List;

/** What two taps saw of the same packets of one direction; the first has the lower index. */
final class TapPair {
    static final int FRAMES = 20;

    /** Time at the second tap minus time at the first. */
    final Differences times = new Differences();

    /** Packets whose TTL is higher at the first tap, and at the second. */
    long higherTtlAtFirst;

    long higherTtlAtSecond;

    /** Spoiled at one tap, whole at the other. */
    long badAtFirst;

    long badAtSecond;
    final List<Long> badFramesAtFirst = new ArrayList<>(0);
    final List<Long> badFramesAtSecond = new ArrayList<>(0);

    /** Marked congested (ECN CE) at one tap only. */
    long markedAtFirst;

    long markedAtSecond;

    /** One tap lacks the ICRC. */
    long withoutIcrc;

    /** In the order of the second tap, and of the first. */
    private FlowOrder bySecond;

    private FlowOrder byFirst;

    void ttl(int difference) {
        if (difference > 0) {
            higherTtlAtSecond++;
        } else if (difference < 0) {
            higherTtlAtFirst++;
        }
    }

    void marked(boolean atFirst) {
        if (atFirst) {
            markedAtFirst++;
        } else {
            markedAtSecond++;
        }
    }

    void bad(boolean atFirst, long frame) {
        List<Long> frames = atFirst ? badFramesAtFirst : badFramesAtSecond;
        if (atFirst) {
            badAtFirst++;
        } else {
            badAtSecond++;
        }
        if (frames.size() < FRAMES) {
            frames.add(frame);
        }
    }

    /** One of the two has just been read: as its frames come in order, the other's tell lateness. */
    void ordered(int flow, boolean secondRead, long frameAtFirst, long frameAtSecond) {
        if (secondRead) {
            bySecond = bySecond == null ? new FlowOrder() : bySecond;
            bySecond.arrived(flow, frameAtFirst);
        } else {
            byFirst = byFirst == null ? new FlowOrder() : byFirst;
            byFirst.arrived(flow, frameAtSecond);
        }
    }

    long late() {
        return (bySecond == null ? 0 : bySecond.late()) + (byFirst == null ? 0 : byFirst.late());
    }
}
