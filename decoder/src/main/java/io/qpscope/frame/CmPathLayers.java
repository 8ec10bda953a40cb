package io.qpscope.frame;

import io.qpscope.spec.InfinibandCmApr;
import io.qpscope.spec.InfinibandCmLap;

/** Fields of the messages that load another path into an open connection. */
final class CmPathLayers {
    static final LayerSpec<InfinibandCmLap> LAP = new LayerSpec<>(
                    "infiniband.cm.lap", InfinibandCmLap::new)
            .number(32, "infiniband.cm.lap.localcommid", InfinibandCmLap::localCommId)
            .number(32, "infiniband.cm.lap.remotecommid", InfinibandCmLap::remoteCommId)
            .number(32, "infiniband.reserved", InfinibandCmLap::reserved0)
            .number(24, "infiniband.cm.lap.remoteqpneecn", InfinibandCmLap::remoteQpn)
            .number(
                    5,
                    "infiniband.cm.lap.remoteresptout",
                    InfinibandCmLap::remoteResponseTimeout,
                    Meaning::timeout)
            .number(3, "infiniband.cm.lap.reserved1", InfinibandCmLap::reserved1)
            .number(32, "infiniband.reserved", InfinibandCmLap::reserved2)
            .number(16, "infiniband.cm.lap.alt_locallid", InfinibandCmLap::alternateLocalLid)
            .number(16, "infiniband.cm.lap.alt_remotelid", InfinibandCmLap::alternateRemoteLid)
            .bytes(
                    16,
                    "infiniband.cm.lap.alt_localgid",
                    InfinibandCmLap::alternateLocalGid,
                    AddressText::ipv6)
            .bytes(
                    16,
                    "infiniband.cm.lap.alt_remotegid",
                    InfinibandCmLap::alternateRemoteGid,
                    AddressText::ipv6)
            .number(20, "infiniband.cm.lap.alt_flowlabel", InfinibandCmLap::alternateFlowLabel)
            .number(4, "infiniband.cm.lap.reserved3", InfinibandCmLap::reserved3)
            .number(8, "infiniband.cm.lap.alt_tfcclass", InfinibandCmLap::alternateTrafficClass)
            .number(8, "infiniband.cm.lap.alt_hoplim", InfinibandCmLap::alternateHopLimit)
            .number(2, "infiniband.cm.lap.reserved4", InfinibandCmLap::reserved4)
            .number(6, "infiniband.cm.lap.alt_pktrate", InfinibandCmLap::alternatePacketRate)
            .number(4, "infiniband.cm.lap.alt_sl", InfinibandCmLap::alternateSl)
            .flag("infiniband.cm.lap.alt_subnetlocal", InfinibandCmLap::alternateSubnetLocal)
            .number(3, "infiniband.cm.lap.reserved5", InfinibandCmLap::reserved5)
            .number(
                    5,
                    "infiniband.cm.lap.alt_localacktout",
                    InfinibandCmLap::alternateLocalAckTimeout,
                    Meaning::ackTimeout)
            .number(3, "infiniband.cm.lap.reserved6", InfinibandCmLap::reserved6)
            .open("infiniband.cm.lap.private", InfinibandCmLap::privateData);

    static final LayerSpec<InfinibandCmApr> APR = new LayerSpec<>(
                    "infiniband.cm.apr", InfinibandCmApr::new)
            .number(32, "infiniband.cm.apr.localcommid", InfinibandCmApr::localCommId)
            .number(32, "infiniband.cm.apr.remotecommid", InfinibandCmApr::remoteCommId)
            .number(8, "infiniband.cm.apr.infolen", InfinibandCmApr::infoLength)
            .number(
                    8,
                    "infiniband.cm.apr.status",
                    InfinibandCmApr::status,
                    ManagementMeaning::pathStatus)
            .number(16, "infiniband.reserved", InfinibandCmApr::reserved)
            .bytes(72, "infiniband.cm.apr.info", InfinibandCmApr::additionalInfo)
            .open("infiniband.cm.apr.private", InfinibandCmApr::privateData);

    private CmPathLayers() {}
}
