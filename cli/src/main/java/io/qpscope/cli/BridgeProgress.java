package io.qpscope.cli;

import io.qpscope.bridge.Bridge;
import io.qpscope.bridge.Way;
import io.qpscope.fault.RuleCount;

import java.io.PrintWriter;
import java.util.List;

/** One line on a terminal about a bridge, and a word of warning when it loses frames. */
final class BridgeProgress {
    private static final long NEXT_NS = 250_000_000L;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter err;
    private final List<String> names;
    private final Bridge bridge;
    private final boolean terminal = Terminal.hasErrors();
    private long due;
    private boolean shown;
    private boolean warned;

    BridgeProgress(PrintWriter err, List<String> names, Bridge bridge) {
        this.err = err;
        this.names = names;
        this.bridge = bridge;
    }

    void look(long elapsedNs) {
        if (elapsedNs < due) {
            return;
        }
        due = elapsedNs + NEXT_NS;
        for (int i = 0; i < names.size(); i++) {
            warn(names.get(i), bridge.way(i));
        }
        if (terminal) {
            show(elapsedNs);
        }
    }

    private void warn(String name, Way way) {
        if (way.tooLong() > 0 && !warned) {
            warned = true;
            done();
            err.println("qpscope: frames that come in at " + name
                    + " are longer than the other side carries: turn offloads off, as ethtool -K "
                    + name + " gro off lro off, and tso off gso off at their sender");
        }
    }

    private void show(long elapsedNs) {
        long faults = 0;
        if (bridge.engine() != null) {
            for (RuleCount count : bridge.engine().counts()) {
                faults += count.fires();
            }
        }
        err.print(CLEAR + elapsedNs / SECOND_NS + " s: " + names.get(0) + " "
                + bridge.way(0).frames() + " frames in, " + names.get(1) + " "
                + bridge.way(1).frames() + "; " + faults + " faults, " + lost() + " not sent");
        err.flush();
        shown = true;
    }

    /** Not by the plan. */
    private long lost() {
        long lost = 0;
        for (int i = 0; i < names.size(); i++) {
            lost += bridge.way(i).tooLong() + bridge.way(i).refused();
        }
        return lost;
    }

    /** Takes the line away. */
    void done() {
        if (shown) {
            err.print(CLEAR);
            err.flush();
            shown = false;
        }
    }
}
