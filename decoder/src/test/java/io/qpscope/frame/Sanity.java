package io.qpscope.frame;

import io.qpscope.wire.Grh;
import io.qpscope.wire.LinkPacket;
import io.qpscope.wire.Lrh;
import io.qpscope.wire.MacPause;
import io.qpscope.wire.MacPfc;
import io.qpscope.wire.Opcode;

/** What must hold of a view whatever the bytes were. */
final class Sanity {
    private Sanity() {}

    static void check(FrameView view) {
        int start = view.offset();
        int end = start + view.captured();
        int wireEnd = Math.max(end, start + view.original());
        stop(view, start, end);
        inside("MAC", view.sourceMacOffset() < 0 || view.sourceMacOffset() + 6 <= end);
        inside("MAC", view.destinationMacOffset() < 0 || view.destinationMacOffset() + 6 <= end);
        inside("tags", view.vlanTags() == 0 ? view.vlanId() == -1 : view.vlanId() >>> 12 == 0);
        inside("tags", view.vlanTags() == 0 ? view.pcp() == -1 : view.pcp() >>> 3 == 0);
        if (view.ipVersion() != 0) {
            inside("IP", view.ipOffset() >= start && view.ipOffset() + 20 <= end);
            inside("IP", (view.ipId() >>> 16 | view.ttl() >>> 8 | view.ipProtocol() >>> 8) == 0);
            inside("IP", (view.dscp() >>> 6 | view.ecn() >>> 2) == 0);
        }
        if (view.transportOffset() >= 0) {
            inside("transport", view.transportOffset() >= view.ipOffset() + 20);
            inside("transport", view.transportPayloadOffset() <= end);
            inside("transport", view.transportPayloadLength() >= 0);
            inside("transport", view.transportPayloadCaptured() >= 0);
            inside("ports", (view.sourcePort() >>> 16 | view.destinationPort() >>> 16) == 0);
        }
        if (view.bthOffset() >= 0) {
            inside("BTH", view.bthOffset() == behindCarrier(view));
            inside("BTH", view.extendedOffset() <= end);
            inside("BTH", (view.opcode() >>> 8 | view.bthFlags() >>> 8) == 0);
            inside("BTH", (view.destQp() >>> 24 | view.psn() >>> 24) == 0);
        }
        if (view.kind().hasTransport()) {
            int headers = Opcode.headerLength(view.opcode());
            int pad = view.bthFlags() >> 4 & 3;
            inside("headers", view.payloadOffset() == view.extendedOffset() + headers);
            inside("payload", view.payloadOffset() <= end && view.payloadLength() >= 0);
            inside("payload", view.payloadCaptured() >= 0);
            inside(
                    "ICRC",
                    view.icrcOffset() == view.payloadOffset() + view.payloadLength() + pad
                            && (view.icrcOffset() + 4 <= wireEnd
                                    || view.carrier().isCut()));
        }
        if (view.kind() == Kind.PFC || view.kind() == Kind.PAUSE) {
            int length = view.kind() == Kind.PFC ? MacPfc.LENGTH : MacPause.LENGTH;
            inside("MAC control", view.macControlOffset() >= start);
            inside("MAC control", view.macControlOffset() + length <= end);
        }
        if (view.icrc() != IcrcStatus.UNCHECKED) {
            inside("checked ICRC", view.kind().hasTransport() && view.icrcCaptured());
        }
        if (view.carrier().crc() != IcrcStatus.UNCHECKED) {
            Carrier carrier = view.carrier();
            int length = carrier.isNative() ? carrier.lrh().pktlen() * 4 + 2 : LinkPacket.LENGTH;
            inside("checked VCRC or LPCRC", carrier.start() + length <= end);
        }
    }

    private static int behindCarrier(FrameView view) {
        return switch (view.carrier().transport()) {
            case ROCE_V2 -> view.transportOffset() + 8;
            case ROCE_V1 -> view.ipOffset() + Grh.LENGTH;
            case INFINIBAND ->
                view.ipVersion() == 6
                        ? view.ipOffset() + Grh.LENGTH
                        : view.carrier().start() + Lrh.LENGTH;
        };
    }

    private static void stop(FrameView view, int start, int end) {
        boolean stopped = view.kind() == Kind.MALFORMED || view.kind() == Kind.CUT;
        inside("stop layer", stopped == (view.stopLayer() != null));
        if (stopped) {
            inside("stop", view.stopOffset() >= start && view.stopOffset() <= end);
            inside("stop", view.stopNeeded() > 0 && view.stopAvailable() >= 0);
        }
        if (view.kind() == Kind.CUT) {
            inside("cut", view.truncated() && view.stopAvailable() < view.stopNeeded());
            inside("cut", view.stopOffset() + view.stopAvailable() == end);
        }
    }

    private static void inside(String what, boolean holds) {
        if (!holds) {
            throw new AssertionError(what + " out of bounds");
        }
    }
}
