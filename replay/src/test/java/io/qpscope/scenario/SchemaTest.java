package io.qpscope.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.WcStatus;
import io.qpscope.fault.yaml.InvalidYamlException;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The schema that editors use says what the reader takes. */
class SchemaTest {
    private static final JsonNode SCHEMA = schema();
    private static final String HOSTS = "hosts: [a, b]\n  links: [{between: [a, b]}]";

    /** Where each part of a scenario stands; %s is one key and its value. */
    private static final Map<String, String> PLACES = places();

    private static Map<String, String> places() {
        Map<String, String> places = new LinkedHashMap<>();
        places.put("fabric", fabric("  %s\n  " + HOSTS));
        places.put("host", fabric("  hosts: {a: {%s}, b: }\n  links: [{between: [a, b]}]"));
        places.put(
                "dcqcn", fabric("  hosts: {a: {dcqcn: {%s}}, b: }\n  links: [{between: [a, b]}]"));
        places.put("cnp", fabric("  hosts: {a: {cnp: {%s}}, b: }\n  links: [{between: [a, b]}]"));
        places.put(
                "receiveBuffer",
                fabric("  hosts: {a: {receiveBuffer: {%s}}, b: }\n  links: [{between: [a, b]}]"));
        places.put("switch", ofSwitch("%s"));
        places.put("ecn", ofSwitch("ecn: {kMin: 1KB, kMax: 2KB, %s}"));
        places.put("weights", ofSwitch("weights: {%s}"));
        places.put("watchdog", ofSwitch("watchdog: {%s}"));
        places.put("route", ofSwitch("routes: [{to: a, via: a, %s}]"));
        places.put("link", fabric("  hosts: [a, b]\n  links: [{between: [a, b], %s}]"));
        places.put("flow", whole(HOSTS, "{from: a, to: b, %s}", ""));
        places.put("stream", whole(HOSTS, "{from: a, to: b, transport: iwarp, stream: {%s}}", ""));
        places.put("message", whole(HOSTS, "{from: a, to: b, work: [{%s}]}", ""));
        places.put("receives", whole(HOSTS, "{from: a, to: b, receives: {%s}}", ""));
        places.put("expect", expect("%s"));
        places.put("flowExpectation", expect("flows: {f: {%s}}"));
        places.put("hostExpectation", expect("hosts: {a: {%s}}"));
        places.put("portExpectation", expect("ports: {a: {%s}}"));
        places.put("dropExpectation", expect("drops: {%s}"));
        places.put("findingExpectation", expect("findings: {%s}"));
        places.put("episode", expect("episodes: [{flow: f, cause: RNR, %s}]"));
        places.put("watchdogExpectation", expect("watchdog: {%s}"));
        places.put("fairness", expect("fairness: {index: 1, %s}"));
        return places;
    }

    private static String ofSwitch(String keys) {
        return fabric("  hosts: [a, b]\n  switches: {s: {" + keys
                + "}}\n  links: [{between: [a, s]}, {between: [b, s]}]");
    }

    private static String fabric(String fabric) {
        return whole(fabric.strip(), "{name: f, from: a, to: b}", "");
    }

    private static String expect(String expect) {
        return whole(HOSTS, "{name: f, from: a, to: b}", expect);
    }

    private static String whole(String fabric, String flow, String expect) {
        return "name: n\nduration: 1ms\nfabric:\n  " + fabric + "\nflows:\n  - " + flow
                + "\nexpect: {" + expect + "}\n";
    }

