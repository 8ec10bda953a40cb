package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Communication management REQ (IBA vol 1, 12.6.5).
 *
 * <pre>
 * 0..3      local_comm_id
 * 4..7      reserved0
 * 8..15     service_id
 * 16..23    local_ca_guid
 * 24..27    reserved1
 * 28..31    local_q_key
 * 32..34    local_qpn
 * 35        responder_resources
 * 36..38    local_eecn
 * 39        initiator_depth
 * 40..42    remote_eecn
 * 43        remote_response_timeout(5) service_type(2) end_to_end_flow_control(1)
 * 44..46    start_psn
 * 47        local_response_timeout(5) retry_count(3)
 * 48..49    p_key
 * 50        path_mtu(4) rdc_exists(1) rnr_retry_count(3)
 * 51        max_cm_retries(4) srq(1) extended_service_type(3)
 * 52..53    primary_local_lid
 * 54..55    primary_remote_lid
 * 56..71    primary_local_gid
 * 72..87    primary_remote_gid
 * 88..91    primary_flow_label(20) primary_reserved0(6) primary_packet_rate(6)
 * 92        primary_traffic_class
 * 93        primary_hop_limit
 * 94        primary_sl(4) primary_subnet_local(1) primary_reserved1(3)
 * 95        primary_local_ack_timeout(5) primary_reserved2(3)
 * 96..97    alternate_local_lid
 * 98..99    alternate_remote_lid
 * 100..115  alternate_local_gid
 * 116..131  alternate_remote_gid
 * 132..135  alternate_flow_label(20) alternate_reserved0(6) alternate_packet_rate(6)
 * 136       alternate_traffic_class
 * 137       alternate_hop_limit
 * 138       alternate_sl(4) alternate_subnet_local(1) alternate_reserved1(3)
 * 139       alternate_local_ack_timeout(5) alternate_reserved2(3)
 * 140..231  private_data
 * </pre>
 *
 * Offsets count from the first byte behind the management datagram header.
 */
public final class CmReq {
    public static final int LENGTH = 232;
    static final int LOCAL_COMM_ID_OFFSET = 0;
    static final int SERVICE_ID_OFFSET = 8;
    static final int LOCAL_CA_GUID_OFFSET = 16;
    static final int LOCAL_Q_KEY_OFFSET = 28;
    public static final int LOCAL_QPN_OFFSET = 32;
    static final int RESPONDER_RESOURCES_OFFSET = 35;
    static final int LOCAL_EECN_OFFSET = 36;
    static final int INITIATOR_DEPTH_OFFSET = 39;
    static final int REMOTE_EECN_OFFSET = 40;
    static final int REMOTE_RESPONSE_TIMEOUT_OFFSET = 43;
    public static final int START_PSN_OFFSET = 44;
    static final int LOCAL_RESPONSE_TIMEOUT_OFFSET = 47;
    static final int P_KEY_OFFSET = 48;
    static final int PATH_MTU_OFFSET = 50;
    static final int MAX_CM_RETRIES_OFFSET = 51;
    static final int PRIMARY_LOCAL_LID_OFFSET = 52;
    static final int PRIMARY_REMOTE_LID_OFFSET = 54;
    public static final int PRIMARY_LOCAL_GID_OFFSET = 56;
    public static final int PRIMARY_REMOTE_GID_OFFSET = 72;
    static final int PRIMARY_FLOW_LABEL_OFFSET = 88;
    static final int PRIMARY_TRAFFIC_CLASS_OFFSET = 92;
    static final int PRIMARY_HOP_LIMIT_OFFSET = 93;
    static final int PRIMARY_SL_OFFSET = 94;
    static final int PRIMARY_LOCAL_ACK_TIMEOUT_OFFSET = 95;
    static final int ALTERNATE_LOCAL_LID_OFFSET = 96;
    static final int ALTERNATE_REMOTE_LID_OFFSET = 98;
    public static final int ALTERNATE_LOCAL_GID_OFFSET = 100;
    public static final int ALTERNATE_REMOTE_GID_OFFSET = 116;
    static final int ALTERNATE_FLOW_LABEL_OFFSET = 132;
    static final int ALTERNATE_TRAFFIC_CLASS_OFFSET = 136;
    static final int ALTERNATE_HOP_LIMIT_OFFSET = 137;
    static final int ALTERNATE_SL_OFFSET = 138;
    static final int ALTERNATE_LOCAL_ACK_TIMEOUT_OFFSET = 139;
    public static final int PRIVATE_DATA_OFFSET = 140;
    public static final int PRIVATE_DATA_LENGTH = 92;

