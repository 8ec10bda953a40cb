package io.qpscope.cli;

import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

import java.util.Arrays;
import java.util.Set;

/** What {@code replay} is asked for, and the options that mean something to it. */
final class ReplayMode {
    static final ReplayMode SCENARIOS = new ReplayMode(
            "scenarios", "--list", "--junit", "--json", "--pcap", "--html", "--seed");

    static final ReplayMode EXPORT = new ReplayMode(
            "--from",
            "--from",
            "--episode",
            "--pause",
            "--session",
            "--output",
            "--profile",
            "--roce-port",
            "--link-speed",
            "--dscp-map",
            "--cnp-dscp");

    static final ReplayMode FRAMES = new ReplayMode(
            "an interface",
            "--to",
            "--speed",
            "--loop",
            "--preflight",
            "--roce-port",
            "--map-ip",
            "--map-mac",
            "--src-mac",
            "--dst-mac",
            "--map-qpn",
            "--map-rkey",
            "--psn-offset",
            "--va-offset",
            "--checksums",
            "--interface",
            "--decapsulate");

    private static final Set<String> ALWAYS = Set.of("--color", "--debug");

    private final String words;
    private final Set<String> options;

    private ReplayMode(String words, String... options) {
        this.words = words;
        this.options = Set.of(options);
    }

    /** What is wrong with an option that would mean nothing; null when all mean something. */
    String objection(ParseResult given) {
        for (OptionSpec option : given.matchedOptions()) {
            boolean takes = Arrays.stream(option.names())
                    .anyMatch(name -> options.contains(name) || ALWAYS.contains(name));
            if (!takes) {
                return option.longestName() + " does not go with " + words;
            }
        }
        return null;
    }
}
