package io.qpscope.cli.truth;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

import java.util.ArrayList;
import java.util.List;

/** Named claims about one recording or one view of it, in the order they were made. */
final class Claims {
    private final String about;
    private final List<DynamicTest> tests = new ArrayList<>();

    Claims(String about) {
        this.about = about;
    }

    /** The name is in the message too: surefire numbers dynamic tests and drops their names. */
    void add(String claim, Executable check) {
        String name = about + ": " + claim;
        tests.add(dynamicTest(name, () -> {
            try {
                check.execute();
            } catch (AssertionError e) {
                throw new AssertionError(name + "\n" + e.getMessage(), e);
            }
        }));
    }

    List<DynamicTest> tests() {
        return tests;
    }
}
