package io.qpscope.fabric;

/** A host or switch whose options don't go with its cables. */
public final class UnfitNodeException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String node;

    UnfitNodeException(String node, String message) {
        super(message);
        this.node = node;
    }

    /** Its name. */
    public String node() {
        return node;
    }
}
