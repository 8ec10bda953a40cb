package io.qpscope.cli.report;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.Kind;

/** Counts what frames carry, for the capture in which no RDMA was found. */
public final class Contents {
    /** IP protocol numbers by IANA. */
    private static final int UDP = 17;

    private static final int ICMP = 1;
    private static final int ICMP_V6 = 58;

    /** Where perftest and the ibv_*_pingpong examples exchange QP numbers in plain text. */
    public static final int SETUP_PORT = 18515;

    private final int[] udpPorts = new int[1 << 16];
    private long tcp;
    private long udp;
    private long icmp;
    private long otherIp;
    private long noIp;
    private long flowControl;
    private long fragments;
    private long setup;

    /** Takes note of one dissected frame. */
    public void count(FrameView frame) {
        if (frame.kind() == Kind.TCP) {
            tcp++;
            if (frame.sourcePort() == SETUP_PORT || frame.destinationPort() == SETUP_PORT) {
                setup++;
            }
        } else if (frame.kind() == Kind.PFC || frame.kind() == Kind.PAUSE) {
            flowControl++;
        } else if (frame.ipVersion() == 0) {
            noIp++;
        } else {
            countIp(frame);
        }
    }

    private void countIp(FrameView frame) {
        if (frame.fragment()) {
            fragments++;
        }
        switch (frame.ipProtocol()) {
            case UDP -> {
                udp++;
                udpPorts[frame.destinationPort() & 0xffff]++;
            }
            case ICMP, ICMP_V6 -> icmp++;
            default -> otherIp++;
        }
    }

    /** As {@code 43 TCP, 2 ICMP}; the empty string without frames. */
    public String text() {
        StringBuilder text = new StringBuilder();
        add(text, tcp, "TCP");
        add(text, udp, "UDP");
        add(text, icmp, "ICMP");
        add(text, otherIp, "other IP");
        add(text, flowControl, "PFC or PAUSE");
        add(text, noIp, "without IP");
        return text.toString();
    }

    private static void add(StringBuilder text, long count, String name) {
        if (count > 0) {
            text.append(text.length() == 0 ? "" : ", ")
                    .append(count)
                    .append(' ')
                    .append(name);
        }
    }

    public long fragments() {
        return fragments;
    }

    /** Frames of a plain-text exchange of QP numbers. */
    public long setup() {
        return setup;
    }

    public long tcp() {
        return tcp;
    }

    /** The UDP destination port seen most often, or -1. */
    public int busiestUdpPort() {
        int busiest = -1;
        for (int port = 1; port < udpPorts.length; port++) {
            if (udpPorts[port] > (busiest < 0 ? 0 : udpPorts[busiest])) {
                busiest = port;
            }
        }
        return busiest;
    }

    public long udpFramesTo(int port) {
        return udpPorts[port];
    }
}
