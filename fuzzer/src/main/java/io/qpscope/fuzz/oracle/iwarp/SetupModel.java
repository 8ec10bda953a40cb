package io.qpscope.fuzz.oracle.iwarp;

import io.qpscope.fault.plan.StreamField;
import io.qpscope.fuzz.Rule;
import io.qpscope.scenario.StreamPlan;

import java.util.List;

/** What rules make of the MPA request and reply (RFC 5044, 7.1; RFC 6581, 9). */
final class SetupModel {
    private static final int NOT_NEGOTIATED = 0x3fff;

    private final StreamPlan plan;

    /** READs and atomics that the requester has open at most. */
    int depth;
    /** No stream comes of it. */
    boolean fails;
    /** The requester tells that the responder's ORD does not fit. */
    boolean misfits;
    /** A direction's sender and receiver disagree on markers or CRCs. */
    boolean forthGarbled;

    /** Whether FPDUs have a CRC. */
    boolean crc;

    boolean backGarbled;

    /**
     * @param rules of this stream
     */
    SetupModel(StreamPlan plan, List<Rule> rules) {
        this.plan = plan;
        depth = plan.ord();
        crc = plan.crc();
        int ird = plan.ird();
        for (Rule rule : rules) {
            StreamField field = rule.has("field") ? StreamField.of(rule.text("field")) : null;
            if (field == null || !field.form().ofSetup()) {
                continue;
            }
            boolean request = !rule.text("from").equals("b");
            if (field == StreamField.IRD && !request && plan.revision() == 2) {
                ird = (int) Way.changed(ird, rule, field.bits());
            } else {
                flag(field, request, rule);
            }
        }
        if (plan.revision() == 2 && ird != NOT_NEGOTIATED) {
            depth = Math.min(depth, ird);
        }
    }

    private void flag(StreamField field, boolean request, Rule rule) {
        boolean second = plan.revision() == 2;
        switch (field) {
            case REV -> fails |= Way.changed(plan.revision(), rule, 8) != plan.revision();
            case PDLENGTH -> {
                int length = second ? 4 : 0;
                fails |= request && Way.changed(length, rule, 16) != length;
                backGarbled |= !request && Way.changed(length, rule, 16) != length;
            }
            case ENHANCED_FLAG -> fails |= second && flips(true, rule);
            case REJ_FLAG -> fails |= !request && flips(false, rule);
            case MARKER_FLAG -> {
                boolean flips = flips(plan.markers(), rule);
                backGarbled |= request && flips;
                forthGarbled |= !request && flips;
            }
            case CRC_FLAG -> {
                boolean flips = !plan.crc() && flips(false, rule);
                crc |= request && flips;
                backGarbled |= !request && flips;
            }
            case ORD -> {
                long ord = Way.changed(0, rule, 14);
                misfits |= !request && second && ord != 0 && ord != NOT_NEGOTIATED;
            }
            default -> {
                // The requester's IRD bounds what a responder never asks for.
            }
        }
    }

    private static boolean flips(boolean old, Rule rule) {
        return Way.changed(old ? 1 : 0, rule, 1) != (old ? 1 : 0);
    }
}
