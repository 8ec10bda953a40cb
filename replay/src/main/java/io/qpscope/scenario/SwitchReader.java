package io.qpscope.scenario;

import io.qpscope.fabric.EcnCurve;
import io.qpscope.fabric.PauseControl;
import io.qpscope.fabric.Presets;
import io.qpscope.fabric.SwitchOptions;
import io.qpscope.fabric.WatchdogOptions;
import io.qpscope.fault.yaml.Names;
import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.YamlMap;
import io.qpscope.fault.yaml.YamlNode;
import io.qpscope.fault.yaml.YamlNode.Kind;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Reads what belongs to one switch. */
final class SwitchReader {
    static final List<String> PRESETS =
            List.of("ns3-rdma", "ns3-rdma-dynamic", "hpcc", "dcqcn", "sonic");

    private static final int PRIORITIES = 8;
    private static final long MOST_BYTES = 1L << 40;
    private static final long DAY = 86_400L * 1_000_000_000L;
    private static final long HPCC_RATE = 100_000_000_000L;
    private static final long HPCC_DELAY = 1_000;

    private final Problems problems;

    SwitchReader(Problems problems) {
        this.problems = problems;
    }

    private static SwitchOptions preset(String name) {
        if (name == null) {
            return new SwitchOptions();
        }
        return switch (name) {
            case "ns3-rdma" -> Presets.ns3Rdma();
            case "ns3-rdma-dynamic" -> Presets.ns3RdmaDynamic();
            case "hpcc" -> Presets.hpcc(HPCC_RATE, HPCC_DELAY);
            case "dcqcn" -> Presets.dcqcn();
            default -> Presets.sonic();
        };
    }

    SwitchOptions options(YamlMap map, String fabric) {
        SwitchOptions options = preset(map.choice("preset", PRESETS, fabric));
        if (map.has("buffer")) {
            options.bufferBytes(map.bytes("buffer", 1, MOST_BYTES, 0));
        }
        if (map.has("cell")) {
            options.cellBytes((int) map.bytes("cell", 1, 65_536, 1));
        }
        if (map.has("lossless")) {
            options.lossless(priorities(map.get("lossless"), map, "lossless"));
        }
        pauses(map, options);
        if (map.has("ecn")) {
            ecn(map, map.get("ecn"), options);
        }
        weights(map.get("weights"), options);
        if (map.has("strict")) {
            options.strict(priorities(map.get("strict"), map, "strict"));
        }
        if (map.has("watchdog")) {
            watchdog(map, map.get("watchdog"), options);
        }
        if (map.has("laneBuffer")) {
            options.laneBufferBytes(map.bytes("laneBuffer", 64, MOST_BYTES, 0));
        }
        options.decrementsTtl(map.flag("decrementsTtl", true));
        return options;
    }

    private void pauses(YamlMap map, SwitchOptions options) {
        if (map.has("alpha") && map.has("xoff")) {
            map.wrong("xoff", "one of alpha (of the free buffer) and xoff (bytes) is enough");
        }
        if (map.has("alpha")) {
            options.alpha(share(map, "alpha"));
        }
        if (map.has("xoff")) {
            options.staticXoff(map.bytes("xoff", 0, MOST_BYTES, 0));
        }
        if (map.has("xonOffset")) {
            options.xonOffset(map.bytes("xonOffset", 0, MOST_BYTES, 0));
        }
        if (map.has("headroom")) {
            options.headroom(map.bytes("headroom", 0, MOST_BYTES, 0));
        }
        if (map.has("reserve")) {
            options.reserve(map.bytes("reserve", 0, MOST_BYTES, 0));
        }
        if (map.has("lossyAlpha")) {
            options.lossyAlpha(share(map, "lossyAlpha"));
        }
        if (map.has("pauseQuanta")) {
            options.pauseQuanta(
                    (int) map.number("pauseQuanta", 1, PauseControl.LONGEST, PauseControl.LONGEST));
        }
    }

