package io.qpscope.frame;

import io.qpscope.wire.AckTimeout;
import io.qpscope.wire.CmReq;

/** Code points in words; null where there is nothing to add to the number. */
final class Meaning {
    private static final String[] ECN = {
        "not ECN-capable", "ECT(1)", "ECT(0)", "congestion experienced"
    };
    private static final String[] AETH_TYPES = {"ACK", "RNR NAK", "reserved", "NAK"};
    private static final String[] SERVICE_TYPES = {"RC", "UC", "RD", "by the extended type"};
    private static final String[] REJECTED = {"REQ", "REP", "no message"};
    private static final String[] MRAED = {"REQ", "REP", "LAP"};
    private static final String[] SIDR_STATUSES = {
        "valid", "service id not supported", "rejected", "no queue pair", "redirected", "version"
    };
    private static final String[] PACKET_TYPES = {
        "to us", "broadcast", "multicast", "to others", "sent by us"
    };
    private static final String[] PLACEMENTS = {
        "none", "global visibility", "persistence", "global visibility and persistence"
    };
    private static final String[] SELECTIVITIES = {"memory range", "whole memory region"};

    private Meaning() {}

    static String nothing(long any) {
        return null;
    }

    /** RFC 2474, 2597, 3246 and 5865. */
    static String dscp(long code) {
        int group = (int) code >> 3;
        int low = (int) code & 7;
        if (low == 0) {
            return "CS" + group;
        }
        if (group >= 1 && group <= 4 && low <= 6 && low % 2 == 0) {
            return "AF" + group + low / 2;
        }
        return code == 46 ? "EF" : code == 44 ? "VOICE-ADMIT" : null;
    }

    static String ecn(long code) {
        return of(ECN, code);
    }

    static String etherType(long type) {
        return switch ((int) type) {
            case 0x0800 -> "IPv4";
            case 0x0806 -> "ARP";
            case 0x22eb -> "ERSPAN III";
            case 0x6558 -> "transparent Ethernet bridging";
            case 0x8847 -> "MPLS";
            case 0x8848 -> "MPLS multicast";
            case 0x8864 -> "PPPoE session";
            case 0x88be -> "ERSPAN I or II";
            case 0x8100 -> "802.1Q C-tag";
            case 0x86dd -> "IPv6";
            case 0x8808 -> "MAC control";
            case 0x88a8 -> "802.1ad S-tag";
            case 0x8915 -> "RoCEv1";
            default -> type < 0x600 ? "802.3 length" : null;
        };
    }

    static String ipProtocol(long protocol) {
        return switch ((int) protocol) {
            case 0 -> "hop-by-hop options";
            case 1 -> "ICMP";
            case 6 -> "TCP";
            case 17 -> "UDP";
            case 43 -> "routing";
            case 44 -> "fragment";
            case 47 -> "GRE";
            case 58 -> "ICMPv6";
            case 60 -> "destination options";
            default -> null;
        };
    }

    static String packetType(long type) {
        return of(PACKET_TYPES, type);
    }

    static String aethType(long type) {
        return of(AETH_TYPES, type);
    }

    static String selectivity(long code) {
        return of(SELECTIVITIES, code);
    }

    static String placement(long code) {
        return of(PLACEMENTS, code);
    }

    static String words(long bytes) {
        return bytes / 4 + " words";
    }

    static String eights(long units) {
        return units * 8 + " bytes";
    }

    static String milliseconds(long ns) {
        return ns / 1e6 + " ms";
    }

    static String ackTimeout(long exponent) {
        return exponent == 0 ? "no timer" : milliseconds(AckTimeout.ns((int) exponent));
    }

    static String timeout(long exponent) {
        return milliseconds(4096L << exponent);
    }

    static String pathMtu(long code) {
        int bytes = CmReq.pathMtuBytes((int) code);
        return bytes == 0 ? "reserved" : bytes + " bytes";
    }

    static String rnrRetry(long count) {
        return count == 7 ? "without end" : null;
    }

    static String serviceType(long type) {
        return of(SERVICE_TYPES, type);
    }

    static String extendedServiceType(long type) {
        return type == 1 ? "XRC" : null;
    }

    static String rejected(long message) {
        return of(REJECTED, message);
    }

    static String mraed(long message) {
        return of(MRAED, message);
    }

    static String sidrStatus(long status) {
        return of(SIDR_STATUSES, status);
    }

    private static String of(String[] names, long code) {
        return code >= 0 && code < names.length ? names[(int) code] : null;
    }
}
