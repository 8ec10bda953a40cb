package io.qpscope.recording;

/** Why a recorded frame can't go out on an interface. */
public enum Obstacle {
    /** Nothing stands in its way. */
    NONE(""),
    OTHER_INTERFACE("of other interfaces of the capture than --interface names"),
    CUT("cut by the capture's snap length, or by the mirror it came through"),
    NOT_FOR_ETHERNET("of a link type that Ethernet has no place for"),
    NO_DESTINATION("without Ethernet header, and no --dst-mac to give it one"),
    IN_TUNNEL("in a tunnel, which rewriting does not look into without --decapsulate"),
    TOO_SHORT("shorter than an Ethernet header"),
    TOO_LONG("longer than the interface's MTU");

    private final String text;

    Obstacle(String text) {
        this.text = text;
    }

    /** Continues "5 frames not sent: ". */
    @Override
    public String toString() {
        return text;
    }
}
