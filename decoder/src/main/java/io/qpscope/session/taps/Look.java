package io.qpscope.session.taps;

import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;

/** What matters of the packet just read. Reused. */
final class Look {
    private static final int CE = 3;

    int tap;
    long timeNs;
    long frame;
    long key;
    long place;
    boolean tcp;
    boolean withIcrc;
    int icrc;
    boolean bad;
    boolean marked;
    boolean hasIpId;

    void at(FrameView view, int tap, long timeNs, long number) {
        this.tap = tap;
        this.timeNs = timeNs;
        frame = number;
        key = Transmission.key(view);
        place = TapPoint.place(view);
        tcp = Transmission.isTcp(view);
        withIcrc = Transmission.hasIcrc(view);
        icrc = withIcrc ? view.icrcStored() : 0;
        bad = view.kind().hasTransport() && view.icrc() == IcrcStatus.BAD;
        marked = view.ecn() == CE;
        hasIpId = view.ipId() != 0;
    }
}
