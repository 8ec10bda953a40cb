package io.qpscope.frame;

import io.qpscope.spec.InfinibandCmDrep;
import io.qpscope.spec.InfinibandCmDreq;
import io.qpscope.spec.InfinibandCmMra;
import io.qpscope.spec.InfinibandCmRej;
import io.qpscope.spec.InfinibandCmRep;
import io.qpscope.spec.InfinibandCmRtu;
import io.qpscope.spec.InfinibandCmSidrRep;
import io.qpscope.spec.InfinibandCmSidrReq;
import io.qpscope.spec.InfinibandMad;
import io.qpscope.wire.CmRej;
import io.qpscope.wire.CmRejectInfo;
import io.qpscope.wire.IpCm;
import io.qpscope.wire.MadHeader;

/** Fields of management datagrams and of the communication management messages but REQ. */
final class ManagementLayers {
    static final LayerSpec<InfinibandMad> MAD = new LayerSpec<>(
                    "infiniband.mad", InfinibandMad::new)
            .number(8, "infiniband.mad.baseversion", InfinibandMad::baseVersion)
            .number(
                    8,
                    "infiniband.mad.mgmtclass",
                    InfinibandMad::managementClass,
                    ManagementMeaning::managementClass)
            .number(8, "infiniband.mad.classversion", InfinibandMad::classVersion)
            .number(8, "infiniband.mad.method", InfinibandMad::method, ManagementMeaning::method)
            .code(16, "infiniband.mad.status", InfinibandMad::status, ManagementLayers::status)
            .part(
                    0,
                    1,
                    "infiniband.smpdirected.d",
                    mad -> directed(mad, mad.status() >> 15),
                    direction -> direction == 0 ? "outbound" : "on the way back")
            .part(
                    1,
                    15,
                    "infiniband.smpdirected.smpstatus",
                    mad -> directed(mad, mad.status() & 0x7fff),
                    ManagementMeaning::status)
            .number(16, "infiniband.mad.classspecific", InfinibandMad::classSpecific)
            .part(
                    0,
                    8,
                    "infiniband.smpdirected.hoppointer",
                    mad -> directed(mad, mad.classSpecific() >> 8),
                    Meaning::nothing)
            .part(
                    8,
                    8,
                    "infiniband.smpdirected.hopcount",
                    mad -> directed(mad, mad.classSpecific() & 0xff),
                    Meaning::nothing)
            .number(64, "infiniband.mad.transactionid", InfinibandMad::transactionId)
            .code(
                    16,
                    "infiniband.mad.attributeid",
                    InfinibandMad::attributeId,
                    ManagementLayers::attribute)
            .number(16, "infiniband.reserved", InfinibandMad::reserved)
            .number(32, "infiniband.mad.attributemodifier", InfinibandMad::attributeModifier);

    static final LayerSpec<InfinibandCmRep> REP = new LayerSpec<>(
                    "infiniband.cm.rep", InfinibandCmRep::new)
            .number(32, "infiniband.cm.rep", InfinibandCmRep::localCommId)
            .number(32, "infiniband.cm.rep.remotecommid", InfinibandCmRep::remoteCommId)
            .number(32, "infiniband.cm.rep.localqkey", InfinibandCmRep::localQKey)
            .number(24, "infiniband.cm.rep.localqpn", InfinibandCmRep::localQpn)
            .number(8, "infiniband.reserved", InfinibandCmRep::reserved0)
            .number(24, "infiniband.cm.rep.localeecn", InfinibandCmRep::localEecn)
            .number(8, "infiniband.reserved", InfinibandCmRep::reserved1)
            .number(24, "infiniband.cm.rep.startpsn", InfinibandCmRep::startPsn)
            .number(8, "infiniband.reserved", InfinibandCmRep::reserved2)
            .number(8, "infiniband.cm.rep.respres", InfinibandCmRep::responderResources)
            .number(8, "infiniband.cm.rep.initdepth", InfinibandCmRep::initiatorDepth)
            .number(
                    5,
                    "infiniband.cm.rep.tgtackdelay",
                    InfinibandCmRep::targetAckDelay,
                    Meaning::timeout)
            .number(2, "infiniband.cm.rep.failoveracc", InfinibandCmRep::failoverAccepted)
            .flag("infiniband.cm.rep.e2eflowctrl", InfinibandCmRep::endToEndFlowControl)
            .number(
                    3,
                    "infiniband.cm.rep.rnrretrcount",
                    InfinibandCmRep::rnrRetryCount,
                    Meaning::rnrRetry)
            .flag("infiniband.cm.rep.srq", InfinibandCmRep::srq)
            .number(4, "infiniband.cm.rep.reserved", InfinibandCmRep::reserved3)
            .number(64, "infiniband.cm.rep.localcaguid", InfinibandCmRep::localCaGuid)
            .open("infiniband.cm.rep.private", InfinibandCmRep::privateData);

