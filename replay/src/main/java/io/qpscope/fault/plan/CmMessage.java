package io.qpscope.fault.plan;

import io.qpscope.wire.MadHeader;

import java.util.ArrayList;
import java.util.List;

/** Messages of communication management by their names (IBA vol 1, 12.6 and 16.7.2). */
public enum CmMessage {
    REQ(MadHeader.CM_REQ),
    MRA(MadHeader.CM_MRA),
    REJ(MadHeader.CM_REJ),
    REP(MadHeader.CM_REP),
    RTU(MadHeader.CM_RTU),
    DREQ(MadHeader.CM_DREQ),
    DREP(MadHeader.CM_DREP),
    SIDR_REQ(MadHeader.CM_SIDR_REQ),
    SIDR_REP(MadHeader.CM_SIDR_REP),
    LAP(MadHeader.CM_LAP),
    APR(MadHeader.CM_APR);

    private final int attribute;

    CmMessage(int attribute) {
        this.attribute = attribute;
    }

    /** Of the management datagram. */
    public int attribute() {
        return attribute;
    }

    /** Of all messages there are. */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        for (CmMessage each : values()) {
            names.add(each.name());
        }
        return names;
    }
}
