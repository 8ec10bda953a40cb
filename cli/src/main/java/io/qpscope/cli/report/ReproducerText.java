package io.qpscope.cli.report;

import io.qpscope.fault.yaml.YamlNode;
import io.qpscope.fault.yaml.YamlNode.Entry;
import io.qpscope.fault.yaml.YamlWriter;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Rule;
import io.qpscope.fuzz.campaign.Found;
import io.qpscope.fuzz.oracle.CaseScenario;
import io.qpscope.scenario.Check;

import java.util.ArrayList;
import java.util.List;

/** The texts of a reproducer: its scenario, and what a person needs to know of it. */
public final class ReproducerText {
    private static final String EXPECT = "expect";

    private final String version;
    private final Found found;
    private final long seed;
    /** Null for the built-in endpoint. */
    private String repeat;

    /**
     * @param version of the program
     * @param seed of the campaign
     */
    public ReproducerText(String version, Found found, long seed) {
        this.version = version;
        this.found = found;
        this.seed = seed;
    }

    /**
     * Of a live target.
     *
     * @param command that runs a case against it again, but for the case's file
     */
    public ReproducerText live(String command) {
        repeat = command;
        return this;
    }

    /** What went wrong in a word or two, as folders are named. */
    public String slug() {
        return broken().get(0)
                .subject()
                .replaceAll("^flow \\S+ ", "")
                .replaceAll("[^A-Za-z0-9]+", "-")
                .replaceAll("^-|-$", "");
    }

    /** As the campaign had it. */
    public List<Check> broken() {
        return found.smallest().broken();
    }

    /** The scenario without comments, which looks at both hosts' ports. */
    public String document() {
        YamlNode document = CaseScenario.document(found.reproducer());
        List<Entry> entries = new ArrayList<>();
        for (Entry each : document.entries()) {
            entries.add(each.key().equals(EXPECT) ? looking(each) : each);
        }
        return YamlWriter.write(YamlNode.map(entries));
    }

    private static Entry looking(Entry expect) {
        List<Entry> entries = new ArrayList<>(expect.value().entries());
        YamlNode both = YamlNode.list(List.of(YamlNode.text("a"), YamlNode.text("b")));
        entries.add(new Entry("tap", 0, 0, both));
        return new Entry(expect.key(), 0, 0, YamlNode.map(entries));
    }

    /**
     * The whole file.
     *
     * @param failed as a replay tells it
     */
    public String scenario(List<Check> failed) {
        StringBuilder text = new StringBuilder();
        text.append("# Found by qpscope ").append(version).append(" fuzz, ").append(origin());
        text.append(".\n# Not as expected:\n");
        failed.forEach(each ->
                text.append("#   ").append(plain(FailedChecks.line(each))).append('\n'));
        return text.append(document()).toString();
    }

    private String origin() {
        String number = found.number() == 0 ? "a case of the corpus" : "case " + found.number();
        return "seed " + Long.toUnsignedString(seed) + ", " + number;
    }

    private static String plain(String text) {
        return text.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]+", " ");
    }

    /**
     * What a person reads first.
     *
     * @param failed as a replay of the scenario tells it
     */
    public String readme(List<Check> failed) {
        StringBuilder text = new StringBuilder();
        text.append("# ").append(plain(found.kind())).append("\n\n");
        text.append("Found by qpscope ").append(version).append(" fuzz, ").append(origin());
        text.append(", and made as small as it gets: ").append(size()).append(".\n\n");
        text.append("    qpscope replay scenario.yaml\n\n");
        text.append(
                "in this folder shows it again in virtual time, with the same packets at the same"
                        + " times; exit code 1\nas long as the fault is there. Nothing is sent on a"
                        + " network.\n\n");
        table(text, failed);
        story(text);
        text.append("\n## In Wireshark\n\n");
        text.append(
                "`trace.pcapng` has two interfaces, `a` and `b`: what passes the port of each host,"
                        + " in both directions, before\nand behind the faults. Frames that matter have a"
                        + " comment.\n\n");
        text.append("    wireshark -Y frame.comment trace.pcapng\n");
        text.append("    qpscope analyze --taps trace.pcapng\n");
        text.append("    qpscope show trace.pcapng\n");
        return text.toString();
    }

    /**
     * The same of a live target.
     *
     * @param failed as the campaign had it
     * @param recorded whether there is a trace
     */
    public String liveReadme(List<Check> failed, boolean recorded) {
        StringBuilder text = new StringBuilder();
        text.append("# ").append(plain(found.kind())).append("\n\n");
        text.append("Found by qpscope ").append(version).append(" fuzz, ").append(origin());
        text.append(", and made as small as the target let it: ").append(size()).append(".\n\n");
        text.append("    ").append(repeat).append(" scenario.yaml\n\n");
        text.append(
                "in this folder runs it against the target again; exit code 1 when it fails.\n\n");
        if (repeat.contains("iwarp://")) {
            text.append("A rule stands for a wrong CRC in one FPDU that we send behind the memory's"
                    + " writing: the 1st, 2nd, 3rd or\n4th by its `psn`, counted round. Messages are as"
                    + " they stand there.\n\n");
        } else {
            text.append("    qpscope replay scenario.yaml\n\n");
            text.append("shows what a sound peer does, in virtual time: all as expected, exit code"
                    + " 0.\n\n");
        }
        table(text, failed);
        story(text);
        if (recorded) {
            text.append("\n## In Wireshark\n\n");
            text.append(
                    "`trace.pcapng` has two interfaces: `ours`, our side of the faults, and `peer`,"
                            + " what passed in front of the peer.\nPackets that met a fault or show a"
                            + " finding have a comment. The memory is written first and read back last.\n\n");
            text.append("    wireshark -Y frame.comment trace.pcapng\n");
            text.append("    qpscope analyze --taps trace.pcapng\n");
        }
        return text.toString();
    }

    private static void table(StringBuilder text, List<Check> failed) {
        text.append("| what | expected | found |\n| --- | --- | --- |\n");
        for (Check check : failed) {
            text.append("| ").append(cell(check.subject()));
            text.append(" | ").append(cell(check.expected()));
            text.append(" | ").append(cell(check.observed())).append(" |\n");
        }
    }

    private String size() {
        Case from = found.reproducer();
        return Units.count(from.messages(), "message") + ", "
                + Units.count(from.rules().size(), "rule");
    }

    private void story(StringBuilder text) {
        Case from = found.reproducer();
        text.append("\n## What is sent, and what goes wrong on the way\n\n");
        for (int i = 0; i < from.flows().size(); i++) {
            boolean forth = from.flows().get(i).forth();
            text.append("- flow ").append(CaseScenario.name(i));
            text.append(forth ? ", a to b: " : ", b to a: ");
            List<String> messages = new ArrayList<>();
            from.flows()
                    .get(i)
                    .work()
                    .items()
                    .forEach(item ->
                            messages.add(item.verb() + " of " + Units.count(item.size(), "byte")));
            text.append(String.join(", ", messages)).append('\n');
        }
        for (Rule rule : from.rules()) {
            text.append("- rule: `").append(plain(rule.toString())).append("`\n");
        }
    }

    private static String cell(String text) {
        return plain(text).replace("|", "\\|");
    }
}
