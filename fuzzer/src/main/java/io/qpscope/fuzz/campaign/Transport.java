package io.qpscope.fuzz.campaign;

/** What messages of a campaign go over. */
public enum Transport {
    ROCE,
    IWARP
}