    /** A share of what is free may be more than all of it: 1/16, 0.125, 8. */
    private static double share(YamlMap map, String key) {
        String text = map.text(key, "1");
        if (text.matches("1/\\d{1,4}") && !text.matches("1/0+")) {
            return 1.0 / Integer.parseInt(text.substring(2));
        }
        if (text.matches("\\d{1,4}(\\.\\d{1,9})?")) {
            return Double.parseDouble(text);
        }
        map.wrong(key, "'" + Names.shown(text) + "': expected a factor, as 1/16, 0.125 or 8");
        return 1;
    }

    private int[] priorities(YamlNode node, YamlMap map, String key) {
        List<YamlNode> items = node.kind() == Kind.TEXT ? List.of(node) : node.items();
        if (node.kind() != Kind.TEXT && node.kind() != Kind.LIST) {
            map.wrong(key, "expected priorities, 0 to 7, found " + node.kind());
        }
        int[] all = new int[items.size()];
        for (int i = 0; i < all.length; i++) {
            String text = items.get(i).text();
            if (!text.matches("[0-7]")) {
                map.wrong(key, "'" + Names.shown(text) + "': expected priorities, 0 to 7");
                return new int[0];
            }
            all[i] = text.charAt(0) - '0';
        }
        return all;
    }

    private void ecn(YamlMap owner, YamlNode node, SwitchOptions options) {
        if (node.kind() != Kind.MAP) {
            if (owner.flag("ecn", false)) {
                owner.wrong("ecn", "expected {kMin: 100KB, kMax: 400KB, pMax: 0.2}, or false");
            }
            for (int i = 0; i < PRIORITIES; i++) {
                options.ecn(i, null);
            }
            return;
        }
        YamlMap map = new YamlMap(node, "ecn", problems);
        int priority = (int) map.number("priority", 0, PRIORITIES - 1, 3);
        map.require("kMin");
        map.require("kMax");
        long kMin = map.bytes("kMin", 0, MOST_BYTES, 0);
        long kMax = map.bytes("kMax", 0, MOST_BYTES, kMin);
        double pMax = map.fraction("pMax", 1);
        if (kMax < kMin) {
            map.wrong("kMax", "expected kMin or more");
        } else {
            options.ecn(priority, new EcnCurve(kMin, kMax, pMax));
        }
        map.end();
    }

    private void weights(YamlNode node, SwitchOptions options) {
        if (node == null) {
            return;
        }
        YamlMap map = new YamlMap(node, "weights", problems);
        for (int i = 0; i < PRIORITIES; i++) {
            String key = String.valueOf(i);
            if (map.has(key)) {
                options.weight(i, (int) map.number(key, 1, 1000, 1));
            }
        }
        map.end();
    }

    private void watchdog(YamlMap owner, YamlNode node, SwitchOptions options) {
        if (node.kind() == Kind.TEXT && node.text().equals("false")) {
            options.watchdog(null);
            return;
        }
        if (node.kind() != Kind.MAP) {
            owner.choice("watchdog", List.of("sonic", "false"), "sonic");
            options.watchdog(WatchdogOptions.SONIC);
            return;
        }
        YamlMap map = new YamlMap(node, "watchdog", problems);
        WatchdogOptions usual = WatchdogOptions.SONIC;
        WatchdogOptions chosen = new WatchdogOptions(
                map.duration("detect", 1, DAY, usual.detectionNs()),
                map.duration("restore", 1, DAY, usual.restorationNs()),
                map.duration("poll", 1, DAY, usual.pollNs()),
                one(map, "action", WatchdogOptions.Action.values(), usual.action()),
                one(map, "criterion", WatchdogOptions.Criterion.values(), usual.criterion()));
        if (map.choice("at", List.of("all", "hosts"), "all").equals("hosts")) {
            options.watchdogAtHostsOnly();
        }
        map.end();
        options.watchdog(chosen);
    }

    private static <E extends Enum<E>> E one(YamlMap map, String key, E[] all, E fallback) {
        List<String> names = Arrays.stream(all)
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .toList();
        String name = map.choice(key, names, fallback.name().toLowerCase(Locale.ROOT));
        return all[names.indexOf(name)];
    }
}
