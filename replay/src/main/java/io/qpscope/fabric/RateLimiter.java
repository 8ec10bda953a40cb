package io.qpscope.fabric;

/**
 * The reaction point of DCQCN for one queue pair. It needs no timers: what timers would have done
 * is done, in their order, when somebody asks. Rises come of the timer, and of the byte counter if it
 * has one.
 */
public final class RateLimiter {
    private static final double NANO_BITS = 8e9;
    private static final long NEVER = Long.MAX_VALUE;

    private final DcqcnOptions options;
    private final double line;
    private double rate;
    private double target;
    private double alpha = 1;
    private boolean heard;
    private boolean alphaHeard;
    private boolean cutHeard;
    private long nextAlpha = NEVER;
    private long nextCheck = NEVER;
    /** A time of the checks, which go on in even steps. */
    private long checkGrid;

    private long nextRise = NEVER;
    private int rises;
    private int byteRises;
    private long bytesLeft;
    private double sendAt;
    private long cnps;

    /**
     * @param lineRate bits a second, where it begins
     */
    public RateLimiter(DcqcnOptions options, long lineRate) {
        this.options = options;
        line = lineRate;
        rate = lineRate;
        target = lineRate;
    }

    /** A CNP has come. */
    public void notified(long now) {
        advance(now);
        cnps++;
        alphaHeard = heard;
        cutHeard = true;
        if (!heard) {
            heard = true;
            alpha = 1;
            nextAlpha = now + options.alphaTimerNs();
            nextCheck = now + options.decreaseNs();
        } else if (nextCheck == NEVER) {
            // Checks without a CNP do nothing: only their grid goes on.
            long passed = now - checkGrid;
            nextCheck = checkGrid + (passed / options.decreaseNs() + 1) * options.decreaseNs();
        }
    }

    /** Bits a second, now. */
    public double rate(long now) {
        advance(now);
        return rate;
    }

    /** How congested the way seems, 0 to 1. */
    public double alpha(long now) {
        advance(now);
        return alpha;
    }

    /** CNPs so far. */
    public long notifications() {
        return cnps;
    }

    /** When the next packet may go. */
    public long nextSend() {
        return (long) Math.ceil(sendAt);
    }

    /** A packet of so many bytes on the wire goes now. */
    public void sent(int bytes, long now) {
        advance(now);
        count(bytes);
        sendAt = Math.max(sendAt, now - 1.0) + bytes * NANO_BITS / rate;
    }

    private void count(int bytes) {
        if (options.increaseBytes() == 0 || nextRise == NEVER) {
            return;
        }
        bytesLeft -= bytes;
        while (bytesLeft <= 0 && nextRise != NEVER) {
            bytesLeft += options.increaseBytes();
            rise(rises, byteRises++);
        }
    }

    private void advance(long now) {
        while (true) {
            long next = Math.min(nextCheck, Math.min(nextAlpha, nextRise));
            if (next > now) {
                return;
            }
            // Alpha first, as its timer was started first.
            if (next == nextAlpha) {
                alphaStep(now);
            } else if (next == nextCheck) {
                check();
            } else {
                rise(rises++, byteRises);
                nextRise = nextRise == NEVER ? NEVER : nextRise + options.increaseTimerNs();
            }
        }
    }

    private void alphaStep(long now) {
        long period = options.alphaTimerNs();
        double g = options.g();
        if (alphaHeard) {
            alpha = (1 - g) * alpha + g;
            alphaHeard = false;
            nextAlpha += period;
            return;
        }
        // All the idle periods at once, but no further than the next thing that reads alpha.
        long until = Math.min(now, Math.min(nextCheck, nextRise));
        long periods = Math.max(1, (until - nextAlpha) / period + 1);
        alpha *= StrictMath.pow(1 - g, (double) periods);
        nextAlpha += periods * period;
    }

    private void check() {
        checkGrid = nextCheck;
        if (!cutHeard) {
            nextCheck = NEVER;
            return;
        }
        cutHeard = false;
        if (options.clampsTarget() || rises + byteRises > 0 || nextRise == NEVER) {
            target = rate;
        }
        rate = Math.max((double) options.minimum(), rate * (1 - alpha / 2));
        rises = 0;
        byteRises = 0;
        bytesLeft = options.increaseBytes();
        nextRise = nextCheck + options.increaseTimerNs();
        nextCheck = NEVER;
    }

    /** One rise, behind so many of the timer and of the byte counter. */
    private void rise(int byTime, int byBytes) {
        int fast = options.fastRecovery();
        int least = options.increaseBytes() == 0 ? byTime : Math.min(byTime, byBytes);
        if (least > fast) {
            target = Math.min(line, target + options.hyperIncrease());
        } else if (Math.max(byTime, byBytes) >= fast) {
            target = Math.min(line, target + options.additiveIncrease());
        }
        rate = (rate + target) / 2;
        if (line - rate < 1) {
            rate = line;
            nextRise = NEVER;
        }
    }
}
