package io.qpscope.cli;

import io.qpscope.fault.yaml.Names;
import io.qpscope.scenario.BuiltIns;

import picocli.CommandLine.Option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What goes with the running of scenarios. */
final class ScenarioOptions {
    @Option(names = "--list", description = "Lists the scenarios that come with the program.")
    private boolean list;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Scenarios: the verdicts as JUnit's XML, for CI.")
    private Path junit;

    @Option(names = "--json", description = "Scenarios: the verdicts as JSON on standard output.")
    private boolean json;

    @Option(
            names = "--pcap",
            paramLabel = "FILE",
            description = "Scenarios: what passed the taps as pcapng, an interface for each; with"
                    + " several scenarios their names are put into the file's.")
    private Path pcap;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Scenarios: the analysis of what passed the taps, and each port's queue,"
                    + " pauses and rate; named as with --pcap.")
    private Path html;

    boolean isList() {
        return list;
    }

    Path junit() {
        return junit;
    }

    boolean isJson() {
        return json;
    }

    Path pcap() {
        return pcap;
    }

    Path html() {
        return html;
    }

    /** Whether one of them was given. */
    boolean given() {
        return list || json || junit != null || pcap != null || html != null;
    }

    /** Whether these arguments are scenarios: one that is tells it of all. */
    boolean isScenarios(List<Path> files) {
        return list || files.stream().anyMatch(ScenarioOptions::isScenario);
    }

    private static boolean isScenario(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".yaml") || name.endsWith(".yml") || isBuiltIn(file);
    }

    /** A file of that name goes before. */
    static boolean isBuiltIn(Path file) {
        return Files.notExists(file) && BuiltIns.names().contains(file.toString());
    }

    /** The built-in that was meant by the name of a file that is not there; null for none. */
    static String near(Path file) {
        return Files.notExists(file) ? Names.nearest(file.toString(), BuiltIns.names()) : null;
    }

    /** A file of its own for each of several scenarios. */
    static Path named(Path file, String scenario, boolean several) {
        if (!several) {
            return file;
        }
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        String with = dot <= 0
                ? name + "-" + scenario
                : name.substring(0, dot) + "-" + scenario + name.substring(dot);
        return file.resolveSibling(with);
    }
}
