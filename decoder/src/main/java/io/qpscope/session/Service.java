package io.qpscope.session;

/** Transport service of a session; RDMAP is iWARP's. */
public enum Service {
    RC,
    UC,
    RD,
    UD,
    XRC,
    RDMAP
}
