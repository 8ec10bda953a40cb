package io.qpscope.frame;

import io.qpscope.spec.InfinibandCmReq;
import io.qpscope.spec.InfinibandIpCm;
import io.qpscope.wire.IpCm;

import java.nio.ByteBuffer;

/** Fields of a REQ and of what RDMA-CM puts into it. */
final class CmReqLayers {
    private static final int MAPPED = 0xffff;

    static final LayerSpec<InfinibandCmReq> REQ = new LayerSpec<>(
                    "infiniband.cm.req", InfinibandCmReq::new)
            .number(32, "infiniband.cm.req", InfinibandCmReq::localCommId)
            .number(32, "infiniband.reserved", InfinibandCmReq::reserved0)
            .number(64, "infiniband.cm.req.serviceid", InfinibandCmReq::serviceId)
            .part(
                    0,
                    40,
                    "infiniband.cm.req.serviceid.prefix",
                    req -> ipCm(req, req.serviceId() >>> 24),
                    Meaning::nothing)
            .part(
                    40,
                    8,
                    "infiniband.cm.req.serviceid.protocol",
                    req -> ipCm(req, IpCm.protocol(req.serviceId())),
                    Meaning::ipProtocol)
            .part(
                    48,
                    16,
                    "infiniband.cm.req.serviceid.dport",
                    req -> ipCm(req, IpCm.destinationPort(req.serviceId())),
                    Meaning::nothing)
            .number(64, "infiniband.cm.req.localcaguid", InfinibandCmReq::localCaGuid)
            .number(32, "infiniband.reserved", InfinibandCmReq::reserved1)
            .number(32, "infiniband.cm.req.localqkey", InfinibandCmReq::localQKey)
            .number(24, "infiniband.cm.req.localqpn", InfinibandCmReq::localQpn)
            .number(8, "infiniband.cm.req.responderres", InfinibandCmReq::responderResources)
            .number(24, "infiniband.cm.req.localeecn", InfinibandCmReq::localEecn)
            .number(8, "infiniband.cm.req.initdepth", InfinibandCmReq::initiatorDepth)
            .number(24, "infiniband.cm.req.remoteeecn", InfinibandCmReq::remoteEecn)
            .number(
                    5,
                    "infiniband.cm.req.remoteresptout",
                    InfinibandCmReq::remoteResponseTimeout,
                    Meaning::timeout)
            .number(
                    2,
                    "infiniband.cm.req.transpsvctype",
                    InfinibandCmReq::serviceType,
                    Meaning::serviceType)
            .flag("infiniband.cm.req.e2eflowctrl", InfinibandCmReq::endToEndFlowControl)
            .number(24, "infiniband.cm.req.startpsn", InfinibandCmReq::startPsn)
            .number(
                    5,
                    "infiniband.cm.req.localresptout",
                    InfinibandCmReq::localResponseTimeout,
                    Meaning::timeout)
            .number(3, "infiniband.cm.req.retrcount", InfinibandCmReq::retryCount)
            .number(16, "infiniband.cm.req.pkey", InfinibandCmReq::pKey)
            .number(4, "infiniband.cm.req.pppmtu", InfinibandCmReq::pathMtu, Meaning::pathMtu)
            .flag("infiniband.cm.req.rdcexist", InfinibandCmReq::rdcExists)
            .number(
                    3,
                    "infiniband.cm.req.rnrretrcount",
                    InfinibandCmReq::rnrRetryCount,
                    Meaning::rnrRetry)
            .number(4, "infiniband.cm.req.maxcmretr", InfinibandCmReq::maxCmRetries)
            .flag("infiniband.cm.req.srq", InfinibandCmReq::srq)
            .number(
                    3,
                    "infiniband.cm.req.ext_transport",
                    InfinibandCmReq::extendedServiceType,
                    Meaning::extendedServiceType)
            .number(16, "infiniband.cm.req.prim_locallid", InfinibandCmReq::primaryLocalLid)
            .number(16, "infiniband.cm.req.prim_remotelid", InfinibandCmReq::primaryRemoteLid)
            .bytes(
                    16,
                    "infiniband.cm.req.prim_localgid",
                    req -> unlessMapped(req.primaryLocalGid()),
                    AddressText::ipv6)
            .part(
                    96,
                    32,
                    "infiniband.cm.req.prim_localgid_ipv4",
                    req -> mapped(req.primaryLocalGid()),
                    AddressText::ipv4)
            .bytes(
                    16,
                    "infiniband.cm.req.prim_remotegid",
                    req -> unlessMapped(req.primaryRemoteGid()),
                    AddressText::ipv6)
            .part(
                    96,
                    32,
                    "infiniband.cm.req.prim_remotegid_ipv4",
                    req -> mapped(req.primaryRemoteGid()),
                    AddressText::ipv4)
            .number(20, "infiniband.cm.req.prim_flowlabel", InfinibandCmReq::primaryFlowLabel)
            .number(6, "infiniband.cm.req.prim_reserved0", InfinibandCmReq::primaryReserved0)
            .number(6, "infiniband.cm.req.prim_pktrate", InfinibandCmReq::primaryPacketRate)
            .number(8, "infiniband.cm.req.prim_tfcclass", InfinibandCmReq::primaryTrafficClass)
            .number(8, "infiniband.cm.req.prim_hoplim", InfinibandCmReq::primaryHopLimit)
            .number(4, "infiniband.cm.req.prim_sl", InfinibandCmReq::primarySl)
            .flag("infiniband.cm.req.prim_subnetlocal", InfinibandCmReq::primarySubnetLocal)
            .number(3, "infiniband.cm.req.prim_reserved1", InfinibandCmReq::primaryReserved1)
            .number(
                    5,
                    "infiniband.cm.req.prim_localacktout",
                    InfinibandCmReq::primaryLocalAckTimeout,
                    Meaning::ackTimeout)
            .number(3, "infiniband.cm.req.prim_reserved2", InfinibandCmReq::primaryReserved2)
            .number(16, "infiniband.cm.req.alt_locallid", InfinibandCmReq::alternateLocalLid)
            .number(16, "infiniband.cm.req.alt_remotelid", InfinibandCmReq::alternateRemoteLid)
            .bytes(
                    16,
                    "infiniband.cm.req.alt_localgid",
                    req -> unlessMapped(req.alternateLocalGid()),
                    AddressText::ipv6)
            .part(
                    96,
                    32,
                    "infiniband.cm.req.alt_localgid_ipv4",
                    req -> mapped(req.alternateLocalGid()),
                    AddressText::ipv4)
            .bytes(
                    16,
                    "infiniband.cm.req.alt_remotegid",
                    req -> unlessMapped(req.alternateRemoteGid()),
                    AddressText::ipv6)
            .part(
                    96,
                    32,
                    "infiniband.cm.req.alt_remotegid_ipv4",
                    req -> mapped(req.alternateRemoteGid()),
                    AddressText::ipv4)
            .number(20, "infiniband.cm.req.alt_flowlabel", InfinibandCmReq::alternateFlowLabel)
            .number(6, "infiniband.cm.req.alt_reserved0", InfinibandCmReq::alternateReserved0)
            .number(6, "infiniband.cm.req.alt_pktrate", InfinibandCmReq::alternatePacketRate)
            .number(8, "infiniband.cm.req.alt_tfcclass", InfinibandCmReq::alternateTrafficClass)
            .number(8, "infiniband.cm.req.alt_hoplim", InfinibandCmReq::alternateHopLimit)
            .number(4, "infiniband.cm.req.alt_sl", InfinibandCmReq::alternateSl)
            .flag("infiniband.cm.req.alt_subnetlocal", InfinibandCmReq::alternateSubnetLocal)
            .number(3, "infiniband.cm.req.alt_reserved1", InfinibandCmReq::alternateReserved1)
            .number(
                    5,
                    "infiniband.cm.req.alt_localacktout",
                    InfinibandCmReq::alternateLocalAckTimeout,
                    Meaning::ackTimeout)
            .number(3, "infiniband.cm.req.alt_reserved2", InfinibandCmReq::alternateReserved2)
            .open(
                    "infiniband.cm.req.private",
                    req -> ipCm(req, 0) == null ? req.privateData() : null);

