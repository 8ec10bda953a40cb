package io.qpscope.frame;

import io.qpscope.wire.DdpTagged;
import io.qpscope.wire.DdpUntagged;
import io.qpscope.wire.Mpa;
import io.qpscope.wire.MpaCrc;
import io.qpscope.wire.MpaEnhanced;
import io.qpscope.wire.MpaFrame;
import io.qpscope.wire.MpaLegacy;
import io.qpscope.wire.Rdmap;
import io.qpscope.wire.RdmapTerminate;
import io.qpscope.wire.Terminate;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Shows the units of a stream that a frame completes. Fields have their place in the frame where the
 * unit lies in it whole and without markers; else their offset is -1.
 */
final class IwarpWalk {
    private static final int NOWHERE = -1;

    private final List<LayerNode> layers;
    private final List<String> errors;
    private final StreamUnit unit;
    /** The unit without its markers. */
    private final ByteBuffer bytes;

    private final int length;
    /** Place of byte 0 in the frame, or {@link #NOWHERE}. */
    private final int base;

    private int at;

    IwarpWalk(StreamUnit unit, List<LayerNode> layers, List<String> errors) {
        this.unit = unit;
        this.layers = layers;
        this.errors = errors;
        boolean marked = unit.markers() && unit.position() >= 0;
        byte[] plain = marked ? unmarked(unit) : unit.bytes();
        bytes = ByteBuffer.wrap(plain);
        length = plain.length;
        base = plain.length == unit.bytes().length ? unit.frameOffset() : NOWHERE;
    }

    private static byte[] unmarked(StreamUnit unit) {
        byte[] plain = new byte[unit.bytes().length];
        int filled = 0;
        for (int from = 0; from < unit.bytes().length; from += 4) {
            if (Mpa.toMarker(unit.position() + from) != 0) {
                int count = Math.min(4, unit.bytes().length - from);
                System.arraycopy(unit.bytes(), from, plain, filled, count);
                filled += count;
            }
        }
        return java.util.Arrays.copyOf(plain, filled);
    }

    void walk() {
        if (unit.position() < 0) {
            mpaFrame();
        } else {
            fpdu();
        }
    }

    private void mpaFrame() {
        next(IwarpLayers.MPA, length);
        int flags = length >= MpaFrame.LENGTH ? bytes.getShort(16) : 0;
        boolean enhanced = (flags & 0x1000) != 0 && length - at >= MpaEnhanced.LENGTH;
        if (enhanced) {
            next(IwarpLayers.ENHANCED, length);
        } else if ((flags & 0xff) == 1 && length - at == MpaLegacy.LENGTH) {
            legacy();
        }
        open("iwarp_mpa.privatedata", length);
    }

    /** Depths that no device has are no depths. */
    private void legacy() {
        int most = 0x3fff;
        int ird = bytes.getInt(at);
        int ord = bytes.getInt(at + 4);
        if (ird >= 0 && ird <= most && ord >= 0 && ord <= most) {
            int back = at;
            next(IwarpLayers.LEGACY, length);
            at = back;
        }
    }

    private void fpdu() {
        if (length < Mpa.frameLength(0)) {
            errors.add("iwarp_mpa: an FPDU of " + length + " bytes");
            return;
        }
        int ulpdu = bytes.getShort(0) & 0xffff;
        int end = Math.min(length, Mpa.LENGTH_FIELD + ulpdu);
        List<Field> fields = new ArrayList<>();
        fields.add(new Field(
                "iwarp_mpa.ulpdulength", (long) ulpdu, place(0), 0, 16, ulpdu + " bytes"));
        int pad = Mpa.padLength(ulpdu);
        int crc = length - Mpa.CRC_LENGTH;
        if (pad > 0) {
            fields.add(new Field(
                    "iwarp_mpa.pad", hex(crc - pad, pad), place(crc - pad), 0, pad * 8, null));
        }
        long stored = MpaCrc.stored(bytes, crc) & 0xffff_ffffL;
        fields.add(new Field("iwarp_mpa.crc", stored, place(crc), 0, 32, null));
        String status = unit.crc().name().toLowerCase(Locale.ROOT);
        fields.add(new Field("iwarp_mpa.crc.status", status, place(crc), 0, 0, null));
        layers.add(new LayerNode("iwarp_mpa", Math.max(0, base), length, fields));
        markers();
        at = Mpa.LENGTH_FIELD;
        if (ulpdu > 0) {
            segment(end);
        }
    }

    private void markers() {
        if (!unit.markers()) {
            return;
        }
        int step = Mpa.MARKER_INTERVAL;
        for (int i = Mpa.toMarker(unit.position()); i < unit.bytes().length; i += step) {
            int start = unit.frameOffset() < 0 ? NOWHERE : unit.frameOffset() + i;
            LayerSpec.Reading<?> reading =
                    IwarpLayers.MARKER.read(ByteBuffer.wrap(unit.bytes()), 0, i, i + 4);
            add(reading.node(), i, start);
        }
    }

