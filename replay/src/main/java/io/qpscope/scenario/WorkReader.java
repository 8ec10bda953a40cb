package io.qpscope.scenario;

import io.qpscope.endpoint.Verb;
import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.YamlMap;
import io.qpscope.fault.yaml.YamlNode;
import io.qpscope.fault.yaml.YamlNode.Kind;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.scenario.WorkPlan.Rkey;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads {@code work} of a flow. */
final class WorkReader {
    private static final int WORD = 8;
    private static final List<String> KEYS = List.of("right", "wrong", "unfit");

    private final Problems problems;

    WorkReader(Problems problems) {
        this.problems = problems;
    }

    /** Null where the flow has none. */
    WorkPlan read(YamlMap flow) {
        YamlNode list = flow.get("work");
        if (list == null) {
            if (flow.has("memory")) {
                flow.wrong("memory", "goes with 'work'");
            }
            return null;
        }
        for (String key : List.of("verb", "size", "count", "rkey")) {
            if (flow.has(key)) {
                flow.wrong(key, "each message of 'work' has its own");
            }
        }
        if (list.kind() != Kind.LIST
                || list.items().isEmpty()
                || list.items().size() > WorkPlan.MOST_ITEMS) {
            problems.add(
                    list,
                    "work: expected a list of 1 to " + WorkPlan.MOST_ITEMS
                            + " messages, as: - {verb: write, size: 4KiB}");
            return null;
        }
        List<Item> items = new ArrayList<>();
        int free = 0;
        int end = 0;
        for (YamlNode node : list.items()) {
            Item item = item(new YamlMap(node, "a message", problems), free);
            items.add(item);
            free = Math.max(free, item.next());
            end = Math.max(end, item.next());
            if (end > WorkPlan.MOST_MEMORY) {
                problems.add(node, "work: more than " + WorkPlan.MOST_MEMORY + " bytes of memory");
                return null;
            }
        }
        int memory = (int) flow.bytes("memory", WORD, WorkPlan.MOST_MEMORY, end);
        for (int i = 0; i < items.size(); i++) {
            check(items.get(i), memory, list.items().get(i));
        }
        return new WorkPlan(items, memory);
    }

    private void check(Item item, int memory, YamlNode node) {
        long end = (long) item.at() + item.extent();
        boolean inside = item.at() >= 0 && end <= memory;
        if (item.verb().isSend() && !inside) {
            problems.add(
                    node,
                    "work: a receive of " + item.room() + " bytes at " + item.at()
                            + " lies outside the memory of " + memory + " bytes");
        } else if (end > memory + WorkPlan.MOST_OUTSIDE) {
            problems.add(
                    node,
                    "work: ends " + (end - memory) + " bytes behind the memory of " + memory
                            + " bytes, expected at most " + WorkPlan.MOST_OUTSIDE);
        }
    }

    private static Item item(YamlMap map, int free) {
        Verb verb = FlowReader.VERBS.get(map.choice("verb", verbs(), "write"));
        boolean word = verb.isAtomic() || verb == Verb.ATOMIC_WRITE;
        int size = word ? WORD : (int) map.bytes("size", 0, WorkPlan.MOST_MEMORY / 2, 0);
        int at = (int) map.number("at", -WorkPlan.MOST_OUTSIDE, WorkPlan.MOST_MEMORY, free);
        int room = (int) map.bytes("room", 0, WorkPlan.MOST_MEMORY / 2, size);
        if (!verb.isSend() && map.has("room")) {
            map.wrong("room", "goes with a send, whose receive it is");
        }
        String key = map.choice("rkey", KEYS, KEYS.get(0)).toUpperCase(Locale.ROOT);
        boolean fence = map.flag("fence", false);
        map.end();
        return new Item(verb, size, at, room, Rkey.valueOf(key), fence);
    }

    private static Set<String> verbs() {
        Set<String> verbs = new LinkedHashSet<>(FlowReader.VERBS.keySet());
        verbs.remove(FlowReader.DATAGRAM);
        return verbs;
    }
}
