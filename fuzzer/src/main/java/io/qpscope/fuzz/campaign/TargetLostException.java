package io.qpscope.fuzz.campaign;

import io.qpscope.fuzz.Case;

import java.util.List;

/** The target does not answer any more. */
public final class TargetLostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Case> suspects;

    /**
     * @param suspects cases since the last sign of life, the latest last
     */
    public TargetLostException(String message, List<Case> suspects) {
        super(message);
        this.suspects = List.copyOf(suspects);
    }

    public List<Case> suspects() {
        return suspects;
    }
}