    private static JsonNode schema() {
        try (InputStream in = Scenario.class.getResourceAsStream(Scenario.SCHEMA)) {
            return JsonMapper.shared().readTree(in);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> problems(String text) {
        try {
            Scenario.read("s", text);
            return List.of();
        } catch (InvalidYamlException e) {
            return e.problems();
        }
    }

    /** The reader names all keys it knows when it meets one that it does not know. */
    private static Set<String> known(String text) {
        String unknown = problems(text).stream()
                .filter(line -> line.contains("unknown key 'zzz'"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(problems(text) + " of\n" + text));
        String names = unknown.substring(unknown.indexOf("expected one of: ") + 17);
        return new TreeSet<>(List.of(names.split(", ")));
    }

    private static Set<String> keys(JsonNode object) {
        return new TreeSet<>(object.get("properties").propertyNames());
    }

    @Test
    void allPartsHaveAPlace() {
        assertThat(SCHEMA.get("definitions").propertyNames())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(PLACES.keySet().stream(), Stream.of("status"))
                                .toList());
    }

    @Test
    void statusesAreThoseOfTheEndpoint() {
        for (JsonNode each : SCHEMA.at("/definitions/status/enum")) {
            String name = each.asString();
            assertThat(problems(expect("flows: {f: {status: " + name + "}}"))).isEmpty();
            assertThat(problems(expect("flows: {f: {status: [" + name + "]}}"))).isEmpty();
        }
        assertThat(SCHEMA.at("/definitions/status/enum").size())
                .isEqualTo(WcStatus.values().length + 2);
        assertThat(problems(expect("flows: {f: {status: [SUCCESS, GOOD]}}")))
                .anyMatch(line -> line.contains("status: 'GOOD'"));
    }

    @Test
    void keysOfTheWholeAreTheSame() {
        assertThat(keys(SCHEMA)).isEqualTo(known(expect("") + "zzz: 1\n"));
        for (JsonNode key : SCHEMA.get("required")) {
            assertThat(problems("title: t\n"))
                    .anyMatch(line -> line.contains("a scenario needs '" + key.asString() + "'"));
        }
    }

    @TestFactory
    List<DynamicTest> keysOfPartsAreTheSame() {
        List<DynamicTest> tests = new ArrayList<>();
        PLACES.forEach((name, place) -> tests.add(DynamicTest.dynamicTest(
                name,
                () -> assertThat(keys(SCHEMA.at("/definitions/" + name)))
                        .isEqualTo(known(place.replace("%s", "zzz: 1"))))));
        return tests;
    }

    /** Names and bounds, from both sides. */
    @TestFactory
    List<DynamicTest> valuesAreTheSame() {
        List<DynamicTest> tests = new ArrayList<>();
        PLACES.forEach((name, place) -> {
            JsonNode properties = SCHEMA.at("/definitions/" + name + "/properties");
            for (String key : properties.propertyNames()) {
                JsonNode value = properties.get(key);
                List<String> good = new ArrayList<>();
                List<String> bad = new ArrayList<>();
                value.path("enum").forEach(each -> good.add(each.asString()));
                if (value.has("enum") || value.path("type").asString("").equals("boolean")) {
                    bad.add("zzz");
                }
                if (value.has("minimum")) {
                    good.add(value.get("minimum").asString());
                    bad.add(value.get("minimum").asInt() - 1 + "");
                }
                if (value.has("maximum")) {
                    good.add(value.get("maximum").asString());
                    bad.add(value.get("maximum").asInt() + 1 + "");
                }
                good.forEach(each -> tests.add(test(name, place, key, each, true)));
                bad.forEach(each -> tests.add(test(name, place, key, each, false)));
            }
        });
        return tests;
    }

    private static DynamicTest test(
            String name, String place, String key, String value, boolean right) {
        String clean = place.replace("cause: RNR, ", key.equals("cause") ? "" : "cause: RNR, ");
        String text = clean.replace("%s", key + ": " + value);
        return DynamicTest.dynamicTest(name + " " + key + " " + value, () -> {
            if (right) {
                assertThat(problems(text)).noneMatch(line -> line.contains(key + ": '"));
            } else {
                assertThat(problems(text)).anyMatch(line -> line.contains(key + ": '" + value));
            }
        });
    }
}