    private void segment(int end) {
        boolean tagged = bytes.get(at) < 0;
        int opcode = bytes.get(at + 1) & 0xf;
        LayerSpec<?> header = tagged
                ? IwarpLayers.TAGGED
                : Rdmap.invalidates(opcode) ? IwarpLayers.INVALIDATING : IwarpLayers.UNTAGGED;
        if (!next(header, end)) {
            return;
        }
        LayerSpec<?> body = tagged ? null : IwarpLayers.body(opcode, unit.atomicCodes());
        if (body != null) {
            next(body, end);
        } else if (!tagged && opcode == Rdmap.TERMINATE) {
            terminate(end);
        }
        open("iwarp_rdma.payload", end);
    }

    private void terminate(int end) {
        if (end - at < RdmapTerminate.LENGTH) {
            errors.add("iwarp_rdma: a Terminate without its control field");
            return;
        }
        Terminate what = Terminate.of(bytes.getInt(at));
        boolean siw = what.siwForm();
        List<Field> fields = new ArrayList<>();
        int layerBit = siw ? 4 : 0;
        fields.add(new Field(
                "iwarp_rdma.term_layer",
                (long) what.layer(),
                place(at),
                layerBit,
                4,
                what.layerText()));
        fields.add(new Field(
                "iwarp_rdma.term_etype",
                (long) what.type(),
                place(at),
                4 - layerBit,
                4,
                what.typeText()));
        fields.add(new Field(
                "iwarp_rdma.term_errcode",
                (long) what.code(),
                place(at + 1),
                0,
                8,
                what.codeText()));
        fields.add(new Field(
                "iwarp_rdma.term_hdrct.m", what.m(), place(at + 2), siw ? 7 : 0, 1, null));
        fields.add(new Field(
                "iwarp_rdma.term_hdrct.d", what.d(), place(at + 2), siw ? 6 : 1, 1, null));
        fields.add(new Field(
                "iwarp_rdma.term_hdrct.r", what.r(), place(at + 2), siw ? 5 : 2, 1, null));
        fields.add(new Field(
                "iwarp_rdma.term.form",
                siw ? "siw" : "rfc5040",
                place(at),
                0,
                0,
                siw ? "bit fields reversed, as Linux siw sends them" : "as RFC 5040 has it"));
        int start = at;
        at += RdmapTerminate.LENGTH;
        if ((what.m() || what.d()) && end - at >= 2) {
            fields.add(new Field(
                    "iwarp_rdma.term_ddp_seg_len",
                    (long) (bytes.getShort(at) & 0xffff),
                    place(at),
                    0,
                    16,
                    null));
            at += 2;
        }
        if (what.d() && end > at) {
            int size = bytes.get(at) < 0 ? DdpTagged.LENGTH : DdpUntagged.LENGTH;
            copied("iwarp_rdma.term_ddp_h", size, end, fields);
        }
        if (what.r()) {
            copied("iwarp_rdma.term_rdma_h", 28, end, fields);
        }
        layers.add(new LayerNode("iwarp_rdma", Math.max(0, place(start)), at - start, fields));
    }

    private void copied(String name, int size, int end, List<Field> fields) {
        int there = Math.min(size, end - at);
        if (there > 0) {
            fields.add(new Field(name, hex(at, there), place(at), 0, there * 8, null));
            at += there;
        }
    }

    private void open(String name, int end) {
        int there = end - at;
        if (there > 0) {
            Field field =
                    new Field(name, hex(at, there), place(at), 0, there * 8, there + " bytes");
            layers.add(new LayerNode(name, Math.max(0, place(at)), there, List.of(field)));
            at = end;
        }
    }

    private boolean next(LayerSpec<?> spec, int end) {
        LayerSpec.Reading<?> reading = spec.read(bytes, 0, at, end);
        add(reading.node(), at, place(at));
        if (reading.error() != null) {
            errors.add(reading.error());
            return false;
        }
        at += reading.node().length();
        return true;
    }

    /** Moves fields from their place in the unit to that in the frame. */
    private void add(LayerNode node, int from, int start) {
        List<Field> fields = new ArrayList<>();
        for (Field f : node.fields()) {
            int offset = start < 0 ? NOWHERE : f.offset() - from + start;
            fields.add(new Field(f.name(), f.value(), offset, f.bitOffset(), f.bits(), f.text()));
        }
        layers.add(new LayerNode(node.name(), Math.max(0, start), node.length(), fields));
    }

    private int place(int index) {
        return base < 0 ? NOWHERE : base + index;
    }

    private String hex(int from, int count) {
        return HexFormat.of().formatHex(bytes.array(), from, from + count);
    }
}
