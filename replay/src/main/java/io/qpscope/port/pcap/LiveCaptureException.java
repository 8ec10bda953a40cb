package io.qpscope.port.pcap;

import java.io.IOException;

/** Packets can't be captured here; the message is one line that says what to do. */
public final class LiveCaptureException extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean wrongFilter;

    private LiveCaptureException(String message, Throwable cause) {
        this(message, cause, false);
    }

    private LiveCaptureException(String message, Throwable cause, boolean wrongFilter) {
        super(message, cause);
        this.wrongFilter = wrongFilter;
    }

    /** Whether all that is wrong is the filter's syntax. */
    public boolean isWrongFilter() {
        return wrongFilter;
    }

    static LiveCaptureException wrongFilter(String filter, Exception cause) {
        String message = String.valueOf(cause.getMessage()).replaceAll("\\s+", " ");
        return new LiveCaptureException("filter '" + filter + "': " + message, cause, true);
    }

    static LiveCaptureException noLibrary(LinkageError cause) {
        return new LiveCaptureException(
                "libpcap can't be loaded: install it (package libpcap0.8 in Debian and Ubuntu,"
                        + " libpcap in Fedora, RHEL and Alpine)",
                cause);
    }

    static LiveCaptureException of(String name, Exception cause) {
        String message = String.valueOf(cause.getMessage()).strip();
        if (message.contains("ermission") || message.contains("not permitted")) {
            return new LiveCaptureException(name + ": " + howToGetTheRight(name), cause);
        }
        if (message.contains("No such device") || message.contains("doesn't exist")) {
            return new LiveCaptureException(
                    name + ": no such interface; qpscope capture --list names them", cause);
        }
        if (message.contains("not up") || message.contains("Network is down")) {
            return new LiveCaptureException(
                    name + ": the interface is down; bring it up: sudo ip link set " + name + " up",
                    cause);
        }
        return new LiveCaptureException(name + ": " + message.replaceAll("\\s+", " "), cause);
    }

    /**
     * A program with file capabilities looks for its libraries in the system's folders alone
     * (ld.so(8), secure-execution mode), so that Java's own must become one of these.
     */
    private static String howToGetTheRight(String name) {
        String java = System.getProperty("java.home");
        return "capturing needs root or CAP_NET_RAW: use sudo, or let tcpdump capture: sudo tcpdump"
                + " -i " + name + " -w - | qpscope analyze -, or let all programs of this Java:"
                + " echo " + java + "/lib | sudo tee /etc/ld.so.conf.d/java.conf && sudo ldconfig"
                + " && sudo setcap cap_net_raw+ep " + java + "/bin/java";
    }
}
