package io.qpscope.frame;

import io.qpscope.wire.MadHeader;

import java.math.BigInteger;
import java.util.Map;

/** Code points of management datagrams in words; null where there is nothing to add. */
final class ManagementMeaning {
    private static final Map<Integer, String> CLASSES = Map.ofEntries(
            Map.entry(MadHeader.CLASS_SMP_LID, "subnet management, LID-routed"),
            Map.entry(MadHeader.CLASS_SMP_DIRECTED, "subnet management, directed route"),
            Map.entry(MadHeader.CLASS_SA, "subnet administration"),
            Map.entry(MadHeader.CLASS_PERFORMANCE, "performance management"),
            Map.entry(0x05, "baseboard management"),
            Map.entry(0x06, "device management"),
            Map.entry(MadHeader.CLASS_CM, "communication management"),
            Map.entry(0x08, "SNMP tunnelling"),
            Map.entry(0x10, "device administration"),
            Map.entry(0x11, "boot management"),
            Map.entry(0x12, "boot information service"),
            Map.entry(0x21, "congestion management"));

    /** IBA vol 1, 13.4.5, and 15.2.2 for subnet administration. */
    private static final Map<Integer, String> METHODS = Map.ofEntries(
            Map.entry(0x01, "Get"),
            Map.entry(0x02, "Set"),
            Map.entry(0x03, "Send"),
            Map.entry(0x05, "Trap"),
            Map.entry(0x06, "Report"),
            Map.entry(0x07, "TrapRepress"),
            Map.entry(0x12, "GetTable"),
            Map.entry(0x13, "GetTraceTable"),
            Map.entry(0x14, "GetMulti"),
            Map.entry(0x15, "Delete"),
            Map.entry(0x81, "GetResp"),
            Map.entry(0x86, "ReportResp"),
            Map.entry(0x92, "GetTableResp"),
            Map.entry(0x94, "GetMultiResp"),
            Map.entry(0x95, "DeleteResp"));

    private static final Map<Integer, String> SUBNET_ATTRIBUTES = Map.ofEntries(
            Map.entry(0x02, "Notice"),
            Map.entry(0x10, "NodeDescription"),
            Map.entry(0x11, "NodeInfo"),
            Map.entry(0x12, "SwitchInfo"),
            Map.entry(0x14, "GUIDInfo"),
            Map.entry(0x15, "PortInfo"),
            Map.entry(0x16, "P_KeyTable"),
            Map.entry(0x17, "SLtoVLMappingTable"),
            Map.entry(0x18, "VLArbitrationTable"),
            Map.entry(0x19, "LinearForwardingTable"),
            Map.entry(0x1a, "RandomForwardingTable"),
            Map.entry(0x1b, "MulticastForwardingTable"),
            Map.entry(0x20, "SMInfo"),
            Map.entry(0x30, "VendorDiag"),
            Map.entry(0x31, "LedInfo"));

    private static final Map<Integer, String> ADMINISTRATION_ATTRIBUTES = Map.ofEntries(
            Map.entry(0x01, "ClassPortInfo"),
            Map.entry(0x02, "Notice"),
            Map.entry(0x03, "InformInfo"),
            Map.entry(0x11, "NodeRecord"),
            Map.entry(0x12, "PortInfoRecord"),
            Map.entry(0x13, "SLtoVLMappingTableRecord"),
            Map.entry(0x14, "SwitchInfoRecord"),
            Map.entry(0x15, "LinearForwardingTableRecord"),
            Map.entry(0x16, "RandomForwardingTableRecord"),
            Map.entry(0x17, "MulticastForwardingTableRecord"),
            Map.entry(0x18, "SMInfoRecord"),
            Map.entry(0x20, "LinkRecord"),
            Map.entry(0x30, "GuidInfoRecord"),
            Map.entry(0x31, "ServiceRecord"),
            Map.entry(0x33, "P_KeyTableRecord"),
            Map.entry(0x35, "PathRecord"),
            Map.entry(0x36, "VLArbitrationTableRecord"),
            Map.entry(0x38, "MCMemberRecord"),
            Map.entry(0x39, "TraceRecord"),
            Map.entry(0x3a, "MultiPathRecord"),
            Map.entry(0x3b, "ServiceAssociationRecord"),
            Map.entry(0xf3, "InformInfoRecord"));

