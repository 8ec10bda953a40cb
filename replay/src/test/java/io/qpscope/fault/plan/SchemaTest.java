package io.qpscope.fault.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.qpscope.fault.yaml.InvalidYamlException;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The schema that editors use says what the reader takes. */
class SchemaTest {
    private static final JsonNode SCHEMA = schema();
    private static final JsonNode ACTIONS = SCHEMA.at("/definitions/faults/items/properties");
    /** What a rule of an action needs besides the key that is tried. */
    private static final Map<String, String> LEAST = Map.of(
            "delay", "by: 1us",
            "corrupt", "offset: 1, xor: 1",
            "truncate", "by: 1",
            "mark", "ecn: ce",
            "nak", "code: INVALID_REQUEST",
            "inject", "cnp: {qp: 1}",
            "mpa", "crc: bad",
            "pause", "port: p",
            "cut", "link: l");

    private static JsonNode schema() {
        try (InputStream in = FaultPlan.class.getResourceAsStream(FaultPlan.SCHEMA)) {
            return JsonMapper.shared().readTree(in);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> problems(String rule) {
        String text = "faults:\n- " + rule + "\n";
        try {
            FaultPlan.read("p", text);
            return List.of();
        } catch (InvalidYamlException e) {
            return e.problems();
        }
    }

    /** The reader names all keys it knows when it meets one that it does not know. */
    private static Set<String> known(String rule) {
        String unknown = catchThrowableOfType(
                        InvalidYamlException.class,
                        () -> FaultPlan.read("p", "faults:\n- " + rule + "\n"))
                .problems()
                .stream()
                .filter(line -> line.contains("zzz"))
                .findFirst()
                .orElseThrow();
        String names = unknown.substring(unknown.indexOf("expected one of: ") + 17);
        return new TreeSet<>(List.of(names.split(", ")));
    }

    private static Set<String> keys(JsonNode properties) {
        return new TreeSet<>(properties.propertyNames());
    }

    private static JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? SCHEMA.at(node.get("$ref").asString().substring(1)) : node;
    }

    @Test
    void actionsAreTheSame() {
        assertThat(keys(ACTIONS)).isEqualTo(known("zzz: {}"));
    }

    @TestFactory
    List<DynamicTest> keysAreTheSame() {
        List<DynamicTest> tests = new ArrayList<>();
        for (String action : ACTIONS.propertyNames()) {
            tests.add(DynamicTest.dynamicTest(
                    action,
                    () -> assertThat(keys(ACTIONS.get(action).get("properties")))
                            .isEqualTo(known(action + ": {zzz: 1}"))));
        }
        JsonNode inject = ACTIONS.at("/inject/properties");
        for (String part : List.of("cnp", "ack", "packet", "cm", "on")) {
            String other = part.equals("on") ? "cnp: {}, " : "";
            tests.add(DynamicTest.dynamicTest(
                    part,
                    () -> assertThat(keys(inject.get(part).get("properties")))
                            .isEqualTo(known("inject: {" + other + part + ": {zzz: 1}}"))));
        }
        return tests;
    }

    /** Bounds, names and needed keys, each from both sides. */
    @TestFactory
    List<DynamicTest> valuesAreTheSame() {
        List<DynamicTest> tests = new ArrayList<>();
        for (String action : ACTIONS.propertyNames()) {
            JsonNode properties = ACTIONS.get(action).get("properties");
            for (String key : properties.propertyNames()) {
                JsonNode value = resolved(properties.get(key));
                for (String good : good(value)) {
                    tests.add(test(action, key, good, true));
                }
                for (String bad : bad(value)) {
                    tests.add(test(action, key, bad, false));
                }
            }
            ACTIONS.get(action)
                    .path("required")
                    .forEach(key -> tests.add(DynamicTest.dynamicTest(
                            action + " needs " + key,
                            () -> assertThat(problems(action + ": {}"))
                                    .anyMatch(line ->
                                            line.contains(" needs '" + key.asString() + "'")))));
        }
        return tests;
    }

    private static String least(String action, String key) {
        if (!action.equals("mpa")) {
            return LEAST.getOrDefault(action, "");
        }
        return switch (key) {
            case "crc", "marker", "length", "fate" -> "";
            case "field" -> "xor: 1";
            case "xor", "value", "add" -> "field: iwarp_ddp.msn";
            default -> LEAST.get(action);
        };
    }

    private static DynamicTest test(String action, String key, String value, boolean right) {
        StringBuilder rule = new StringBuilder(action + ": {" + key + ": " + value);
        for (String part : least(action, key).split(", ", -1)) {
            boolean same = part.startsWith(key + ":")
                    || (action.equals("truncate") && Set.of("by", "to").contains(key))
                    || (part.startsWith("xor") && Set.of("value", "add").contains(key));
            if (!part.isEmpty() && !same) {
                rule.append(", ").append(part);
            }
        }
        String text = rule.append("}").toString();
        return DynamicTest.dynamicTest(text, () -> {
            if (right) {
                assertThat(problems(text)).isEmpty();
            } else {
                assertThat(problems(text)).anyMatch(line -> line.contains(key + ": '" + value));
            }
        });
    }

    private static List<String> good(JsonNode value) {
        List<String> good = new ArrayList<>();
        value.path("enum").forEach(name -> good.add(name.asString()));
        if (value.has("minimum") && !value.path("type").toString().contains("number")) {
            good.add(value.get("minimum").asString().equals("0") ? "1" : "2");
        }
        if (value.has("maximum")) {
            good.add(value.get("maximum").asString());
        }
        return good;
    }

    private static List<String> bad(JsonNode value) {
        List<String> bad = new ArrayList<>();
        if (value.has("enum") || value.path("type").asString("").equals("boolean")) {
            bad.add("zzz");
        }
        if (value.has("minimum")) {
            bad.add(value.get("minimum").asInt() - 1 + "");
        }
        if (value.has("maximum")) {
            bad.add(value.get("maximum").asInt() + 1 + "");
        }
        return bad;
    }
}
