package io.qpscope.fabric;

/** A port that asks its peer to stop, again and again, whatever its buffers hold: a broken adapter. */
final class PauseStorm extends Timer {
    private final Port port;
    private final int classes;
    private final int quanta;
    private final long everyNs;
    private final long untilNs;

    PauseStorm(Port port, int classes, int quanta, long everyNs, long untilNs) {
        this.port = port;
        this.classes = classes;
        this.quanta = quanta;
        this.everyNs = everyNs;
        this.untilNs = untilNs;
    }

    @Override
    void fire(long now) {
        if (now < untilNs) {
            port.pauses().force(classes, quanta);
            port.network.events.arm(this, Math.min(now + everyNs, untilNs));
        }
    }
}
