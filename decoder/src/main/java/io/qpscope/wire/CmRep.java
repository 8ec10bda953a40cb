package io.qpscope.wire;

import java.nio.ByteBuffer;

/**
 * Communication management REP (IBA vol 1, 12.6.8).
 *
 * <pre>
 * 0..3     local_comm_id
 * 4..7     remote_comm_id
 * 8..11    local_q_key
 * 12..14   local_qpn
 * 15       reserved0
 * 16..18   local_eecn
 * 19       reserved1
 * 20..22   start_psn
 * 23       reserved2
 * 24       responder_resources
 * 25       initiator_depth
 * 26       target_ack_delay(5) failover_accepted(2) end_to_end_flow_control(1)
 * 27       rnr_retry_count(3) srq(1) reserved3(4)
 * 28..35   local_ca_guid
 * 36..231  private_data
 * </pre>
 *
 * Offsets count from the first byte behind the management datagram header.
 */
public final class CmRep {
    public static final int LENGTH = 232;
    static final int LOCAL_COMM_ID_OFFSET = 0;
    static final int REMOTE_COMM_ID_OFFSET = 4;
    static final int LOCAL_Q_KEY_OFFSET = 8;
    public static final int LOCAL_QPN_OFFSET = 12;
    static final int LOCAL_EECN_OFFSET = 16;
    public static final int START_PSN_OFFSET = 20;
    static final int RESPONDER_RESOURCES_OFFSET = 24;
    static final int INITIATOR_DEPTH_OFFSET = 25;
    static final int TARGET_ACK_DELAY_OFFSET = 26;
    static final int RNR_RETRY_COUNT_OFFSET = 27;
    static final int LOCAL_CA_GUID_OFFSET = 28;
    public static final int PRIVATE_DATA_OFFSET = 36;
    public static final int PRIVATE_DATA_LENGTH = 196;

    private ByteBuffer buffer;
    private int offset;

    public CmRep wrap(ByteBuffer buffer, int offset) {
        this.buffer = buffer;
        this.offset = offset;
        return this;
    }

    public long localCommId() {
        return buffer.getInt(offset + LOCAL_COMM_ID_OFFSET) & 0xffff_ffffL;
    }

    public long remoteCommId() {
        return buffer.getInt(offset + REMOTE_COMM_ID_OFFSET) & 0xffff_ffffL;
    }

    public long localQKey() {
        return buffer.getInt(offset + LOCAL_Q_KEY_OFFSET) & 0xffff_ffffL;
    }

    public int localQpn() {
        return buffer.getInt(offset + LOCAL_QPN_OFFSET) >>> 8;
    }

    public int localEecn() {
        return buffer.getInt(offset + LOCAL_EECN_OFFSET) >>> 8;
    }

    public int startPsn() {
        return buffer.getInt(offset + START_PSN_OFFSET) >>> 8;
    }

    public int responderResources() {
        return buffer.get(offset + RESPONDER_RESOURCES_OFFSET) & 0xff;
    }

    public int initiatorDepth() {
        return buffer.get(offset + INITIATOR_DEPTH_OFFSET) & 0xff;
    }

    public int targetAckDelay() {
        return (buffer.get(offset + TARGET_ACK_DELAY_OFFSET) >> 3) & 0x1f;
    }

    public int failoverAccepted() {
        return (buffer.get(offset + TARGET_ACK_DELAY_OFFSET) >> 1) & 0x3;
    }

    public boolean endToEndFlowControl() {
        return (buffer.get(offset + TARGET_ACK_DELAY_OFFSET) & 0x1) != 0;
    }

    public int rnrRetryCount() {
        return (buffer.get(offset + RNR_RETRY_COUNT_OFFSET) >> 5) & 0x7;
    }

    public boolean srq() {
        return (buffer.get(offset + RNR_RETRY_COUNT_OFFSET) & 0x10) != 0;
    }

    public long localCaGuid() {
        return buffer.getLong(offset + LOCAL_CA_GUID_OFFSET);
    }
}
