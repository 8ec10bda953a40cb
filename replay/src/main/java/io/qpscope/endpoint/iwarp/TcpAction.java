package io.qpscope.endpoint.iwarp;

/** What the owner of the TCP connection has to do when {@link RdmaStream#transmit} says 0. */
public enum TcpAction {
    NONE,
    /** Send a FIN and go on reading: a full close could make TCP throw our last bytes away. */
    SHUT_DOWN_OUTPUT,
    CLOSE
}
