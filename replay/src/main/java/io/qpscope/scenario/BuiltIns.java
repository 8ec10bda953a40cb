package io.qpscope.scenario;

import io.qpscope.fault.yaml.InvalidYamlException;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The scenarios that come with the program. */
public final class BuiltIns {
    private static final String FOLDER = "builtin/";

    private BuiltIns() {}

    /** In the order in which they are told. */
    public static List<String> names() {
        return resource("list.txt").lines().filter(line -> !line.isBlank()).toList();
    }

    /** As a file; for {@link #names} alone. */
    public static String text(String name) {
        return resource(name + ".yaml");
    }

    /** For {@link #names} alone. */
    public static Scenario get(String name) {
        try {
            return Scenario.read(name + ".yaml", text(name));
        } catch (InvalidYamlException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = BuiltIns.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
