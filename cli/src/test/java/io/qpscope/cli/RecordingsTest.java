package io.qpscope.cli;

import io.qpscope.cli.truth.RecordedTruth;

import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Holds the analyzer against what really happened in each recording of {@code captures/}. */
class RecordingsTest {
    @TestFactory
    List<DynamicContainer> recordings() throws IOException {
        // Maven runs tests in the folder of their module
        return RecordedTruth.of(Path.of("..", "captures"));
    }
}