    static final LayerSpec<InfinibandIpCm> IP_CM = addresses("infiniband.cm.req.ip_cm");
    static final LayerSpec<InfinibandIpCm> SIDR_IP_CM = addresses("infiniband.cm.sidr_req.ip_cm");

    private CmReqLayers() {}

    private static LayerSpec<InfinibandIpCm> addresses(String name) {
        return new LayerSpec<>(name, InfinibandIpCm::new)
                .number(4, name + ".majv", InfinibandIpCm::majorVersion)
                .number(4, name + ".minv", InfinibandIpCm::minorVersion)
                .number(4, name + ".ipv", InfinibandIpCm::ipVersion)
                .number(4, name + ".reserved", InfinibandIpCm::reserved)
                .number(16, name + ".sport", InfinibandIpCm::sourcePort)
                .bytes(
                        16,
                        name + ".sip6",
                        block -> unlessV4(block, block.source()),
                        AddressText::ipv6)
                .part(96, 32, name + ".sip4", block -> v4(block, block.source()), AddressText::ipv4)
                .bytes(
                        16,
                        name + ".dip6",
                        block -> unlessV4(block, block.destination()),
                        AddressText::ipv6)
                .part(
                        96,
                        32,
                        name + ".dip4",
                        block -> v4(block, block.destination()),
                        AddressText::ipv4);
    }

    /** Null where the service id is not of RDMA-CM. */
    private static Long ipCm(InfinibandCmReq req, long value) {
        return IpCm.follows(req.serviceId()) ? value : null;
    }

    private static Long mapped(byte[] gid) {
        return isMapped(gid) ? lastFour(gid) : null;
    }

    private static byte[] unlessMapped(byte[] gid) {
        return isMapped(gid) ? null : gid;
    }

    private static boolean isMapped(byte[] gid) {
        ByteBuffer bytes = ByteBuffer.wrap(gid);
        return bytes.getLong(0) == 0 && bytes.getInt(8) == MAPPED;
    }

    private static Long v4(InfinibandIpCm block, byte[] address) {
        return block.ipVersion() == 4 ? lastFour(address) : null;
    }

    private static byte[] unlessV4(InfinibandIpCm block, byte[] address) {
        return block.ipVersion() == 4 ? null : address;
    }

    private static long lastFour(byte[] address) {
        return ByteBuffer.wrap(address).getInt(12) & 0xffff_ffffL;
    }
}
