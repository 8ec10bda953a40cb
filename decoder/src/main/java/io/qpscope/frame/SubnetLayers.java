package io.qpscope.frame;

import io.qpscope.spec.InfinibandRmpp;
import io.qpscope.spec.InfinibandSa;
import io.qpscope.spec.InfinibandSmpDirected;
import io.qpscope.spec.InfinibandSmpLid;

/** Fields of subnet management and subnet administration. */
final class SubnetLayers {
    private static final int DATA = 1;
    private static final int ACK = 2;

    static final LayerSpec<InfinibandSmpLid> SMP_LID = new LayerSpec<>(
                    "infiniband.smplid", InfinibandSmpLid::new)
            .number(64, "infiniband.smplid.mkey", InfinibandSmpLid::mKey)
            .bytes(32, "infiniband.reserved", InfinibandSmpLid::reserved0)
            .bytes(64, "infiniband.smplid.smpdata", InfinibandSmpLid::smpData)
            .bytes(128, "infiniband.reserved", InfinibandSmpLid::reserved1);

    static final LayerSpec<InfinibandSmpDirected> SMP_DIRECTED = new LayerSpec<>(
                    "infiniband.smpdirected", InfinibandSmpDirected::new)
            .number(64, "infiniband.smplid.mkey", InfinibandSmpDirected::mKey)
            .number(16, "infiniband.smpdirected.drslid", InfinibandSmpDirected::drSlid)
            .number(16, "infiniband.smpdirected.drdlid", InfinibandSmpDirected::drDlid)
            .bytes(28, "infiniband.reserved", InfinibandSmpDirected::reserved)
            .bytes(64, "infiniband.smplid.smpdata", InfinibandSmpDirected::smpData)
            .bytes(64, "infiniband.smpdirected.initialpath", InfinibandSmpDirected::initialPath)
            .bytes(64, "infiniband.smpdirected.returnpath", InfinibandSmpDirected::returnPath);

    static final LayerSpec<InfinibandRmpp> RMPP = new LayerSpec<>(
                    "infiniband.rmpp", InfinibandRmpp::new)
            .number(8, "infiniband.rmpp.rmppversion", InfinibandRmpp::version)
            .number(
                    8,
                    "infiniband.rmpp.rmpptype",
                    InfinibandRmpp::type,
                    ManagementMeaning::segmentType)
            .number(
                    5,
                    "infiniband.rmpp.rresptime",
                    InfinibandRmpp::responseTime,
                    ManagementMeaning::responseTime)
            .number(
                    3,
                    "infiniband.rmpp.rmppflags",
                    SubnetLayers::flags,
                    ManagementMeaning::segmentFlags)
            .number(
                    8,
                    "infiniband.rmpp.rmppstatus",
                    InfinibandRmpp::status,
                    ManagementMeaning::segmentStatus)
            .number(32, "infiniband.rmpp.data1", InfinibandRmpp::data1)
            .part(
                    0,
                    32,
                    "infiniband.rmpp.segmentnumber",
                    rmpp -> rmpp.type() == DATA || rmpp.type() == ACK ? rmpp.data1() : null,
                    Meaning::nothing)
            .number(32, "infiniband.rmpp.data2", InfinibandRmpp::data2)
            .part(
                    0,
                    32,
                    "infiniband.rmpp.payloadlength",
                    rmpp -> rmpp.type() == DATA ? rmpp.data2() : null,
                    Meaning::nothing)
            .part(
                    0,
                    32,
                    "infiniband.rmpp.newwindowlast",
                    rmpp -> rmpp.type() == ACK ? rmpp.data2() : null,
                    Meaning::nothing);

    static final LayerSpec<InfinibandSa> SA = new LayerSpec<>("infiniband.sa", InfinibandSa::new)
            .number(64, "infiniband.sa.smkey", InfinibandSa::smKey)
            .number(
                    16,
                    "infiniband.sa.attributeoffset",
                    InfinibandSa::attributeOffset,
                    Meaning::eights)
            .number(16, "infiniband.reserved", InfinibandSa::reserved)
            .number(64, "infiniband.sa.componentmask", InfinibandSa::componentMask)
            .bytes(200, "infiniband.sa.subnetadmindata", InfinibandSa::adminData);

    private SubnetLayers() {}

    private static int flags(InfinibandRmpp rmpp) {
        return (rmpp.last() ? 4 : 0) | (rmpp.first() ? 2 : 0) | (rmpp.active() ? 1 : 0);
    }
}
