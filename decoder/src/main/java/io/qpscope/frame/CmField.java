package io.qpscope.frame;

import io.qpscope.wire.MadHeader;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A field of the messages of communication management, and where it lies: what the specifications in
 * {@code spec} say, for those who change messages.
 *
 * @param name Wireshark's without {@code infiniband.}; fields that have the same name in one message,
 *     as reserved ones, are numbered: {@code cm.req.reserved.1}
 * @param attribute of the messages that have it; 0 for the header, which all have
 * @param bitOffset from the first bit of the management datagram
 * @param bits 1 to 64; of longer fields these are the last 64, of private data the first 8
 */
public record CmField(String name, int attribute, int bitOffset, int bits) {
    private static final String PREFIX = "infiniband.";
    /** Readings of the header's bits that subnet management alone has. */
    private static final String OTHER_CLASS = "infiniband.smpdirected.";

    private static final int BYTE = 8;
    private static final int MOST_BITS = 64;
    private static final int[] ATTRIBUTES = {
        MadHeader.CM_REQ,
        MadHeader.CM_MRA,
        MadHeader.CM_REJ,
        MadHeader.CM_REP,
        MadHeader.CM_RTU,
        MadHeader.CM_DREQ,
        MadHeader.CM_DREP,
        MadHeader.CM_SIDR_REQ,
        MadHeader.CM_SIDR_REP,
        MadHeader.CM_LAP,
        MadHeader.CM_APR,
    };

    private static final Map<String, CmField> ALL = all();

    /** Null when there is none of this name; {@code infiniband.} in front may be left out. */
    public static CmField of(String name) {
        return ALL.get(name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name);
    }

    /** All there are, message by message. */
    public static List<CmField> values() {
        return List.copyOf(ALL.values());
    }

    private static Map<String, CmField> all() {
        Map<String, CmField> all = new LinkedHashMap<>();
        add(all, ManagementLayers.MAD, "mad", 0, 0);
        int body = BYTE * MadHeader.LENGTH;
        for (int attribute : ATTRIBUTES) {
            LayerSpec<?> spec = ManagementLayers.cm(attribute);
            String layer = spec.name().substring(PREFIX.length());
            add(all, spec, layer, attribute, body);
            LayerSpec<?> block = switch (attribute) {
                case MadHeader.CM_REQ -> CmReqLayers.IP_CM;
                case MadHeader.CM_SIDR_REQ -> CmReqLayers.SIDR_IP_CM;
                default -> null;
            };
            if (block != null) {
                // RDMA-CM's addresses stand at the head of the private data.
                String name = block.name().substring(PREFIX.length());
                add(all, block, name, attribute, body + BYTE * spec.length());
            }
        }
        return all;
    }

    private static void add(
            Map<String, CmField> all, LayerSpec<?> spec, String layer, int attribute, int from) {
        List<CmField> found = new ArrayList<>();
        for (LayerSpec.Entry<?> entry : spec.entries()) {
            if (entry.name().startsWith(OTHER_CLASS)) {
                continue;
            }
            int bits = entry.bits() < 0 ? BYTE : entry.bits();
            int at = from + entry.bitOffset();
            if (bits > MOST_BITS) {
                at += bits - MOST_BITS;
                bits = MOST_BITS;
            }
            String name = entry.name().substring(PREFIX.length());
            found.add(new CmField(name, attribute, at, bits));
        }
        for (CmField each : found) {
            boolean reserved = each.name.equals("reserved");
            String plain = reserved ? layer + ".reserved" : each.name;
            String name = plain;
            for (int i = 1; all.containsKey(name) || (reserved && i == 1); i++) {
                name = plain + "." + i;
            }
            all.put(name, new CmField(name, each.attribute, each.bitOffset, each.bits));
        }
    }
}