    static final LayerSpec<InfinibandCmRej> REJ = new LayerSpec<>(
                    "infiniband.cm.rej", InfinibandCmRej::new)
            .number(32, "infiniband.cm.rej.localcommid", InfinibandCmRej::localCommId)
            .number(32, "infiniband.cm.rej.remotecommid", InfinibandCmRej::remoteCommId)
            .number(
                    2,
                    "infiniband.cm.rej.msgrej",
                    InfinibandCmRej::messageRejected,
                    Meaning::rejected)
            .number(6, "infiniband.cm.rej.reserved0", InfinibandCmRej::reserved0)
            .number(7, "infiniband.cm.rej.rejinfolen", InfinibandCmRej::rejectInfoLength)
            .flag("infiniband.cm.rej.reserved1", InfinibandCmRej::reserved1)
            .number(
                    16,
                    "infiniband.cm.rej.reason",
                    InfinibandCmRej::reason,
                    code -> CmRej.reasonText((int) code))
            .described(
                    72,
                    "infiniband.cm.rej.ari",
                    InfinibandCmRej::additionalInfo,
                    rej -> CmRejectInfo.text(
                            rej.reason(), (int) rej.rejectInfoLength(), rej.additionalInfo()))
            .open("infiniband.cm.rej.private", InfinibandCmRej::privateData);

    static final LayerSpec<InfinibandCmMra> MRA = new LayerSpec<>(
                    "infiniband.cm.mra", InfinibandCmMra::new)
            .number(32, "infiniband.cm.mra.localcommid", InfinibandCmMra::localCommId)
            .number(32, "infiniband.cm.mra.remotecommid", InfinibandCmMra::remoteCommId)
            .number(2, "infiniband.cm.mra.msgmraed", InfinibandCmMra::messageMraed, Meaning::mraed)
            .number(6, "infiniband.cm.mra.reserved0", InfinibandCmMra::reserved0)
            .number(
                    5,
                    "infiniband.cm.mra.servicetimeout",
                    InfinibandCmMra::serviceTimeout,
                    Meaning::timeout)
            .number(3, "infiniband.cm.mra.reserved1", InfinibandCmMra::reserved1)
            .open("infiniband.cm.mra.private", InfinibandCmMra::privateData);

    static final LayerSpec<InfinibandCmRtu> RTU = new LayerSpec<>(
                    "infiniband.cm.rtu", InfinibandCmRtu::new)
            .number(32, "infiniband.cm.rtu.localcommid", InfinibandCmRtu::localCommId)
            .number(32, "infiniband.cm.rtu.remotecommid", InfinibandCmRtu::remoteCommId)
            .open("infiniband.cm.rtu.private", InfinibandCmRtu::privateData);

    static final LayerSpec<InfinibandCmDreq> DREQ = new LayerSpec<>(
                    "infiniband.cm.dreq", InfinibandCmDreq::new)
            .number(32, "infiniband.cm.dreq.localcommid", InfinibandCmDreq::localCommId)
            .number(32, "infiniband.cm.dreq.remotecommid", InfinibandCmDreq::remoteCommId)
            .number(24, "infiniband.cm.req.remoteqpneecn", InfinibandCmDreq::remoteQpn)
            .number(8, "infiniband.reserved", InfinibandCmDreq::reserved)
            .open("infiniband.cm.dreq.private", InfinibandCmDreq::privateData);

    static final LayerSpec<InfinibandCmDrep> DREP = new LayerSpec<>(
                    "infiniband.cm.drsp", InfinibandCmDrep::new)
            .number(32, "infiniband.cm.drsp.localcommid", InfinibandCmDrep::localCommId)
            .number(32, "infiniband.cm.drsp.remotecommid", InfinibandCmDrep::remoteCommId)
            .open("infiniband.cm.drsp.private", InfinibandCmDrep::privateData);

