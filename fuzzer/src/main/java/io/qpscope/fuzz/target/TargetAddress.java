package io.qpscope.fuzz.target;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.util.Collections;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One live peer.
 *
 * @param iwarp over TCP; else RoCEv2
 * @param port of RDMA-CM, or of TCP
 */
public record TargetAddress(boolean iwarp, InetAddress host, int port) {
    private static final Pattern FORM =
            Pattern.compile("(roce|iwarp)://(\\[[^\\]]+\\]|[^:/\\[\\]]+)(?::(\\d{1,5}))?");

    private static final int ROCE_SINK = 9;
    private static final int IWARP_SINK = 7009;

    /**
     * Reads {@code roce://HOST[:PORT]} or {@code iwarp://HOST[:PORT]}; an IPv6 address stands in
     * brackets. Without a port it is that of {@code qpscope serve}'s sink.
     *
     * @throws IllegalArgumentException when it is none, or stands for more than one host
     * @throws IOException when the name is not known
     */
    public static TargetAddress of(String text) throws IOException {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "expected roce://HOST[:PORT] or iwarp://HOST[:PORT], not " + text);
        }
        boolean iwarp = parts.group(1).equals("iwarp");
        int port = parts.group(3) == null
                ? iwarp ? IWARP_SINK : ROCE_SINK
                : Integer.parseInt(parts.group(3));
        if (port < 1 || port > 0xffff) {
            throw new IllegalArgumentException("the port must be 1 to 65535, not " + port);
        }
        InetAddress host = InetAddress.getByName(parts.group(2));
        if (isMany(host)) {
            throw new IllegalArgumentException(
                    parts.group(2) + " is no address of one host, and a campaign is for one peer");
        }
        return new TargetAddress(iwarp, host, port);
    }

    private static boolean isMany(InetAddress host) throws IOException {
        return host.isMulticastAddress()
                || host.isAnyLocalAddress()
                || (host instanceof Inet4Address && isBroadcast(host));
    }

    private static boolean isBroadcast(InetAddress host) throws IOException {
        byte[] bytes = host.getAddress();
        boolean limited = true;
        for (byte each : bytes) {
            limited &= each == (byte) 0xff;
        }
        if (limited || bytes[0] == 0) {
            return true;
        }
        for (NetworkInterface device : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InterfaceAddress each : device.getInterfaceAddresses()) {
                if (host.equals(each.getBroadcast())) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public String toString() {
        String text = host.getHostAddress();
        return (iwarp ? "iwarp://" : "roce://") + (text.contains(":") ? "[" + text + "]" : text)
                + ":" + port;
    }
}
