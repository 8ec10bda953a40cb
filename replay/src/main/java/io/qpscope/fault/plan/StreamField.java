package io.qpscope.fault.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * A field of an iWARP stream, by Wireshark's name, and where it lies (RFC 5044, 4.1 and 7.1.1; RFC
 * 6581, 9.1; RFC 5041, 4; RFC 5040, 4). Bits count from the first of an FPDU without its markers, or of
 * an MPA request or reply.
 */
public enum StreamField {
    MARKER_FLAG("iwarp_mpa.marker_flag", Form.SETUP, 128, 1),
    CRC_FLAG("iwarp_mpa.crc_flag", Form.SETUP, 129, 1),
    REJ_FLAG("iwarp_mpa.rej_flag", Form.SETUP, 130, 1),
    ENHANCED_FLAG("iwarp_mpa.enhanced_flag", Form.SETUP, 131, 1),
    REV("iwarp_mpa.rev", Form.SETUP, 136, 8),
    PDLENGTH("iwarp_mpa.pdlength", Form.SETUP, 144, 16),
    IRD("iwarp_mpa.enhanced.ird", Form.ENHANCED, 162, 14),
    ORD("iwarp_mpa.enhanced.ord", Form.ENHANCED, 178, 14),
    ULPDULENGTH("iwarp_mpa.ulpdulength", Form.FPDU, 0, 16),
    TAGGED_FLAG("iwarp_ddp.tagged_flag", Form.SEGMENT, 16, 1),
    LAST_FLAG("iwarp_ddp.last_flag", Form.SEGMENT, 17, 1),
    RSVD("iwarp_ddp.rsvd", Form.SEGMENT, 18, 4),
    DV("iwarp_ddp.dv", Form.SEGMENT, 22, 2),
    VERSION("iwarp_rdma.version", Form.SEGMENT, 24, 2),
    RSV("iwarp_rdma.rsv", Form.SEGMENT, 26, 2),
    OPCODE("iwarp_rdma.opcode", Form.SEGMENT, 28, 4),
    STAG("iwarp_ddp.stag", Form.TAGGED, 32, 32),
    TAGGED_OFFSET("iwarp_ddp.tagged_offset", Form.TAGGED, 64, 64),
    INVAL_STAG("iwarp_rdma.inval_stag", Form.UNTAGGED, 32, 32),
    QN("iwarp_ddp.qn", Form.UNTAGGED, 64, 32),
    MSN("iwarp_ddp.msn", Form.UNTAGGED, 96, 32),
    MO("iwarp_ddp.mo", Form.UNTAGGED, 128, 32),
    SINKSTAG("iwarp_rdma.sinkstag", Form.READ_REQUEST, 160, 32),
    SINKTO("iwarp_rdma.sinkto", Form.READ_REQUEST, 192, 64),
    RDMARDSZ("iwarp_rdma.rdmardsz", Form.READ_REQUEST, 256, 32),
    SRCSTAG("iwarp_rdma.srcstag", Form.READ_REQUEST, 288, 32),
    SRCTO("iwarp_rdma.srcto", Form.READ_REQUEST, 320, 64),
    TERM_LAYER("iwarp_rdma.term_layer", Form.TERMINATE, 160, 4),
    TERM_ETYPE("iwarp_rdma.term_etype", Form.TERMINATE, 164, 4),
    TERM_ERRCODE("iwarp_rdma.term_errcode", Form.TERMINATE, 168, 8);

    /** What must be there for a field to be. */
    public enum Form {
        /** An MPA request or reply. */
        SETUP,
        /** One with IRD and ORD. */
        ENHANCED,
        /** Any FPDU. */
        FPDU,
        /** One with a DDP segment. */
        SEGMENT,
        TAGGED,
        UNTAGGED,
        READ_REQUEST,
        TERMINATE;

        /** Whether it is a field of the set-up, not of FPDUs. */
        public boolean ofSetup() {
            return this == SETUP || this == ENHANCED;
        }
    }

    private final String label;
    private final Form form;
    private final int bitOffset;
    private final int bits;

    StreamField(String label, Form form, int bitOffset, int bits) {
        this.label = label;
        this.form = form;
        this.bitOffset = bitOffset;
        this.bits = bits;
    }

    /** Null when there is none of this name. */
    public static StreamField of(String name) {
        for (StreamField field : values()) {
            if (field.label.equals(name)) {
                return field;
            }
        }
        return null;
    }

    /** Of all fields there are. */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        for (StreamField field : values()) {
            names.add(field.label);
        }
        return names;
    }

    public String label() {
        return label;
    }

    public Form form() {
        return form;
    }

    public int bitOffset() {
        return bitOffset;
    }

    public int bits() {
        return bits;
    }
}
