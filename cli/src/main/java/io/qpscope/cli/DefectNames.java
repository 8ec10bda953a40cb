package io.qpscope.cli;

import io.qpscope.endpoint.Defect;
import io.qpscope.endpoint.iwarp.StreamDefect;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Names of the faults that an endpoint can be given on purpose: RoCE's, then iWARP's. */
final class DefectNames implements Iterable<String> {
    static final List<String> ALL = all();

    private static List<String> all() {
        List<String> names = new ArrayList<>();
        for (Defect each : Defect.values()) {
            names.add(each.name());
        }
        for (StreamDefect each : StreamDefect.values()) {
            names.add(each.name());
        }
        return List.copyOf(names);
    }

    @Override
    public Iterator<String> iterator() {
        return ALL.iterator();
    }
}