    static final LayerSpec<InfinibandCmSidrReq> SIDR_REQ = new LayerSpec<>(
                    "infiniband.cm.sidr_req", InfinibandCmSidrReq::new)
            .number(32, "infiniband.cm.sidr_req.requestid", InfinibandCmSidrReq::requestId)
            .number(16, "infiniband.cm.sidr_req.pkey", InfinibandCmSidrReq::pKey)
            .number(16, "infiniband.reserved", InfinibandCmSidrReq::reserved)
            .number(64, "infiniband.cm.sidr_req.serviceid", InfinibandCmSidrReq::serviceId)
            .part(
                    40,
                    8,
                    "infiniband.cm.sidr_req.serviceid.protocol",
                    sidr -> ipCm(sidr, IpCm.protocol(sidr.serviceId())),
                    Meaning::ipProtocol)
            .part(
                    48,
                    16,
                    "infiniband.cm.sidr_req.serviceid.dport",
                    sidr -> ipCm(sidr, IpCm.destinationPort(sidr.serviceId())),
                    Meaning::nothing)
            .open(
                    "infiniband.cm.sidr_req.private",
                    sidr -> ipCm(sidr, 0) == null ? sidr.privateData() : null);

    static final LayerSpec<InfinibandCmSidrRep> SIDR_REP = new LayerSpec<>(
                    "infiniband.cm.sidr_rep", InfinibandCmSidrRep::new)
            .number(32, "infiniband.cm.sidr_rep.requestid", InfinibandCmSidrRep::requestId)
            .number(
                    8,
                    "infiniband.cm.sidr_rep.status",
                    InfinibandCmSidrRep::status,
                    Meaning::sidrStatus)
            .number(8, "infiniband.cm.sidr_rep.infolen", InfinibandCmSidrRep::infoLength)
            .number(16, "infiniband.cm.sidr_rep.vendorid_h", InfinibandCmSidrRep::vendorIdHigh)
            .number(24, "infiniband.cm.sidr_rep.qpn", InfinibandCmSidrRep::qpn)
            .number(8, "infiniband.cm.sidr_rep.vendorid_l", InfinibandCmSidrRep::vendorIdLow)
            .number(64, "infiniband.cm.sidr_rep.serviceid", InfinibandCmSidrRep::serviceId)
            .number(32, "infiniband.cm.sidr_rep.q_key", InfinibandCmSidrRep::qKey)
            .bytes(72, "infiniband.cm.sidr_rep.info", InfinibandCmSidrRep::additionalInfo)
            .open("infiniband.cm.sidr_rep.private", InfinibandCmSidrRep::privateData);

    private ManagementLayers() {}

    private static Long directed(InfinibandMad mad, long value) {
        return mad.managementClass() == MadHeader.CLASS_SMP_DIRECTED ? value : null;
    }

    private static String status(InfinibandMad mad) {
        return mad.managementClass() == MadHeader.CLASS_SMP_DIRECTED
                ? null
                : ManagementMeaning.status(mad.status());
    }

    private static String attribute(InfinibandMad mad) {
        return ManagementMeaning.attribute(mad.managementClass(), mad.attributeId());
    }

    /** A number of the service id; null where the id is not of RDMA-CM. */
    private static Long ipCm(InfinibandCmSidrReq sidr, long value) {
        return IpCm.follows(sidr.serviceId()) ? value : null;
    }

    /** Null for attributes without a specification. */
    static LayerSpec<?> performance(int attributeId) {
        return switch (attributeId) {
            case MadHeader.PORT_COUNTERS -> CounterLayers.PORT_COUNTERS;
            case MadHeader.PORT_COUNTERS_EXT -> CounterLayers.PORT_COUNTERS_EXT;
            default -> null;
        };
    }

    /** Null for what is no message of communication management. */
    static LayerSpec<?> cm(int attributeId) {
        return switch (attributeId) {
            case MadHeader.CM_REQ -> CmReqLayers.REQ;
            case MadHeader.CM_MRA -> MRA;
            case MadHeader.CM_REJ -> REJ;
            case MadHeader.CM_REP -> REP;
            case MadHeader.CM_RTU -> RTU;
            case MadHeader.CM_DREQ -> DREQ;
            case MadHeader.CM_DREP -> DREP;
            case MadHeader.CM_SIDR_REQ -> SIDR_REQ;
            case MadHeader.CM_SIDR_REP -> SIDR_REP;
            case MadHeader.CM_LAP -> CmPathLayers.LAP;
            case MadHeader.CM_APR -> CmPathLayers.APR;
            default -> null;
        };
    }
}
