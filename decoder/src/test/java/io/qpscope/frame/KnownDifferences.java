package io.qpscope.frame;

import static io.qpscope.frame.Difference.EVERYWHERE;
import static io.qpscope.frame.Difference.Kind.OURS_ONLY;
import static io.qpscope.frame.Difference.Kind.PLACE;
import static io.qpscope.frame.Difference.Kind.THEIRS_ONLY;
import static io.qpscope.frame.Difference.Kind.UNNAMED;
import static io.qpscope.frame.Difference.Kind.VALUE;
import static io.qpscope.frame.Difference.RECORDED;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Where tshark 4.0.17 reads a frame otherwise than we do, and why we are right. */
final class KnownDifferences {
    /** A recording of packets made by hand, some of them wrong on purpose. */
    static final String PROBE = "inject-cm-probe.pcap";

    private static final List<Difference> TABLE = new ArrayList<>();

    static final List<Difference> ALL = Collections.unmodifiableList(TABLE);

    static {
        transport();
        connections();
        management();
        streams();
        upperLayers();
        nativePackets();
        flowControl();
    }

    private KnownDifferences() {}

    private static void add(String where, Difference.Kind kind, String reason, String... names) {
        TABLE.add(Difference.of(where, kind, reason, names));
    }

    private static void transport() {
        add(
                EVERYWHERE,
                UNNAMED,
                "BTH byte 4 is one reserved byte to tshark: it shows no congestion marks",
                "infiniband.bth.fecn",
                "infiniband.bth.becn",
                "infiniband.bth.resv6");
        add(
                EVERYWHERE,
                UNNAMED,
                "tshark shows the ICRC and never checks it",
                "infiniband.invariant.crc.status");
        add(
                RECORDED,
                UNNAMED,
                "tshark shows no pad, no RNR time as a number and no options as a whole",
                "infiniband.pad",
                "infiniband.aeth.rnr_ms",
                "ip.options");
        add(
                RECORDED,
                THEIRS_ONLY,
                "tshark calls the version of IPv6 so too, beside ipv6.version",
                "ip.version");
        add(
                RECORDED,
                OURS_ONLY,
                "tshark shows payload as data or as the upper layer that it guesses",
                "infiniband.payload");
        add(
                RECORDED,
                OURS_ONLY,
                "tshark guesses RPC-over-RDMA on a small SEND, finds it malformed and gives up",
                "infiniband.invariant.crc");
        String cnp = "tshark knows no CNP opcode: what follows the BTH stays undissected";
        for (String where : new String[] {"CNP", "CNP of InfiniBand", PROBE}) {
            add(where, UNNAMED, cnp, "infiniband.cnp.reserved");
            add(where, OURS_ONLY, cnp, "infiniband.invariant.crc");
        }
        String xrc = "tshark knows the opcodes of XRC by name but not the XRCETH that follows";
        add("XRC SEND", UNNAMED, xrc, "infiniband.xrceth.srqn");
        add("XRC SEND", OURS_ONLY, xrc, "infiniband.invariant.crc", "infiniband.payload");
        String rd = "tshark takes RD opcodes for Mellanox DC and its BTH of 20 bytes";
        add(
                "RD SEND",
                PLACE,
                rd,
                "infiniband.rdeth.eecnxt",
                "infiniband.deth.q_key",
                "infiniband.deth.srcqp");
        add("RD SEND", VALUE, rd, "infiniband.deth.q_key", "infiniband.deth.srcqp");
        add("RD SEND", OURS_ONLY, rd, "infiniband.payload");
        String placement = "tshark names FLUSH and ATOMIC WRITE and reads none of their headers";
        add("FLUSH", UNNAMED, placement, "infiniband.feth.*");
        add(
                "FLUSH",
                OURS_ONLY,
                placement,
                "infiniband.reth.va",
                "infiniband.reth.r_key",
                "infiniband.reth.dmalen",
                "infiniband.invariant.crc");
        add(
                "ATOMIC WRITE",
                OURS_ONLY,
                placement,
                "infiniband.reth.va",
                "infiniband.reth.r_key",
                "infiniband.reth.dmalen",
                "infiniband.payload",
                "infiniband.invariant.crc");
    }

