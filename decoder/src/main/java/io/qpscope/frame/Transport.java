package io.qpscope.frame;

/** What carries the base transport header. */
public enum Transport {
    ROCE_V2("RoCEv2"),
    ROCE_V1("RoCEv1"),
    INFINIBAND("InfiniBand");

    private final String text;

    Transport(String text) {
        this.text = text;
    }

    /** As reports name it. */
    @Override
    public String toString() {
        return text;
    }
}
