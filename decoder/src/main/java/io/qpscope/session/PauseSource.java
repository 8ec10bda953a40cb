package io.qpscope.session;

import io.qpscope.wire.MacPfc;

import java.util.ArrayList;
import java.util.List;

/** A sender of PAUSE or PFC frames on one interface. */
final class PauseSource {
    /** Index behind those of the classes: PAUSE, which stops them all. */
    static final int ALL = MacPfc.CLASSES;

    final long mac;
    final PausedClass[] classes = new PausedClass[MacPfc.CLASSES + 1];
    /** What it stops. */
    final List<Lane> lanes = new ArrayList<>(2);

    long shortFrames;
    long firstShortFrame;

    PauseSource(long mac) {
        this.mac = mac;
    }

    PausedClass of(int index) {
        if (classes[index] == null) {
            classes[index] = new PausedClass();
        }
        return classes[index];
    }

    long untilNs(int index) {
        return classes[index] == null ? Long.MIN_VALUE : classes[index].clock.untilNs();
    }
}
