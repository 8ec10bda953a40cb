package io.qpscope.frame;

import java.util.List;

/** Every table of fields there is. A layer that is missing here can't be filtered for. */
final class LayerTables {
    static final List<LayerSpec<?>> ALL = List.of(
            LinkLayers.ETHERNET,
            LinkLayers.VLAN,
            LinkLayers.SLL,
            LinkLayers.SLL2,
            IpLayers.IPV4,
            IpLayers.IPV6,
            IpLayers.HOP_BY_HOP,
            IpLayers.ROUTING,
            IpLayers.DESTINATION_OPTIONS,
            IpLayers.FRAGMENT,
            IpLayers.UDP,
            IpLayers.TCP,
            TransportLayers.BTH,
            TransportLayers.RDETH,
            TransportLayers.DETH,
            TransportLayers.XRCETH,
            TransportLayers.FETH,
            TransportLayers.RETH,
            TransportLayers.ATOMIC_ETH,
            TransportLayers.AETH,
            TransportLayers.ATOMIC_ACK_ETH,
            TransportLayers.IMM_DT,
            TransportLayers.IETH,
            TransportLayers.CNP,
            ManagementLayers.MAD,
            ManagementLayers.REP,
            ManagementLayers.REJ,
            ManagementLayers.MRA,
            ManagementLayers.RTU,
            ManagementLayers.DREQ,
            ManagementLayers.DREP,
            ManagementLayers.SIDR_REQ,
            ManagementLayers.SIDR_REP,
            CmPathLayers.LAP,
            CmPathLayers.APR,
            CmReqLayers.REQ,
            CmReqLayers.IP_CM,
            CmReqLayers.SIDR_IP_CM,
            SubnetLayers.SMP_LID,
            SubnetLayers.SMP_DIRECTED,
            SubnetLayers.RMPP,
            SubnetLayers.SA,
            CounterLayers.PORT_COUNTERS,
            CounterLayers.PORT_COUNTERS_EXT);

    private LayerTables() {}
}
