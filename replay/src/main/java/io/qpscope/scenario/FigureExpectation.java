package io.qpscope.scenario;

import java.util.function.ToDoubleFunction;

/**
 * A figure within bounds.
 *
 * @param of what it is a figure of
 * @param figure NaN when what it measures has not happened
 */
record FigureExpectation(
        String of, String name, Bounds bounds, ToDoubleFunction<ScenarioResult> figure)
        implements Expectation {
    @Override
    public Check check(ScenarioResult result) {
        double value = figure.applyAsDouble(result);
        String observed = Double.isNaN(value) ? "none" : bounds.figure().text(value);
        return Check.of(of + " " + name, bounds.toString(), observed, bounds.contains(value));
    }
}
