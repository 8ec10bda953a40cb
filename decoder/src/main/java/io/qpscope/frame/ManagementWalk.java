package io.qpscope.frame;

import io.qpscope.spec.InfinibandCmSidrReq;
import io.qpscope.spec.InfinibandMad;
import io.qpscope.wire.IpCm;
import io.qpscope.wire.MadHeader;

/** A management datagram, from its header to the end of what its class and attribute define. */
final class ManagementWalk {
    private final TreeCursor cursor;
    private final UpperWalk upper;

    /**
     * @param cursor at the first byte of the datagram; its end is that of the payload
     * @param upper reads the private data of a connection's set-up
     */
    ManagementWalk(TreeCursor cursor, UpperWalk upper) {
        this.cursor = cursor;
        this.upper = upper;
    }

    void walk() {
        InfinibandMad mad = cursor.next(ManagementLayers.MAD);
        if (mad == null) {
            return;
        }
        switch (mad.managementClass()) {
            case MadHeader.CLASS_SMP_LID -> cursor.next(SubnetLayers.SMP_LID);
            case MadHeader.CLASS_SMP_DIRECTED -> cursor.next(SubnetLayers.SMP_DIRECTED);
            case MadHeader.CLASS_SA -> {
                if (cursor.next(SubnetLayers.RMPP) != null) {
                    cursor.next(SubnetLayers.SA);
                }
            }
            case MadHeader.CLASS_PERFORMANCE -> {
                if (attribute(ManagementLayers.performance(mad.attributeId())) != null) {
                    cursor.bytes("infiniband.reserved", cursor.end);
                }
            }
            case MadHeader.CLASS_CM -> communication(mad.attributeId());
            default -> attribute(null);
        }
    }

    private Object attribute(LayerSpec<?> spec) {
        if (spec != null) {
            return cursor.next(spec);
        }
        cursor.bytes("infiniband.mad.data", Math.max(cursor.at, cursor.end));
        return null;
    }

    private void communication(int attributeId) {
        int start = cursor.at;
        Object message = attribute(ManagementLayers.cm(attributeId));
        if (message instanceof InfinibandCmSidrReq sidr && IpCm.follows(sidr.serviceId())) {
            addresses(CmReqLayers.SIDR_IP_CM, start, sidr.privateData().length);
        } else if (message != null) {
            upper.privateData(message, start);
        }
    }

    /** RDMA-CM keeps addresses at the head of the private data, which end the message. */
    private void addresses(LayerSpec<?> block, int start, int privateLength) {
        int end = cursor.at;
        cursor.at = end - privateLength;
        if (cursor.at >= start && cursor.next(block) != null) {
            cursor.bytes(block.name() + ".private", end);
        }
    }
}