    private ByteBuffer buffer;
    private int offset;

    public CmReq wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public long localCommId() {
        return buffer.getInt(offset + LOCAL_COMM_ID_OFFSET) & 0xffff_ffffL;
    }

    public long serviceId() {
        return buffer.getLong(offset + SERVICE_ID_OFFSET);
    }

    public long localCaGuid() {
        return buffer.getLong(offset + LOCAL_CA_GUID_OFFSET);
    }

    public long localQKey() {
        return buffer.getInt(offset + LOCAL_Q_KEY_OFFSET) & 0xffff_ffffL;
    }

    public int localQpn() {
        return buffer.getInt(offset + LOCAL_QPN_OFFSET) >>> 8;
    }

    public int responderResources() {
        return buffer.get(offset + RESPONDER_RESOURCES_OFFSET) & 0xff;
    }

    public int localEecn() {
        return buffer.getInt(offset + LOCAL_EECN_OFFSET) >>> 8;
    }

    public int initiatorDepth() {
        return buffer.get(offset + INITIATOR_DEPTH_OFFSET) & 0xff;
    }

    public int remoteEecn() {
        return buffer.getInt(offset + REMOTE_EECN_OFFSET) >>> 8;
    }

    public int remoteResponseTimeout() {
        return (buffer.get(offset + REMOTE_RESPONSE_TIMEOUT_OFFSET) >> 3) & 0x1f;
    }

    public int serviceType() {
        return (buffer.get(offset + REMOTE_RESPONSE_TIMEOUT_OFFSET) >> 1) & 0x3;
    }

    public boolean endToEndFlowControl() {
        return (buffer.get(offset + REMOTE_RESPONSE_TIMEOUT_OFFSET) & 0x1) != 0;
    }

    public int startPsn() {
        return buffer.getInt(offset + START_PSN_OFFSET) >>> 8;
    }

    public int localResponseTimeout() {
        return (buffer.get(offset + LOCAL_RESPONSE_TIMEOUT_OFFSET) >> 3) & 0x1f;
    }

    public int retryCount() {
        return buffer.get(offset + LOCAL_RESPONSE_TIMEOUT_OFFSET) & 0x7;
    }

    public int pKey() {
        return buffer.getShort(offset + P_KEY_OFFSET) & 0xffff;
    }

    public int pathMtu() {
        return (buffer.get(offset + PATH_MTU_OFFSET) >> 4) & 0xf;
    }

    public boolean rdcExists() {
        return (buffer.get(offset + PATH_MTU_OFFSET) & 0x8) != 0;
    }

    public int rnrRetryCount() {
        return buffer.get(offset + PATH_MTU_OFFSET) & 0x7;
    }

    public int maxCmRetries() {
        return (buffer.get(offset + MAX_CM_RETRIES_OFFSET) >> 4) & 0xf;
    }

    public boolean srq() {
        return (buffer.get(offset + MAX_CM_RETRIES_OFFSET) & 0x8) != 0;
    }

    public int extendedServiceType() {
        return buffer.get(offset + MAX_CM_RETRIES_OFFSET) & 0x7;
    }

    public int primaryLocalLid() {
        return buffer.getShort(offset + PRIMARY_LOCAL_LID_OFFSET) & 0xffff;
    }

    public int primaryRemoteLid() {
        return buffer.getShort(offset + PRIMARY_REMOTE_LID_OFFSET) & 0xffff;
    }

