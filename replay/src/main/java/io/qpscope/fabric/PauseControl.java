package io.qpscope.fabric;

import io.qpscope.wire.Ethernet;
import io.qpscope.wire.MacPause;
import io.qpscope.wire.MacPfc;
import io.qpscope.wire.PauseQuanta;

import java.util.Arrays;

/**
 * Priority-based flow control of one Ethernet port, both halves: which classes the peer has stopped,
 * and which ones it shall stop (IEEE 802.1Q, clause 36). A stop is repeated at half its time for as
 * long as it holds.
 */
public final class PauseControl extends FlowControl {
    /** The longest: 65535 quanta of 512 bit times. */
    public static final int LONGEST = 0xffff;

    private static final int CLASSES = MacPfc.CLASSES;
    private static final int ALL = 0xff;

    private final Port port;
    private final Network network;
    private final MacPfc pfc = new MacPfc();
    private final MacPause pause = new MacPause();
    private final long reactionNs;

    // What the peer asked for.
    private final long[] until = new long[CLASSES];
    private final long[] since = new long[CLASSES];
    private final long[] pausedNs = new long[CLASSES];
    private final long[] heard = new long[CLASSES];
    private int paused;
    private int ignored;
    private final PacketQueue waiting = new PacketQueue();

    // What we ask for.
    private int quanta = LONGEST;
    private int stopped;
    private int pending;
    private int forced;
    private int forcedQuanta;
    private boolean muted;
    private final long[] asked = new long[CLASSES];

    private final Timer expiry = new Timer() {
        @Override
        void fire(long now) {
            expire(now);
        }
    };
    private final Timer reaction = new Timer() {
        @Override
        void fire(long now) {
            react(now);
        }
    };
    private final Timer refresh = new Timer() {
        @Override
        void fire(long now) {
            pending |= stopped;
            repeat(now);
            port.kick(now);
        }
    };

    PauseControl(Port port) {
        this.port = port;
        network = port.network;
        reactionNs = network.options.pauseReactionNs;
    }

    /** Quanta of 512 bit times that a stop asks for, 1 to 65535. */
    public PauseControl quanta(int count) {
        if (count < 1 || count > LONGEST) {
            throw new IllegalArgumentException(count + " quanta, expected 1 to " + LONGEST);
        }
        quanta = count;
        return this;
    }

    /** Whether the peer has stopped a class. */
    public boolean isPaused(int trafficClass) {
        return (paused & 1 << trafficClass) != 0;
    }

    /** How long the peer has held a class, up to now; nanoseconds. */
    public long pausedNs(int trafficClass) {
        return pausedNs(trafficClass, network.now());
    }

    /** Since when the peer holds a class without a break; meaningless while it does not. */
    long pausedSince(int trafficClass) {
        return since[trafficClass];
    }

    long pausedNs(int trafficClass, long now) {
        return pausedNs[trafficClass] + (isPaused(trafficClass) ? now - since[trafficClass] : 0);
    }

    /** Frames that asked to stop a class. */
    public long stopsHeard(int trafficClass) {
        return heard[trafficClass];
    }

    /** Frames of ours that asked to stop a class. */
    public long stopsSent(int trafficClass) {
        return asked[trafficClass];
    }

    /** Whether we hold a class of the peer's. */
    public boolean isStopping(int trafficClass) {
        return (stopped & 1 << trafficClass) != 0;
    }

    int stopping() {
        return stopped;
    }

    /** Asks the peer to stop a class, until {@link #go}. */
    void stop(int trafficClass, long now) {
        int bit = 1 << trafficClass;
        if ((stopped & bit) == 0) {
            stopped |= bit;
            pending |= bit;
            if (!refresh.armed()) {
                repeat(now);
            }
            port.kick(now);
        }
    }

    void go(int trafficClass, long now) {
        int bit = 1 << trafficClass;
        if ((stopped & bit) != 0) {
            stopped &= ~bit;
            pending |= bit;
            port.kick(now);
        }
    }

    private void repeat(long now) {
        if (stopped != 0) {
            long half = PauseQuanta.ns(quanta, port.bitsPerSecond()) / 2;
            network.events.arm(refresh, now + Math.max(1, half));
        }
    }

    /**
     * Sends one frame that asks to stop classes, whatever the buffers say: what a broken adapter
     * does.
     *
     * @param classes a bit each
     * @param time quanta; 0 asks to go on
     */
    public void force(int classes, int time) {
        forces(classes & ALL, time);
    }

    private void forces(int what, int time) {
        forced = what;
        forcedQuanta = time & LONGEST;
        if (port.node instanceof Host host) {
            long lastsNs = PauseQuanta.ns(forcedQuanta, port.bitsPerSecond());
            host.receiveBuffer().forced(lastsNs, network.now());
        }
        port.kick(network.now());
    }

