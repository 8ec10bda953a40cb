package io.qpscope.session.iwarp;

import io.qpscope.frame.FrameView;

import java.util.ArrayList;
import java.util.List;

/** Segments of one direction by what IP says of them. */
final class Traffic {
    private static final int CE = 3;

    long packets;
    long firstNs;
    long lastNs;
    long lastFrame;
    long ceMarked;
    private long dscpBits;
    private long pcpBits;

    void count(FrameView frame) {
        if (packets++ == 0) {
            firstNs = frame.timeNs();
        }
        lastNs = frame.timeNs();
        lastFrame = frame.number();
        dscpBits |= 1L << frame.dscp();
        if (frame.pcp() >= 0) {
            pcpBits |= 1L << frame.pcp();
        }
        if ((frame.trafficClass() & CE) == CE) {
            ceMarked++;
        }
    }

    List<Integer> dscp() {
        return values(dscpBits);
    }

    List<Integer> pcp() {
        return values(pcpBits);
    }

    private static List<Integer> values(long bits) {
        List<Integer> values = new ArrayList<>(1);
        for (int i = 0; i < Long.SIZE; i++) {
            if (((bits >>> i) & 1) != 0) {
                values.add(i);
            }
        }
        return values;
    }
}
