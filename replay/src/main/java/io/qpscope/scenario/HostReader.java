package io.qpscope.scenario;

import io.qpscope.endpoint.Defect;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.Profile.Recovery;
import io.qpscope.endpoint.iwarp.IwarpProfile;
import io.qpscope.endpoint.iwarp.StreamDefect;
import io.qpscope.fabric.CnpOptions;
import io.qpscope.fabric.DcqcnOptions;
import io.qpscope.fabric.HostOptions;
import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.YamlMap;
import io.qpscope.fault.yaml.YamlNode;
import io.qpscope.fault.yaml.YamlNode.Kind;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Reads what belongs to one host. */
final class HostReader {
    private static final long MOST_BYTES = 1L << 32;
    private static final long MS = 1_000_000;
    private static final List<String> RECOVERIES =
            List.of("go-back-n", "go-back-0", "selective-repeat");
    private static final List<String> DEFECTS =
            Arrays.stream(Defect.values()).map(Defect::name).toList();
    private static final List<String> STREAM_DEFECTS =
            Arrays.stream(StreamDefect.values()).map(StreamDefect::name).toList();

    private final Problems problems;
    private final Profile fallback;

    HostReader(Problems problems, Profile fallback) {
        this.problems = problems;
        this.fallback = fallback;
    }

    static List<String> profiles() {
        return Profile.all().stream().map(Profile::name).toList();
    }

    Profile profile(YamlMap map) {
        Profile profile = Profile.of(map.choice("profile", profiles(), fallback.name()));
        String recovery = map.choice("recovery", RECOVERIES, null);
        if (recovery != null) {
            String name = recovery.toUpperCase(Locale.ROOT).replace('-', '_');
            profile = profile.with(Recovery.valueOf(name));
        }
        String defect = defect(map);
        return DEFECTS.contains(defect) ? profile.with(Defect.valueOf(defect)) : profile;
    }

    private static String defect(YamlMap map) {
        List<String> all = new ArrayList<>(DEFECTS);
        all.addAll(STREAM_DEFECTS);
        return map.choice("defect", all, "");
    }

    /** What its iWARP streams are like; what is wrong is told by {@link #profile}. */
    static IwarpProfile iwarp(YamlMap map) {
        String defect = map.text("defect", "");
        return STREAM_DEFECTS.contains(defect)
                ? IwarpProfile.RFC.with(StreamDefect.valueOf(defect))
                : IwarpProfile.RFC;
    }

    HostOptions options(YamlMap map, String preset) {
        HostOptions options = new HostOptions();
        boolean limits = "ns3-rdma".equals(preset) || "dcqcn".equals(preset);
        DcqcnOptions usual =
                limits ? DcqcnOptions.DEFAULT.increaseTimerNs(55_000) : DcqcnOptions.DEFAULT;
        dcqcn(map, options, usual, limits);
        cnp(map, options);
        receiver(map, options);
        if (map.has("laneBuffer")) {
            options.laneBufferBytes(map.bytes("laneBuffer", 64, MOST_BYTES, 32 * 1024));
        }
        return options;
    }

    private void dcqcn(YamlMap map, HostOptions options, DcqcnOptions usual, boolean byPreset) {
        YamlNode node = map.get("dcqcn");
        if (node == null || node.kind() != Kind.MAP) {
            boolean on = map.flag("dcqcn", byPreset);
            options.dcqcn(on ? usual : null);
            return;
        }
        YamlMap keys = new YamlMap(node, "dcqcn", problems);
        DcqcnOptions chosen =
                usual.increaseTimerNs(keys.duration("increaseTimer", 1, 1_000 * MS, 300_000));
        chosen = chosen.increases(
                keys.rate("additiveIncrease", 1, 1_000_000_000_000L, chosen.additiveIncrease()),
                keys.rate("hyperIncrease", 1, 1_000_000_000_000L, chosen.hyperIncrease()));
        chosen = chosen.increaseBytes(keys.bytes("byteCounter", 0, MOST_BYTES, 0));
        double g = keys.fraction("g", chosen.g());
        if (g > 0) {
            chosen = chosen.g(g);
        } else {
            keys.wrong("g", "expected more than 0");
        }
        keys.end();
        options.dcqcn(chosen);
    }

    private void cnp(YamlMap map, HostOptions options) {
        YamlNode node = map.get("cnp");
        if (node == null) {
            return;
        }
        if (node.kind() != Kind.MAP) {
            options.cnp(map.flag("cnp", true) ? CnpOptions.DEFAULT : null);
            return;
        }
        YamlMap keys = new YamlMap(node, "cnp", problems);
        List<String> scopes = new ArrayList<>();
        for (CnpOptions.Scope scope : CnpOptions.Scope.values()) {
            scopes.add(scope.name().toLowerCase(Locale.ROOT));
        }
        String scope = keys.choice("scope", scopes, "qp").toUpperCase(Locale.ROOT);
        long gap = keys.duration("gap", 0, 1_000 * MS, 50_000);
        options.cnpDscp((int) keys.number("dscp", 0, 63, 48));
        keys.end();
        options.cnp(new CnpOptions(CnpOptions.Scope.valueOf(scope), gap));
    }

    private void receiver(YamlMap map, HostOptions options) {
        options.receiveRate(map.rate("receiveRate", 1, 10_000_000_000_000L, 0));
        YamlNode node = map.get("receiveBuffer");
        if (node != null) {
            YamlMap keys = new YamlMap(node, "receiveBuffer", problems);
            long size = keys.bytes("size", 4096, MOST_BYTES, 256 * 1024);
            long xoff = keys.bytes("xoff", 0, size, size / 2);
            options.receiveBuffer(size, xoff, keys.bytes("xon", 0, xoff, xoff / 2));
            keys.end();
        }
        if (map.has("pauseStall")) {
            options.pauseStall(map.duration("pauseStall", 80 * MS, 8_000 * MS, 100 * MS));
        }
    }
}