    /**
     * Sends one PAUSE frame, which stops all classes.
     *
     * @param time quanta; 0 asks to go on
     */
    public void forcePause(int time) {
        forces(ALL + 1, time);
    }

    /** Says nothing any more: what a watchdog of an adapter does to it. */
    void mute(boolean on) {
        muted = on;
    }

    boolean isMuted() {
        return muted;
    }

    /** Goes on with a class whatever the peer says, or listens again. */
    void ignore(int trafficClass, boolean on, long now) {
        int bit = 1 << trafficClass;
        ignored = on ? ignored | bit : ignored & ~bit;
        port.kick(now);
    }

    @Override
    int open(int lanes) {
        return lanes & ~(paused & ~ignored);
    }

    @Override
    boolean isOpen(int lane) {
        return (paused & ~ignored & 1 << lane) == 0;
    }

    @Override
    boolean hasControl() {
        return pending != 0 || forced != 0;
    }

    @Override
    Packet control(long now) {
        if (!hasControl()) {
            return null;
        }
        if (muted) {
            pending = 0;
            forced = 0;
            return null;
        }
        port.counters.flowControlSent++;
        if (forced > ALL) {
            forced = 0;
            return network.control(PauseFrames.pause(network.pool, port.mac, forcedQuanta));
        }
        boolean force = forced != 0;
        int classes = force ? forced : pending;
        int stops = force ? ALL : stopped;
        int time = force ? forcedQuanta : quanta;
        forced = force ? 0 : forced;
        pending = force ? pending : 0;
        for (int i = 0; i < CLASSES; i++) {
            asked[i] += time != 0 && (classes & stops & 1 << i) != 0 ? 1 : 0;
        }
        return network.control(PauseFrames.pfc(network.pool, port.mac, classes, stops, time));
    }

    @Override
    void heard(Packet control, long now) {
        port.counters.flowControlReceived++;
        if (reactionNs == 0) {
            obey(control, now);
            network.consumed(control);
        } else {
            control.at = now + reactionNs;
            waiting.add(control);
            if (!reaction.armed()) {
                network.events.arm(reaction, control.at);
            }
        }
    }

    private void react(long now) {
        Packet first = waiting.remove();
        obey(first, now);
        network.consumed(first);
        if (!waiting.isEmpty()) {
            network.events.arm(reaction, waiting.peek().at);
        }
    }

    private void obey(Packet control, long now) {
        if (PauseFrames.isPfc(control)) {
            pfc.wrap(control.bytes, Ethernet.LENGTH);
            int classes = pfc.classes();
            for (int i = 0; i < CLASSES; i++) {
                if ((classes & 1 << i) != 0) {
                    obey(i, pfc.pauseTime(i), now);
                }
            }
        } else if (PauseFrames.isPause(control)) {
            pause.wrap(control.bytes, Ethernet.LENGTH);
            for (int i = 0; i < CLASSES; i++) {
                obey(i, pause.pauseTime(), now);
            }
        }
        waitForExpiry(now);
        port.kick(now);
    }

    private void obey(int trafficClass, int time, long now) {
        if (time == 0) {
            resume(trafficClass, now);
            return;
        }
        heard[trafficClass]++;
        until[trafficClass] = now + PauseQuanta.ns(time, port.bitsPerSecond());
        if (!isPaused(trafficClass)) {
            paused |= 1 << trafficClass;
            since[trafficClass] = now;
        }
    }

    private void resume(int trafficClass, long now) {
        if (isPaused(trafficClass)) {
            paused &= ~(1 << trafficClass);
            pausedNs[trafficClass] += now - since[trafficClass];
        }
    }

    private void expire(long now) {
        for (int i = 0; i < CLASSES; i++) {
            if (isPaused(i) && until[i] <= now) {
                resume(i, now);
            }
        }
        waitForExpiry(now);
        port.kick(now);
    }

    private void waitForExpiry(long now) {
        long first = Long.MAX_VALUE;
        for (int i = 0; i < CLASSES; i++) {
            first = isPaused(i) ? Math.min(first, until[i]) : first;
        }
        if (first == Long.MAX_VALUE) {
            network.events.disarm(expiry);
        } else {
            network.events.arm(expiry, Math.max(first, now));
        }
    }

    @Override
    void sent(Packet packet, long now) {
        // Pauses count nothing.
    }

    @Override
    boolean arrived(Packet packet, long now) {
        return true;
    }

    @Override
    void down(long now) {
        for (int i = 0; i < CLASSES; i++) {
            resume(i, now);
        }
        Arrays.fill(until, 0);
        network.events.disarm(expiry);
        pending = stopped;
    }
}