    private static final Map<Integer, String> PERFORMANCE_ATTRIBUTES = Map.of(
            0x01,
            "ClassPortInfo",
            0x10,
            "PortSamplesControl",
            0x11,
            "PortSamplesResult",
            MadHeader.PORT_COUNTERS,
            "PortCounters",
            MadHeader.PORT_COUNTERS_EXT,
            "PortCountersExtended",
            0x1e,
            "PortSamplesResultExtended");

    private static final Map<Integer, String> SEGMENT_STATUSES = Map.ofEntries(
            Map.entry(0, "normal"),
            Map.entry(1, "resources exhausted"),
            Map.entry(118, "total time too long"),
            Map.entry(119, "last segment and payload length contradict each other"),
            Map.entry(120, "first segment and segment number contradict each other"),
            Map.entry(121, "bad type"),
            Map.entry(122, "new window too small"),
            Map.entry(123, "segment number too big"),
            Map.entry(124, "illegal status"),
            Map.entry(125, "version not supported"),
            Map.entry(126, "too many retries"),
            Map.entry(127, "unspecified"));

    private static final String[] SEGMENT_TYPES = {"not used", "DATA", "ACK", "STOP", "ABORT"};

    private static final String[] PATH_STATUSES = {
        "alternate path loaded",
        "unknown communication id",
        "alternate paths not supported",
        "refused",
        "redirected",
        "already the current path",
        "wrong queue pair",
        "LID rejected",
        "GID rejected",
        "flow label rejected",
        "traffic class rejected",
        "hop limit rejected",
        "packet rate rejected",
        "service level rejected",
    };

    private static final String[] COMMON_STATUSES = {
        null,
        "class or base version not supported",
        "method not supported",
        "attribute not supported with this method",
        null,
        null,
        null,
        "invalid value in the attribute",
    };

    private ManagementMeaning() {}

    static String managementClass(long code) {
        String name = CLASSES.get((int) code);
        if (name != null) {
            return name;
        }
        boolean vendor = (code >= 0x09 && code <= 0x0f) || (code >= 0x30 && code <= 0x4f);
        return vendor ? "vendor" : code >= 0x10 && code <= 0x2f ? "application" : null;
    }

    static String method(long code) {
        return METHODS.get((int) code);
    }

    static String attribute(int managementClass, int attribute) {
        return switch (managementClass) {
            case MadHeader.CLASS_SMP_LID, MadHeader.CLASS_SMP_DIRECTED ->
                SUBNET_ATTRIBUTES.get(attribute);
            case MadHeader.CLASS_SA -> ADMINISTRATION_ATTRIBUTES.get(attribute);
            case MadHeader.CLASS_PERFORMANCE -> PERFORMANCE_ATTRIBUTES.get(attribute);
            case MadHeader.CLASS_CM -> MadHeader.cmName(attribute);
            default -> null;
        };
    }

    /** The bits common to all classes (IBA vol 1, 13.4.7); the upper eight are the class's own. */
    static String status(long status) {
        String code = COMMON_STATUSES[(int) (status >> 2) & 7];
        if (code != null) {
            return code;
        }
        return (status & 1) != 0 ? "busy" : (status & 2) != 0 ? "redirected" : null;
    }

    static String pathStatus(long status) {
        return status < PATH_STATUSES.length ? PATH_STATUSES[(int) status] : null;
    }

    static String segmentType(long type) {
        return type < SEGMENT_TYPES.length ? SEGMENT_TYPES[(int) type] : null;
    }

    static String segmentStatus(long status) {
        return SEGMENT_STATUSES.get((int) status);
    }

    static String segmentFlags(long flags) {
        if ((flags & 1) == 0) {
            return "not active";
        }
        return switch ((int) flags) {
            case 3 -> "first";
            case 5 -> "last";
            case 7 -> "first and last";
            default -> "middle";
        };
    }

    static String responseTime(long exponent) {
        return exponent == 31 ? "none given" : Meaning.timeout(exponent);
    }

    /** That 255 stands for all ports is from memory, not verified. */
    static String port(long port) {
        return port == 255 ? "all ports" : null;
    }

    /** Data counters count words of four bytes. */
    static String fourBytes(long words) {
        return new BigInteger(Long.toUnsignedString(words)).shiftLeft(2) + " bytes";
    }
}
