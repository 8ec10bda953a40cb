package io.qpscope.recording;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lays what a recording touched of its peer's memory side by side: one stretch for each key, as far
 * as it was touched, which keeps its places within a page.
 */
final class PeerMemory {
    private static final long PAGE = 4096;
    /** Farther apart than this, what one key names is taken for several stretches. */
    private static final long GAP = 1L << 20;

    /** From the first byte touched to behind the last. */
    private static final class Stretch {
        long from;
        long to;
        long base;

        Stretch(long from, long to) {
            this.from = from;
            this.to = to;
        }

        boolean near(long va, long end) {
            return va <= to + GAP && end >= from - GAP;
        }
    }

    private final Map<Integer, List<Stretch>> byKey = new LinkedHashMap<>();
    private long span;

    void touch(int key, long va, long length) {
        long end = va + length;
        List<Stretch> stretches = byKey.computeIfAbsent(key, k -> new ArrayList<>());
        for (Stretch each : stretches) {
            if (each.near(va, end)) {
                each.from = Math.min(each.from, va);
                each.to = Math.max(each.to, end);
                return;
            }
        }
        stretches.add(new Stretch(va, end));
    }

    /** After the last touch. */
    void lay() {
        for (List<Stretch> stretches : byKey.values()) {
            for (Stretch each : stretches) {
                each.base = (span + PAGE - 1) / PAGE * PAGE + Math.floorMod(each.from, PAGE);
                if (span == 0) {
                    // Alone it need not begin as far in a page: alignment to words is enough.
                    each.base = Math.floorMod(each.from, Long.BYTES);
                }
                span = each.base + each.to - each.from;
            }
        }
    }

    /** Bytes from the first stretch to behind the last. */
    long span() {
        return span;
    }

    /** Where it is now, counted from the beginning of the peer's memory. */
    long place(int key, long va) {
        for (Stretch each : byKey.get(key)) {
            if (va >= each.from && va <= each.to) {
                return each.base + va - each.from;
            }
        }
        throw new IllegalStateException("an address that was never touched");
    }
}
