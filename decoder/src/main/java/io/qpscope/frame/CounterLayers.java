package io.qpscope.frame;

import io.qpscope.spec.InfinibandPortCounters;
import io.qpscope.spec.InfinibandPortCountersExt;

/** Fields of performance management. */
final class CounterLayers {
    static final LayerSpec<InfinibandPortCounters> PORT_COUNTERS = new LayerSpec<>(
                    "infiniband.portcounters", InfinibandPortCounters::new)
            .bytes(40, "infiniband.reserved", InfinibandPortCounters::reserved0)
            .number(8, "infiniband.reserved", InfinibandPortCounters::reserved1)
            .number(
                    8,
                    "infiniband.portcounters.portselect",
                    InfinibandPortCounters::portSelect,
                    ManagementMeaning::port)
            .number(
                    16,
                    "infiniband.portcounters.counterselect",
                    InfinibandPortCounters::counterSelect)
            .number(
                    16,
                    "infiniband.portcounters.symbolerrorcounter",
                    InfinibandPortCounters::symbolErrorCounter)
            .number(
                    8,
                    "infiniband.portcounters.linkerrorrecoverycounter",
                    InfinibandPortCounters::linkErrorRecoveryCounter)
            .number(
                    8,
                    "infiniband.portcounters.linkdownedcounter",
                    InfinibandPortCounters::linkDownedCounter)
            .number(
                    16,
                    "infiniband.portcounters.portrcverrors",
                    InfinibandPortCounters::portRcvErrors)
            .number(
                    16,
                    "infiniband.portcounters.portrcvremotephysicalerrors",
                    InfinibandPortCounters::portRcvRemotePhysicalErrors)
            .number(
                    16,
                    "infiniband.portcounters.portrcvswitchrelayerrors",
                    InfinibandPortCounters::portRcvSwitchRelayErrors)
            .number(
                    16,
                    "infiniband.portcounters.portxmitdiscards",
                    InfinibandPortCounters::portXmitDiscards)
            .number(
                    8,
                    "infiniband.portcounters.portxmitconstrainterrors",
                    InfinibandPortCounters::portXmitConstraintErrors)
            .number(
                    8,
                    "infiniband.portcounters.portrcvconstrainterrors",
                    InfinibandPortCounters::portRcvConstraintErrors)
            .number(
                    8,
                    "infiniband.portcounters.counterselect2",
                    InfinibandPortCounters::counterSelect2)
            .number(
                    4,
                    "infiniband.portcounters.locallinkintegrityerrors",
                    InfinibandPortCounters::localLinkIntegrityErrors)
            .number(
                    4,
                    "infiniband.portcounters.excessivebufferoverrunerrors",
                    InfinibandPortCounters::excessiveBufferOverrunErrors)
            .number(16, "infiniband.reserved", InfinibandPortCounters::reserved2)
            .number(16, "infiniband.portcounters.vl15dropped", InfinibandPortCounters::vl15Dropped)
            .number(
                    32,
                    "infiniband.portcounters.portxmitdata",
                    InfinibandPortCounters::portXmitData,
                    ManagementMeaning::fourBytes)
            .number(
                    32,
                    "infiniband.portcounters.portrcvdata",
                    InfinibandPortCounters::portRcvData,
                    ManagementMeaning::fourBytes)
            .number(
                    32,
                    "infiniband.portcounters.portxmitpkts",
                    InfinibandPortCounters::portXmitPkts)
            .number(32, "infiniband.portcounters.portrcvpkts", InfinibandPortCounters::portRcvPkts)
            .number(
                    32,
                    "infiniband.portcounters.portxmitwait",
                    InfinibandPortCounters::portXmitWait);

    static final LayerSpec<InfinibandPortCountersExt> PORT_COUNTERS_EXT = new LayerSpec<>(
                    "infiniband.portcounters_ext", InfinibandPortCountersExt::new)
            .bytes(40, "infiniband.reserved", InfinibandPortCountersExt::reserved0)
            .number(8, "infiniband.reserved", InfinibandPortCountersExt::reserved1)
            .number(
                    8,
                    "infiniband.portcounters_ext.portselect",
                    InfinibandPortCountersExt::portSelect,
                    ManagementMeaning::port)
            .number(
                    16,
                    "infiniband.portcounters_ext.counterselect",
                    InfinibandPortCountersExt::counterSelect)
            .number(32, "infiniband.reserved", InfinibandPortCountersExt::reserved2)
            .number(
                    64,
                    "infiniband.portcounters_ext.portxmitdata",
                    InfinibandPortCountersExt::portXmitData,
                    ManagementMeaning::fourBytes)
            .number(
                    64,
                    "infiniband.portcounters_ext.portrcvdata",
                    InfinibandPortCountersExt::portRcvData,
                    ManagementMeaning::fourBytes)
            .number(
                    64,
                    "infiniband.portcounters_ext.portxmitpkts",
                    InfinibandPortCountersExt::portXmitPkts)
            .number(
                    64,
                    "infiniband.portcounters_ext.portrcvpkts",
                    InfinibandPortCountersExt::portRcvPkts)
            .number(
                    64,
                    "infiniband.portcounters_ext.portunicastxmitpkts",
                    InfinibandPortCountersExt::portUnicastXmitPkts)
            .number(
                    64,
                    "infiniband.portcounters_ext.portunicastrcvpkts",
                    InfinibandPortCountersExt::portUnicastRcvPkts)
            .number(
                    64,
                    "infiniband.portcounters_ext.portmulticastxmitpkts",
                    InfinibandPortCountersExt::portMulticastXmitPkts)
            .number(
                    64,
                    "infiniband.portcounters_ext.portmulticastrcvpkts",
                    InfinibandPortCountersExt::portMulticastRcvPkts);

    private CounterLayers() {}
}