    private static void connections() {
        request(RECORDED);
        request(PROBE);
        add(
                RECORDED,
                VALUE,
                "tshark applies masks of 32 bits to the 3 bytes or 1 byte at the flow label",
                "infiniband.cm.req.prim_flowlabel",
                "infiniband.cm.req.prim_reserved0",
                "infiniband.cm.req.prim_pktrate");
        String part = "tshark shows the private data whole, we what follows NVMe/RDMA's part of it";
        add(RECORDED, VALUE, part, "infiniband.cm.req.ip_cm.private");
        add(RECORDED, PLACE, part, "infiniband.cm.req.ip_cm.private");
        String stray = "tshark takes this datagram to QP 0xfff0 for a management datagram";
        add(PROBE, OURS_ONLY, stray, "infiniband.payload");
        add(PROBE, THEIRS_ONLY, stray, "infiniband.mad.*", "infiniband.cm.req.*");
        add(PROBE, THEIRS_ONLY, stray, "infiniband.cm.req");
        String unread = "tshark reads no MRA, LAP, APR and SIDR: they are bytes to it";
        add("MRA", UNNAMED, unread, "infiniband.cm.mra.*");
        add(RECORDED, UNNAMED, unread, "infiniband.cm.mra.*");
        add("LAP", UNNAMED, unread, "infiniband.cm.lap.*");
        add("APR", UNNAMED, unread, "infiniband.cm.apr.*");
        add("SIDR_REQ", UNNAMED, unread, "infiniband.cm.sidr_req.*");
        add("SIDR_REP", UNNAMED, unread, "infiniband.cm.sidr_rep.*");
        String rc = "tshark takes every packet to QP 0 and 1 for a management datagram";
        add("RC to QP 1", OURS_ONLY, rc, "infiniband.payload");
        add("RC to QP 1", THEIRS_ONLY, rc, "infiniband.mad.*", "infiniband.cm.rej.*");
    }

    private static void request(String where) {
        add(
                where,
                PLACE,
                "tshark puts these at the first byte of the flow label, which lies before them",
                "infiniband.cm.req.prim_reserved0",
                "infiniband.cm.req.prim_pktrate",
                "infiniband.cm.req.alt_reserved0",
                "infiniband.cm.req.alt_pktrate");
        String last = "tshark calls the last reserved bits of the alternate path as those before";
        add(where, UNNAMED, last, "infiniband.cm.req.alt_reserved2");
        add(where, THEIRS_ONLY, last, "infiniband.cm.req.alt_reserved1");
    }

    private static void management() {
        add(
                EVERYWHERE,
                THEIRS_ONLY,
                "tshark repeats what the datagram's own fields show",
                "infiniband.mad.data",
                "infiniband.smplid.smpdata");
        add(
                "SA",
                VALUE,
                "the response time has 5 bits and the flags 3 (libibmad fields.c), not 4 and 4",
                "infiniband.rmpp.rresptime",
                "infiniband.rmpp.rmppflags");
        add(
                "SA",
                OURS_ONLY,
                "tshark shows these two under their meaning in a DATA segment only",
                "infiniband.rmpp.data1",
                "infiniband.rmpp.data2");
        add(
                "SA",
                OURS_ONLY,
                "tshark reads the record instead, which we show as bytes",
                "infiniband.sa.subnetadmindata");
        add(
                "directed SMP",
                VALUE,
                "tshark looks for the direction, bit 15 of the status, in 8 bits and finds 0; it"
                        + " leaves the bit in the status",
                "infiniband.smpdirected.d",
                "infiniband.smpdirected.smpstatus");
        String counters = "tshark stops behind the counters of IBA 1.0 and drops the ICRC";
        add(
                "PortCounters",
                UNNAMED,
                counters,
                "infiniband.portcounters.counterselect2",
                "infiniband.portcounters.portxmitwait");
        add("PortCounters", OURS_ONLY, counters, "infiniband.invariant.crc");
        add(
                "PortCountersExtended",
                OURS_ONLY,
                "tshark stops behind the counters and drops the ICRC",
                "infiniband.invariant.crc");
    }

