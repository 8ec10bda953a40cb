package io.qpscope.session;

import io.qpscope.wire.MacPfc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * What a capture does not tell of flow control.
 *
 * @param bitsPerSecond speed of the links; 0 = what the capture says of its interface, if anything
 * @param classOfDscp 64 entries: the class that a packet without VLAN tag is sent in, or -1
 * @param cnpDscp what CNPs should bear here, or -1 for anything
 */
public record PauseOptions(long bitsPerSecond, List<Integer> classOfDscp, int cnpDscp) {
    private static final int CODE_POINTS = 64;

    /** Packets without a tag have no class that we know. */
    public static final PauseOptions DEFAULT =
            new PauseOptions(0, Collections.nCopies(CODE_POINTS, -1), -1);

    public PauseOptions {
        if (bitsPerSecond < 0
                || classOfDscp.size() != CODE_POINTS
                || classOfDscp.stream().anyMatch(c -> c < -1 || c >= MacPfc.CLASSES)
                || cnpDscp < -1
                || cnpDscp >= CODE_POINTS) {
            throw new IllegalArgumentException(
                    "expected a speed, 64 classes of -1 to 7, and a code point of -1 to 63");
        }
        classOfDscp = List.copyOf(classOfDscp);
    }

    /** With classes by DSCP; code points that are not named have none. */
    public static PauseOptions of(long bitsPerSecond, Map<Integer, Integer> classes) {
        List<Integer> all = new ArrayList<>(DEFAULT.classOfDscp);
        classes.forEach(all::set);
        return new PauseOptions(bitsPerSecond, all, -1);
    }

    /** The same with a code point that CNPs should bear. */
    public PauseOptions cnps(int dscp) {
        return new PauseOptions(bitsPerSecond, classOfDscp, dscp);
    }
}
