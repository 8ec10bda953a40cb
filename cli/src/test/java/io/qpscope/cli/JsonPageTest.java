package io.qpscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fabric.DropCause;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page of the JSON contract and what the program writes: each documented field is written
 * somewhere, each written field is documented, and null comes only where the page allows it.
 */
class JsonPageTest {
    private static final Path PAGE = Path.of("../cli/docs/json.md");
    private static final Path RECORDINGS = Path.of("../captures");
    private static final String DROPPED = "scenarios[].packets.dropped.";
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** By command, then by path. */
    private static final Map<String, Map<String, String>> PAGES = new TreeMap<>();

    @TempDir
    static Path folder;

    @BeforeAll
    static void read() throws IOException {
        String command = "";
        List<String> objects = List.of();
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("## ")) {
                List<String> codes = codes(line);
                command = codes.isEmpty() ? "" : codes.get(0);
                objects = List.of("");
            } else if (line.startsWith("### ")) {
                objects = codes(line).stream().map(each -> each + ".").toList();
            } else if (line.startsWith("| `")) {
                String[] cells = line.split("\\|", 4);
                for (String object : objects) {
                    for (String field : codes(cells[1])) {
                        String before = PAGES.computeIfAbsent(command, any -> new TreeMap<>())
                                .put(object + field, cells[2].strip());
                        assertThat(before)
                                .as("%s twice in %s", object + field, command)
                                .isNull();
                    }
                }
            }
        }
    }

    private static List<String> codes(String text) {
        List<String> codes = new ArrayList<>();
        Matcher matcher = CODE.matcher(text);
        while (matcher.find()) {
            codes.add(matcher.group(1));
        }
        return codes;
    }

    @Test
    void analyze() {
        List<JsonNode> documents = new ArrayList<>();
        for (String recording : new String[] {
            "roce-rping-loss.pcap",
            "roce-peer-killed.pcap",
            "roce-cm-no-listener.pcap",
            "roce-loss20-atomics.pcap",
            "roce-uc-ops.pcap",
            "roce-ud-ops.pcap",
            "roce-nvmeof-io.pcap",
            "iwarp-all-ops.pcap"
        }) {
            documents.addAll(json("analyze", "--format=json", RECORDINGS.resolve(recording)));
        }
        documents.addAll(json(
                "analyze",
                "--taps",
                "--format=json",
                RECORDINGS.resolve("roce-between-send-loss.pcapng")));
        // What no recording has: CNPs, pauses, and a link's credits.
        for (String scenario :
                new String[] {"incast-dcqcn", "pfc-storm-nic-watchdog", "ib-credit-starvation"}) {
            Path file = folder.resolve(scenario + ".pcapng");
            CommandRun run = CommandRun.of("replay", scenario, "--pcap", file);
            assertThat(run.exitCode()).as(run.out()).isZero();
            documents.addAll(json("analyze", "--format=json", file));
        }
        compare("analyze --format json", documents);
    }

    @Test
    void show() {
        compare(
                "show --format json",
                json("show", "--format=json", RECORDINGS.resolve("roce-rping-loss.pcap")));
    }

    @Test
    void explain() {
        compare("explain --format json", json("explain", "--format=json"));
    }

    @Test
    void scenarios() {
        String command = "replay SCENARIO --json";
        compare(command, json("replay", "--json", "link-cut", "rnr-exhausted"));
        for (DropCause cause : DropCause.values()) {
            assertThat(PAGES.get(command)).containsKey(DROPPED + cause);
        }
    }

    @Test
    void fuzz() {
        compare(
                "fuzz --json",
                json(
                        "fuzz",
                        "--json",
                        "--cases=100",
                        "--seed=5",
                        "--defect=NAK_TWICE",
                        "--out",
                        folder.resolve("fuzz-out")));
    }

    /** Lines of {@code jsonl} have the types that the page names. */
    @Test
    void lines() throws IOException {
        String page = Files.readString(PAGE);
        int start = page.indexOf("## `analyze --format jsonl`");
        List<String> named = codes(page.substring(start, page.indexOf("\n## ", start)));
        for (JsonNode line :
                json("analyze", "--format=jsonl", RECORDINGS.resolve("roce-peer-killed.pcap"))) {
            assertThat(named).contains(line.get("type").asString());
        }
    }

    private static List<JsonNode> json(Object... words) {
        CommandRun run = CommandRun.of(words);
        assertThat(run.exitCode()).as(run.err()).isIn(0, 1);
        JsonMapper mapper = JsonMapper.shared();
        if (run.out().startsWith("{\n")) {
            return List.of(mapper.readTree(run.out()));
        }
        return run.out().lines().map(mapper::readTree).toList();
    }

    private static void compare(String command, List<JsonNode> documents) {
        Map<String, String> page = PAGES.get(command);
        Map<String, Set<String>> written = new TreeMap<>();
        documents.forEach(each -> walk(each, "", written));
        for (DropCause cause : DropCause.values()) {
            // Only those that occur are written.
            if (page.containsKey(DROPPED + cause)) {
                written.computeIfAbsent(DROPPED + cause, any -> new TreeSet<>()).add("number");
            }
        }
        assertThat(written.keySet()).as("fields written / on the page").isEqualTo(page.keySet());
        written.forEach((path, types) -> {
            String type = page.get(path);
            Set<String> allowed = new TreeSet<>(Set.of(type.replace("?", "")));
            if (type.endsWith("?")) {
                allowed.add("null");
            }
            if (!type.startsWith("any")) {
                assertThat(allowed).as(path).containsAll(types);
            }
        });
    }

    private static void walk(JsonNode node, String path, Map<String, Set<String>> written) {
        if (node.isObject()) {
            node.properties().forEach(each -> {
                String inner = path.isEmpty() ? each.getKey() : path + "." + each.getKey();
                written.computeIfAbsent(inner, any -> new TreeSet<>()).add(type(each.getValue()));
                walk(each.getValue(), inner, written);
            });
        } else if (node.isArray()) {
            node.forEach(each -> walk(each, path + "[]", written));
        }
    }

    private static String type(JsonNode node) {
        return switch (node.getNodeType()) {
            case NULL -> "null";
            case OBJECT -> "object";
            case ARRAY -> "array";
            case STRING -> "text";
            case BOOLEAN -> "boolean";
            default -> "number";
        };
    }
}
