package io.qpscope.frame;

import io.qpscope.frame.Difference.Found;
import io.qpscope.frame.Difference.Kind;
import io.qpscope.frame.Tshark.Shown;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Holds one frame's fields against those that tshark shows, name by name. */
final class ParityComparison {
    private final Set<String> theirNames;
    private final Map<Found, String> found = new LinkedHashMap<>();
    private long compared;

    ParityComparison(Set<String> theirNames) {
        this.theirNames = theirNames;
    }

    /** What differs, each with the first frame in which it does. */
    Map<Found, String> found() {
        return found;
    }

    /** Pairs of fields that were held against each other. */
    long compared() {
        return compared;
    }

    void add(ParityComparison other) {
        other.found.forEach(found::putIfAbsent);
        compared += other.compared;
    }

    /**
     * @param place for people: file and frame
     */
    void frame(String where, String place, FieldTree tree, List<Shown> theirs) {
        Map<String, List<Field>> ours = new LinkedHashMap<>();
        tree.layers()
                .forEach(layer -> layer.fields()
                        .forEach(field -> ours.computeIfAbsent(
                                        field.name(), name -> new ArrayList<>())
                                .add(field)));
        Map<String, List<Shown>> shown = new LinkedHashMap<>();
        for (Shown field : theirs) {
            if (FrameFields.types().containsKey(field.name())) {
                List<Shown> same = shown.computeIfAbsent(field.name(), n -> new ArrayList<>());
                // A header of one field stands there twice: as header, and as field within.
                if (!same.contains(field)) {
                    same.add(field);
                }
            }
        }
        Set<String> names = new TreeSet<>(ours.keySet());
        names.addAll(shown.keySet());
        // One name for all reserved fields: whose is whose can't be said.
        names.remove("infiniband.reserved");
        for (String name : names) {
            compare(
                    where,
                    place,
                    name,
                    ours.getOrDefault(name, List.of()),
                    shown.getOrDefault(name, List.of()));
        }
    }

    private void compare(
            String where, String place, String name, List<Field> ours, List<Shown> theirs) {
        if (!theirNames.contains(name)) {
            note(where, Kind.UNNAMED, name, place);
            return;
        }
        if (ours.size() != theirs.size()) {
            Kind kind = ours.size() > theirs.size() ? Kind.OURS_ONLY : Kind.THEIRS_ONLY;
            note(where, kind, name, place + ": " + ours + " and " + theirs);
        }
        for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
            Field our = ours.get(i);
            Shown their = theirs.get(i);
            compared++;
            if (!sameValue(our, their)) {
                note(where, Kind.VALUE, name, place + ": " + our + " and " + their);
            }
            if (our.bits() > 0 && !samePlace(our, their)) {
                note(where, Kind.PLACE, name, place + ": " + our + " and " + their);
            }
        }
    }

    private void note(String where, Kind kind, String name, String sample) {
        found.putIfAbsent(new Found(where, kind, name), sample);
    }

    /** tshark's bit fields lie anywhere in the bytes that it names; others are those bytes. */
    private static boolean samePlace(Field our, Shown their) {
        int from = our.offset() * 8 + our.bitOffset();
        boolean inside =
                from >= their.at() * 8 && from + our.bits() <= (their.at() + their.size()) * 8;
        boolean bytes = our.bitOffset() == 0 && our.bits() % 8 == 0;
        return inside && (!bytes || our.bits() == their.size() * 8);
    }

    private static boolean sameValue(Field our, Shown their) {
        if (our.name().equals("frame.time_epoch")) {
            return their.show().replace(".", "").equals(String.valueOf(our.value()));
        }
        if (our.value() instanceof String hex) {
            return hex.equals(their.value());
        }
        String number = our.value() instanceof Boolean flag ? flag ? "1" : "0" : our.value() + "";
        return number.equals(decimal(their.show()))
                || (their.value() != null && number.equals(decimal("0x" + their.value())));
    }

    private static String decimal(String show) {
        String text = show.startsWith("0x") ? show.substring(2) : show;
        try {
            return Long.toUnsignedString(
                    Long.parseUnsignedLong(text, show.startsWith("0x") ? 16 : 10));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