    public long primaryLocalGidHigh() {
        return buffer.getLong(offset + PRIMARY_LOCAL_GID_OFFSET);
    }

    public long primaryLocalGidLow() {
        return buffer.getLong(offset + PRIMARY_LOCAL_GID_OFFSET + 8);
    }

    public long primaryRemoteGidHigh() {
        return buffer.getLong(offset + PRIMARY_REMOTE_GID_OFFSET);
    }

    public long primaryRemoteGidLow() {
        return buffer.getLong(offset + PRIMARY_REMOTE_GID_OFFSET + 8);
    }

    public int primaryFlowLabel() {
        return buffer.getInt(offset + PRIMARY_FLOW_LABEL_OFFSET) >>> 12;
    }

    public int primaryPacketRate() {
        return buffer.getInt(offset + PRIMARY_FLOW_LABEL_OFFSET) & 0x3f;
    }

    public int primaryTrafficClass() {
        return buffer.get(offset + PRIMARY_TRAFFIC_CLASS_OFFSET) & 0xff;
    }

    public int primaryHopLimit() {
        return buffer.get(offset + PRIMARY_HOP_LIMIT_OFFSET) & 0xff;
    }

    public int primarySl() {
        return (buffer.get(offset + PRIMARY_SL_OFFSET) >> 4) & 0xf;
    }

    public boolean primarySubnetLocal() {
        return (buffer.get(offset + PRIMARY_SL_OFFSET) & 0x8) != 0;
    }

    public int primaryLocalAckTimeout() {
        return (buffer.get(offset + PRIMARY_LOCAL_ACK_TIMEOUT_OFFSET) >> 3) & 0x1f;
    }

    public int alternateLocalLid() {
        return buffer.getShort(offset + ALTERNATE_LOCAL_LID_OFFSET) & 0xffff;
    }

    public int alternateRemoteLid() {
        return buffer.getShort(offset + ALTERNATE_REMOTE_LID_OFFSET) & 0xffff;
    }

    public long alternateLocalGidHigh() {
        return buffer.getLong(offset + ALTERNATE_LOCAL_GID_OFFSET);
    }

    public long alternateLocalGidLow() {
        return buffer.getLong(offset + ALTERNATE_LOCAL_GID_OFFSET + 8);
    }

    public long alternateRemoteGidHigh() {
        return buffer.getLong(offset + ALTERNATE_REMOTE_GID_OFFSET);
    }

    public long alternateRemoteGidLow() {
        return buffer.getLong(offset + ALTERNATE_REMOTE_GID_OFFSET + 8);
    }

    public int alternateFlowLabel() {
        return buffer.getInt(offset + ALTERNATE_FLOW_LABEL_OFFSET) >>> 12;
    }

    public int alternatePacketRate() {
        return buffer.getInt(offset + ALTERNATE_FLOW_LABEL_OFFSET) & 0x3f;
    }

    public int alternateTrafficClass() {
        return buffer.get(offset + ALTERNATE_TRAFFIC_CLASS_OFFSET) & 0xff;
    }

    public int alternateHopLimit() {
        return buffer.get(offset + ALTERNATE_HOP_LIMIT_OFFSET) & 0xff;
    }

    public int alternateSl() {
        return (buffer.get(offset + ALTERNATE_SL_OFFSET) >> 4) & 0xf;
    }

    public boolean alternateSubnetLocal() {
        return (buffer.get(offset + ALTERNATE_SL_OFFSET) & 0x8) != 0;
    }

    public int alternateLocalAckTimeout() {
        return (buffer.get(offset + ALTERNATE_LOCAL_ACK_TIMEOUT_OFFSET) >> 3) & 0x1f;
    }

    /** In bytes for a code of {@link #pathMtu}: 256 to 4096; 0 for a reserved code. */
    public static int pathMtuBytes(int code) {
        return code >= 1 && code <= 5 ? 128 << code : 0;
    }
}
