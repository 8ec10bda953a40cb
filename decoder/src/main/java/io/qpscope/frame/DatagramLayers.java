package io.qpscope.frame;

import io.qpscope.spec.IpoibHeader;
import io.qpscope.spec.RdsHeader;

/** Fields of IP over InfiniBand and of RDS. */
final class DatagramLayers {
    static final LayerSpec<IpoibHeader> IPOIB = new LayerSpec<>("ipoib", IpoibHeader::new)
            .number(16, "ipoib.type", IpoibHeader::etherType, Meaning::etherType)
            .number(16, "ipoib.reserved", IpoibHeader::reserved);

    static final LayerSpec<RdsHeader> RDS = new LayerSpec<>("rds", RdsHeader::new)
            .number(64, "rds.sequence", RdsHeader::sequence)
            .number(64, "rds.ack", RdsHeader::acknowledged)
            .number(32, "rds.len", RdsHeader::length)
            .number(16, "rds.sport", RdsHeader::sourcePort)
            .number(16, "rds.dport", RdsHeader::destinationPort)
            .number(8, "rds.flags", RdsHeader::flags)
            .number(8, "rds.credit", RdsHeader::credits)
            .bytes(4, "rds.padding", RdsHeader::padding)
            .number(16, "rds.csum", RdsHeader::checksum)
            .bytes(16, "rds.exthdr", RdsHeader::extension);

    private DatagramLayers() {}
}
