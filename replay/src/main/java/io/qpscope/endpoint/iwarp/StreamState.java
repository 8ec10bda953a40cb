package io.qpscope.endpoint.iwarp;

/**
 * States of a stream.
 *
 * <pre>
 *  IDLE -> CONNECTING             -> ESTABLISHED    connect, and the reply came
 *  IDLE -> LISTENING -> REQUESTED -> ESTABLISHED    listen, the request came, accept
 *          CONNECTING, REQUESTED  -> REJECTED       by the responder
 *  ESTABLISHED -> CLOSING -> CLOSED                 close, work done, the peer's FIN
 *  ESTABLISHED -> CLOSED                            the peer's FIN between messages
 *  ESTABLISHED, CLOSING -> TERMINATING -> CLOSED    an error found here: Terminate, then FIN
 *  ESTABLISHED, CLOSING -> TERMINATED               the peer sent a Terminate
 *  any -> FAILED                                    connection lost, bad set-up, out of time
 * </pre>
 */
public enum StreamState {
    IDLE(TcpAction.NONE),
    CONNECTING(TcpAction.NONE),
    LISTENING(TcpAction.NONE),
    /** A request came; {@link RdmaStream#accept} or {@link RdmaStream#reject} it. */
    REQUESTED(TcpAction.NONE),
    ESTABLISHED(TcpAction.NONE),
    CLOSING(TcpAction.SHUT_DOWN_OUTPUT),
    TERMINATING(TcpAction.SHUT_DOWN_OUTPUT),
    TERMINATED(TcpAction.CLOSE),
    REJECTED(TcpAction.SHUT_DOWN_OUTPUT),
    CLOSED(TcpAction.CLOSE),
    FAILED(TcpAction.CLOSE);

    /** Once all is sent. */
    final TcpAction action;

    StreamState(TcpAction action) {
        this.action = action;
    }

    /** Whether FPDUs are taken. */
    boolean receives() {
        return this == ESTABLISHED || this == CLOSING;
    }

    /** Whether work that is posted comes back flushed. */
    boolean over() {
        return ordinal() >= TERMINATING.ordinal();
    }
}
