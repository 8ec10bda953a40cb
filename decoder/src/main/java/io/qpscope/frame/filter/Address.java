package io.qpscope.frame.filter;

import java.util.Arrays;
import java.util.HexFormat;

/** An IPv4, IPv6 or MAC address, or a network of the first two. Never asks a resolver. */
final class Address {
    private static final int IPV4 = 4;
    private static final int MAC = 6;
    private static final int IPV6 = 16;

    private final byte[] bytes;
    /** How many leading bits count. */
    private final int bits;

    private Address(byte[] bytes, int bits) {
        this.bytes = bytes;
        this.bits = bits;
    }

    static Address of(byte[] bytes) {
        return new Address(bytes, bytes.length * 8);
    }

    /** Reads an address, or a network as {@code 10.9.0.0/24}; null for anything else. */
    static Address parse(String text) {
        int slash = text.indexOf('/');
        byte[] bytes = bytes(slash < 0 ? text : text.substring(0, slash));
        if (bytes == null || slash < 0) {
            return bytes == null ? null : of(bytes);
        }
        int bits = number(text.substring(slash + 1), 10, bytes.length * 8);
        return bits < 0 || bytes.length == MAC ? null : new Address(bytes, bits);
    }

    /** Whether the other address lies in this network, or is this address. */
    boolean contains(Address other) {
        if (bytes.length != other.bytes.length) {
            return false;
        }
        int whole = bits / 8;
        int rest = 0xff00 >> bits % 8 & 0xff;
        return Arrays.equals(bytes, 0, whole, other.bytes, 0, whole)
                && (rest == 0 || ((bytes[whole] ^ other.bytes[whole]) & rest) == 0);
    }

    private static byte[] bytes(String text) {
        String digits = text.startsWith("0x") ? text.substring(2) : text;
        boolean known = digits.length() == 2 * MAC || digits.length() == 2 * IPV6;
        if (known || (digits.length() == 2 * IPV4 && text.startsWith("0x"))) {
            byte[] bytes = hex(digits);
            if (bytes != null) {
                return bytes;
            }
        }
        if (text.indexOf(':') < 0) {
            return text.indexOf('-') < 0 ? ipv4(text) : mac(text.split("-", -1));
        }
        String[] parts = text.split(":", -1);
        boolean pairs = Arrays.stream(parts).allMatch(part -> part.length() == 2);
        return parts.length == MAC && pairs ? mac(parts) : ipv6(text);
    }

    /** As shown beside the usual form; null for anything but digits. */
    private static byte[] hex(String digits) {
        return digits.chars().allMatch(HexFormat::isHexDigit)
                ? HexFormat.of().parseHex(digits)
                : null;
    }

    private static byte[] ipv4(String text) {
        String[] parts = text.split("\\.", -1);
        return parts.length == IPV4 ? numbers(parts, 10) : null;
    }

    private static byte[] mac(String[] parts) {
        return parts.length == MAC ? numbers(parts, 16) : null;
    }

    private static byte[] numbers(String[] parts, int radix) {
        byte[] bytes = new byte[parts.length];
        for (int i = 0; i < parts.length; i++) {
            int number = number(parts[i], radix, 0xff);
            if (number < 0) {
                return null;
            }
            bytes[i] = (byte) number;
        }
        return bytes;
    }

    /** RFC 4291, 2.2: groups, at most one {@code ::}, the last four bytes perhaps dotted. */
    private static byte[] ipv6(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            byte[] all = groups(text);
            return all != null && all.length == IPV6 ? all : null;
        }
        byte[] head = groups(text.substring(0, gap));
        byte[] tail = groups(text.substring(gap + 2));
        if (head == null || tail == null || head.length + tail.length > IPV6 - 2) {
            return null;
        }
        byte[] bytes = Arrays.copyOf(head, IPV6);
        System.arraycopy(tail, 0, bytes, IPV6 - tail.length, tail.length);
        return bytes;
    }

    private static byte[] groups(String text) {
        if (text.isEmpty()) {
            return new byte[0];
        }
        String[] parts = text.split(":", -1);
        byte[] dotted = ipv4(parts[parts.length - 1]);
        int groups = parts.length - (dotted == null ? 0 : 1);
        byte[] bytes = new byte[2 * groups + (dotted == null ? 0 : IPV4)];
        if (bytes.length > IPV6) {
            return null;
        }
        for (int i = 0; i < groups; i++) {
            int group = number(parts[i], 16, 0xffff);
            if (group < 0) {
                return null;
            }
            bytes[2 * i] = (byte) (group >> 8);
            bytes[2 * i + 1] = (byte) group;
        }
        if (dotted != null) {
            System.arraycopy(dotted, 0, bytes, 2 * groups, IPV4);
        }
        return bytes;
    }

    /** -1 for no such number. */
    private static int number(String text, int radix, int largest) {
        if (text.isEmpty() || text.length() > 4) {
            return -1;
        }
        int number = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = Character.digit(text.charAt(i), radix);
            if (digit < 0) {
                return -1;
            }
            number = number * radix + digit;
        }
        return number > largest ? -1 : number;
    }
}