    private static void streams() {
        add(
                RECORDED,
                UNNAMED,
                "tshark shows no verdict on the MPA CRC, no payload and no bits of a Terminate alone,"
                        + " and has a name for each key",
                "iwarp_mpa.key",
                "iwarp_mpa.crc.status",
                "iwarp_rdma.payload",
                "iwarp_rdma.term.form",
                "iwarp_rdma.term_hdrct.*");
        String revision = "tshark reads MPA revision 2 as 1: S bit, IRD and ORD (RFC 6581, 9)";
        add(RECORDED, UNNAMED, revision, "iwarp_mpa.enhanced*");
        add(RECORDED, VALUE, revision, "iwarp_mpa.res", "iwarp_mpa.privatedata");
        add(RECORDED, PLACE, revision, "iwarp_mpa.privatedata");
        add(RECORDED, THEIRS_ONLY, revision, "iwarp_mpa.privatedata");
        String reserved =
                "RsvdULP holds RDMAP's control byte and STag, which have names of their own";
        add(RECORDED, VALUE, reserved, "iwarp_ddp.rsvdulp");
        add(RECORDED, THEIRS_ONLY, reserved, "iwarp_ddp.rsvdulp");
        String terminate = "tshark reads a Terminate of Linux siw with its nibbles swapped";
        add(RECORDED, VALUE, terminate, "iwarp_rdma.term_layer");
        String hole = "behind a hole tshark takes segments as they come, even those whose TCP"
                + " checksum is bad, and loses the rest; we wait for what fills it";
        String[] headers = {
            "iwarp_ddp.*",
            "iwarp_mpa.crc",
            "iwarp_mpa.ulpdulength",
            "iwarp_rdma.opcode",
            "iwarp_rdma.rsv",
            "iwarp_rdma.version"
        };
        add(RECORDED, OURS_ONLY, hole, headers);
        add(RECORDED, THEIRS_ONLY, hole, headers);
        add(
                RECORDED,
                PLACE,
                "tshark counts from the start of a unit put together, which has no place in the frame",
                headers);
        add(
                RECORDED,
                OURS_ONLY,
                "tshark has names of each layer for types and codes, or reads them swapped",
                "iwarp_rdma.term_*");
    }

    private static void upperLayers() {
        add(
                RECORDED,
                OURS_ONLY,
                "tshark leaves private data of RoCEv2 and the first capsules of an I/O queue"
                        + " undissected, and calls command dwords by what a command makes of them",
                "nvme-rdma.cm.req.*",
                "nvme.cmd.*",
                "nvme.cqe.*",
                "nvme.fabrics.cmd.*");
        add(
                RECORDED,
                UNNAMED,
                "tshark has no name for the value of a property as a whole",
                "nvme.fabrics.cmd.prop_get_set.value");
        String clc = "tshark shows a CLC handshake as TCP payload";
        add(RECORDED, OURS_ONLY, clc, "smc.*");
        add(RECORDED, UNNAMED, clc, "smc.*");
    }

    private static void nativePackets() {
        for (String where : ParityFrames.NATIVE.keySet()) {
            String record = "tshark takes the record's header away and gives it no place";
            add(where, PLACE, record, "erf.*");
            add(where, VALUE, record, "frame.cap_len", "frame.len");
            add(
                    where,
                    VALUE,
                    "tshark shows the record's own time, we pcap's in front of it",
                    "frame.time_epoch");
            if (!where.equals(ParityFrames.LINK)) {
                add(
                        where,
                        UNNAMED,
                        "tshark shows the VCRC and never checks it",
                        "infiniband.variant.crc.status");
                add(where, OURS_ONLY, "tshark shows payload as data", "infiniband.payload");
            }
        }
        String tail = "tshark takes the last two bytes for a VCRC whatever PktLen says, and the"
                + " ICRC for what stands two bytes before its place";
        add(ParityFrames.BARE, VALUE, tail, "infiniband.invariant.crc");
        add(ParityFrames.BARE, PLACE, tail, "infiniband.invariant.crc");
        add(ParityFrames.BARE, THEIRS_ONLY, tail, "infiniband.variant.crc");
    }

    private static void flowControl() {
        add(
                ParityFrames.LINK,
                OURS_ONLY,
                "tshark has the names and calls the six bytes malformed",
                "infiniband_link.op",
                "infiniband_link.fctbs",
                "infiniband_link.vl",
                "infiniband_link.fccl",
                "infiniband_link.lpcrc");
        add(
                ParityFrames.LINK,
                UNNAMED,
                "tshark has no verdict on the LPCRC",
                "infiniband_link.lpcrc.status");
    }
}
