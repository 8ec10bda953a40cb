package io.qpscope.fault;

import io.qpscope.fault.plan.Action;

import java.util.List;

/** The rules about FPDUs, for the streams of iWARP; streams are numbered by their first byte. */
public final class StreamFaults {
    private final FaultEngine engine;
    private final List<ActiveRule> rules;
    private int streams;

    StreamFaults(FaultEngine engine, List<ActiveRule> all) {
        this.engine = engine;
        rules = all.stream()
                .filter(rule -> rule.rule.action() instanceof Action.Mpa)
                .toList();
    }

    /** Another stream; its bytes pass what is returned. */
    public FaultyStream open() {
        return new FaultyStream(engine, rules, ++streams);
    }

    /**
     * The same of a stream whose FPDUs can be added and taken away.
     *
     * @param most bytes of an FPDU with its markers
     */
    public FaultyUnits openUnits(int most) {
        return new FaultyUnits(engine, rules, open(), most);
    }
}
