package io.qpscope.session;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts events of one sender by kind and keeps the first frames of each. Bounded. */
public final class ObservationLog {
    static final int MAX_FRAMES = 20;

    /** Most flows never need it. */
    private Map<Observation.Kind, Entry> entries = Map.of();

    public void add(Observation.Kind kind, long frame, long value) {
        add(kind, frame, value, "");
    }

    /** The largest value stays. */
    public void add(Observation.Kind kind, long frame, long value, String text) {
        if (entries.isEmpty()) {
            entries = new EnumMap<>(Observation.Kind.class);
        }
        Entry entry = entries.computeIfAbsent(kind, unused -> new Entry());
        entry.count++;
        if (value > entry.value || entry.text.isEmpty()) {
            entry.value = Math.max(value, entry.value);
            entry.text = text;
        }
        entry.frame(frame);
    }

    /** Several events of one kind at once. */
    void addMany(Observation.Kind kind, long frame, long count) {
        add(kind, frame, count);
        entries.get(kind).count += count - 1;
    }

    /** Another frame that the last event of a kind is seen by. */
    void also(Observation.Kind kind, long frame) {
        Entry entry = entries.get(kind);
        if (entry != null) {
            entry.frame(frame);
        }
    }

    /** Takes back all events of a kind. */
    void forget(Observation.Kind kind) {
        if (!entries.isEmpty()) {
            entries.remove(kind);
        }
    }

    /** Takes back one event, as when a late packet shows that nothing was lost. */
    void withdraw(Observation.Kind kind, long frame) {
        Entry entry = entries.get(kind);
        if (entry != null) {
            entry.count--;
            entry.frames.remove(frame);
            if (entry.count <= 0) {
                entries.remove(kind);
            }
        }
    }

    public long count(Observation.Kind kind) {
        Entry entry = entries.get(kind);
        return entry == null ? 0 : entry.count;
    }

    List<Long> frames(Observation.Kind kind) {
        Entry entry = entries.get(kind);
        return entry == null ? List.of() : List.copyOf(entry.frames);
    }

    public void report(int session, Side from, List<Observation> into) {
        entries.forEach((kind, entry) -> into.add(new Observation(
                kind,
                session,
                from,
                List.copyOf(entry.frames),
                entry.count,
                entry.value,
                entry.text)));
    }

    private static final class Entry {
        private final List<Long> frames = new ArrayList<>(2);
        private long count;
        private long value;
        private String text = "";

        private void frame(long frame) {
            if (frame > 0 && frames.size() < MAX_FRAMES && !frames.contains(frame)) {
                frames.add(frame);
            }
        }
    }
}
