package io.qpscope.fuzz.generate;

import io.qpscope.fault.plan.StreamField;
import io.qpscope.fault.plan.StreamField.Form;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.fuzz.Segments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Draws rules for iWARP streams. Each names its FPDU, so that what must come of it can be told. */
public final class StreamFaults {
    private static final List<String> FATES = List.of("drop", "duplicate", "swap", "cut");

    private static final List<StreamField> FIELDS = Arrays.stream(StreamField.values())
            .filter(each -> !each.form().ofSetup() && each.form() != Form.TERMINATE)
            .toList();
    private static final List<StreamField> SETUP = Arrays.stream(StreamField.values())
            .filter(each -> each.form().ofSetup())
            .toList();
    private static final List<StreamField> TERMINATE = Arrays.stream(StreamField.values())
            .filter(each -> each.form() == Form.TERMINATE)
            .toList();

    /** Where regions lie and which keys they have is drawn: only sums can be told. */
    private static final List<StreamField> SUMS =
            List.of(StreamField.TAGGED_OFFSET, StreamField.SRCTO, StreamField.SINKTO);

    private static final int FAR = 40;

    private final SplittableRandom random;

    public StreamFaults(SplittableRandom random) {
        this.random = random;
    }

    /** Draws rules for some of the flows. */
    public List<Rule> draw(List<Flow> flows, int most) {
        List<Rule> rules = new ArrayList<>();
        int count = random.nextInt(most + 1);
        for (int i = 0; i < count; i++) {
            int index = random.nextInt(flows.size());
            rules.add(rule(flows.get(index), index + 1));
        }
        return rules;
    }

    /**
     * Draws one rule.
     *
     * @param stream number of the flow's stream, from 1
     */
    public Rule rule(Flow flow, int stream) {
        Rule rule = Rule.of("mpa").with("stream", stream);
        int kind = random.nextInt(12);
        if (kind == 0) {
            Rule side = rule.with("from", random.nextBoolean() ? "a" : "b");
            return changed(side, SETUP.get(random.nextInt(SETUP.size())));
        }
        if (kind == 1) {
            return changed(rule, TERMINATE.get(random.nextInt(TERMINATE.size())));
        }
        Rule placed = place(rule, flow);
        return switch (kind) {
            case 2, 3 -> placed.with("fate", FATES.get(random.nextInt(FATES.size())));
            case 4 -> placed.with("crc", "bad");
            case 5 -> placed.with("marker", "bad");
            case 6 -> placed.with("length", random.nextInt(80));
            default -> changed(placed, FIELDS.get(random.nextInt(FIELDS.size())));
        };
    }

    private Rule place(Rule rule, Flow flow) {
        int units = flow.psns() + (Segments.opening(flow.stream()) == null ? 0 : 1);
        return random.nextInt(3) == 0
                ? rule.with("from", "b").with("fpdu", random.nextInt(1, Math.max(2, units + 1)))
                : rule.with("from", "a").with("fpdu", random.nextInt(1, units + 1));
    }

    private Rule changed(Rule rule, StreamField field) {
        Rule of = rule.with("field", field.label());
        int bits = Math.min(field.bits(), 40);
        if (SUMS.contains(field)) {
            long by = random.nextInt(3) == 0 ? 1L << FAR : random.nextInt(1, 300);
            return of.with("add", random.nextBoolean() ? by : -by);
        }
        return switch (random.nextInt(4)) {
            case 0 -> of.with("xor", 1L << random.nextInt(bits));
            case 1 -> of.with("add", random.nextBoolean() || bits == 1 ? 1 : -1);
            case 2 -> of.with("value", random.nextInt(3) == 0 ? 0 : (1L << bits) - 1);
            default -> of.with("value", random.nextLong(1L << bits));
        };
    }
}
