package io.qpscope.wire;

/**
 * What a Terminate message says (RFC 5040, 4.8 and 7; RFC 5041, 7; RFC 5044, 8; RFC 6581, 9), from
 * the four bytes of its control field in either of the two forms met:
 *
 * <pre>
 * RFC 5040    layer(4) type(4)  code(8)  M(1) D(1) R(1) reserved(13)
 * Linux siw   type(4) layer(4)  code(8)  reserved(5) R(1) D(1) M(1)  reserved(8)
 * </pre>
 *
 * siw writes C bit fields as a little-endian host lays them out. The standard form has its low 13
 * bits zero, siw's the high three of byte 2; where both hold, no bits are set, and the standard form
 * is taken unless only the other one makes sense.
 */
public record Terminate(
        boolean siwForm, int layer, int type, int code, boolean m, boolean d, boolean r) {
    public static final int RDMAP = 0;
    public static final int DDP = 1;
    public static final int LLP = 2;

    private static final String[] LAYERS = {"RDMAP", "DDP", "LLP (MPA)"};
    private static final String[] RDMAP_TYPES = {
        "local catastrophic error", "remote protection error", "remote operation error"
    };
    private static final String[] DDP_TYPES = {
        "local catastrophic error", "tagged buffer error", "untagged buffer error", "LLP error"
    };
    private static final String[] LLP_TYPES = {"MPA error"};
    private static final String[] RDMAP_CODES = {
        "invalid STag",
        "base or bounds violation",
        "access rights violation",
        "STag not associated with the stream",
        "TO wrap",
        "invalid RDMAP version",
        "unexpected opcode",
        "catastrophic error of the stream",
        "catastrophic error of the device",
        "STag can't be invalidated",
    };
    private static final String[] TAGGED_CODES = {
        "invalid STag",
        "base or bounds violation",
        "STag not associated with the stream",
        "TO wrap",
        "invalid DDP version",
    };
    private static final String[] UNTAGGED_CODES = {
        null,
        "invalid queue number",
        "no receive buffer for the message",
        "MSN out of range",
        "invalid message offset",
        "message too long for the receive buffer",
        "invalid DDP version",
    };
    private static final String[] LLP_CODES = {
        null,
        "TCP connection lost",
        "CRC error",
        "marker and FPDU start disagree",
        "invalid MPA request or reply",
        "local catastrophic error",
        "insufficient IRD",
        "no matching RTR option",
    };
    private static final int UNSPECIFIED = 0xff;

    /**
     * Reads the control field.
     *
     * @param control the four bytes, big-endian
     */
    public static Terminate of(int control) {
        Terminate standard = standard(control);
        Terminate siw = siw(control);
        boolean standardFits = (control & 0x1fff) == 0;
        boolean siwFits = (control & 0xf8ff) == 0;
        if (standardFits != siwFits) {
            return standardFits ? standard : siw;
        }
        return standard.explained() || !siw.explained() ? standard : siw;
    }

    private static Terminate standard(int control) {
        return new Terminate(
                false,
                control >>> 28,
                (control >>> 24) & 0xf,
                (control >>> 16) & 0xff,
                (control & 0x8000) != 0,
                (control & 0x4000) != 0,
                (control & 0x2000) != 0);
    }

    private static Terminate siw(int control) {
        return new Terminate(
                true,
                (control >>> 24) & 0xf,
                control >>> 28,
                (control >>> 16) & 0xff,
                (control & 0x0100) != 0,
                (control & 0x0200) != 0,
                (control & 0x0400) != 0);
    }

    private boolean explained() {
        return typeText() != null && (codeText() != null || code == UNSPECIFIED || type == 0);
    }

    public String layerText() {
        return layer < LAYERS.length ? LAYERS[layer] : null;
    }

    /** Null for a reserved value, as all such. */
    public String typeText() {
        return switch (layer) {
            case RDMAP -> of(RDMAP_TYPES, type);
            case DDP -> of(DDP_TYPES, type);
            case LLP -> of(LLP_TYPES, type);
            default -> null;
        };
    }

    public String codeText() {
        if (code == UNSPECIFIED && layer == RDMAP) {
            return "unspecified error";
        }
        return switch (layer) {
            case RDMAP -> type == 0 ? null : of(RDMAP_CODES, code);
            case DDP ->
                type == 1 ? of(TAGGED_CODES, code) : type == 2 ? of(UNTAGGED_CODES, code) : null;
            case LLP -> of(LLP_CODES, code);
            default -> null;
        };
    }

    /** As {@code RDMAP remote protection error: base or bounds violation (0/1/1, siw's form)}. */
    public String text() {
        String what = (layerText() == null ? "unknown layer" : layerText()) + " "
                + (typeText() == null ? "error of unknown type" : typeText());
        String detail = codeText();
        return what + (detail == null ? "" : ": " + detail) + " (layer " + layer + ", type " + type
                + ", code " + code + (siwForm ? ", in Linux siw's bit order" : "") + ")";
    }

    private static String of(String[] texts, int value) {
        return value < texts.length ? texts[value] : null;
    }
}
