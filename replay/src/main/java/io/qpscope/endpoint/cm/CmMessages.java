package io.qpscope.endpoint.cm;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.qpscope.endpoint.Path;
import io.qpscope.endpoint.QpType;
import io.qpscope.spec.InfinibandCmDrep;
import io.qpscope.spec.InfinibandCmDreq;
import io.qpscope.spec.InfinibandCmMra;
import io.qpscope.spec.InfinibandCmRej;
import io.qpscope.spec.InfinibandCmRep;
import io.qpscope.spec.InfinibandCmReq;
import io.qpscope.spec.InfinibandCmRtu;
import io.qpscope.spec.InfinibandIpCm;
import io.qpscope.spec.InfinibandMad;
import io.qpscope.wire.CmDrep;
import io.qpscope.wire.CmDreq;
import io.qpscope.wire.CmMra;
import io.qpscope.wire.CmRej;
import io.qpscope.wire.CmRep;
import io.qpscope.wire.CmReq;
import io.qpscope.wire.CmRtu;
import io.qpscope.wire.IpCm;
import io.qpscope.wire.MadHeader;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Writes the management datagrams, 256 bytes each, the way Linux fills them in. */
final class CmMessages {
    static final int LENGTH = MadHeader.LENGTH + CmReq.LENGTH;

    /** First 40 bits of RDMA-CM's service ids, and the port space of TCP. */
    static final long SERVICE_ID = 0x0000_0000_0106_0000L;

    /** Which message an MRA or a REJ is about (IBA vol 1, 12.6.6.3 and 12.6.7.1). */
    static final int ABOUT_REQ = 0;

    static final int ABOUT_REP = 1;
    static final int ABOUT_OTHER = 2;

    private static final int BASE_VERSION = 1;
    private static final int CM_CLASS_VERSION = 2;
    private static final int METHOD_SEND = 3;
    private static final int PERMISSIVE_LID = 0xffff;
    private static final int DEFAULT_PKEY = 0xffff;

    private final long guid;

    CmMessages(long guid) {
        this.guid = guid;
    }

    /** Room for an application's private data in a REQ of RDMA-CM. */
    static int requestRoom() {
        return CmReq.PRIVATE_DATA_LENGTH - IpCm.LENGTH;
    }

    byte[] request(Connection c) {
        InfinibandCmReq req = new InfinibandCmReq();
        CmOptions options = c.options;
        req.setLocalCommId(Integer.toUnsignedLong(c.local.commId));
        req.setServiceId(SERVICE_ID | c.port);
        req.setLocalCaGuid(guid);
        req.setLocalQpn(c.local.qpn);
        req.setResponderResources(c.local.responderResources);
        req.setInitiatorDepth(c.local.initiatorDepth);
        req.setRemoteResponseTimeout(options.responseTimeout);
        req.setServiceType(c.type == QpType.UC ? 1 : 0);
        req.setStartPsn(c.local.startPsn);
        req.setLocalResponseTimeout(options.responseTimeout);
        req.setRetryCount(options.retryCount);
        req.setPKey(DEFAULT_PKEY);
        req.setPathMtu(Integer.numberOfTrailingZeros(options.pathMtu) - 7);
        req.setRnrRetryCount(options.rnrRetryCount);
        req.setMaxCmRetries(options.maxCmRetries);
        path(req, c.path, options);
        req.setAlternateLocalGid(new byte[16]);
        req.setAlternateRemoteGid(new byte[16]);
        byte[] data = new byte[CmReq.PRIVATE_DATA_LENGTH];
        System.arraycopy(addresses(c.path, c.sourcePort), 0, data, 0, IpCm.LENGTH);
        System.arraycopy(options.privateData, 0, data, IpCm.LENGTH, options.privateData.length);
        req.setPrivateData(data);
        return datagram(MadHeader.CM_REQ, c.transactionId, req);
    }

    private static void path(InfinibandCmReq req, Path path, CmOptions options) {
        req.setPrimaryLocalLid(PERMISSIVE_LID);
        req.setPrimaryRemoteLid(PERMISSIVE_LID);
        req.setPrimaryLocalGid(gid(path.sourceHigh(), path.sourceLow()));
        req.setPrimaryRemoteGid(gid(path.destinationHigh(), path.destinationLow()));
        req.setPrimaryFlowLabel(options.flowLabel);
        req.setPrimaryTrafficClass(path.trafficClass());
        req.setPrimaryHopLimit(path.hopLimit());
        req.setPrimaryLocalAckTimeout(options.ackTimeout);
    }

    private static byte[] addresses(Path path, int sourcePort) {
        InfinibandIpCm block = new InfinibandIpCm();
        block.setIpVersion(path.isIpv4() ? 4 : 6);
        block.setSourcePort(sourcePort);
        // IPv4 addresses stand in the last four bytes, and are not mapped ones here.
        long mask = path.isIpv4() ? 0xffff_ffffL : -1;
        block.setSource(gid(path.sourceHigh(), path.sourceLow() & mask));
        block.setDestination(gid(path.destinationHigh(), path.destinationLow() & mask));
        return written(block, IpCm.LENGTH);
    }

    byte[] reply(Connection c) {
        InfinibandCmRep rep = new InfinibandCmRep();
        rep.setLocalCommId(Integer.toUnsignedLong(c.local.commId));
        rep.setRemoteCommId(Integer.toUnsignedLong(c.remote.commId));
        rep.setLocalQpn(c.local.qpn);
        rep.setStartPsn(c.local.startPsn);
        rep.setResponderResources(c.local.responderResources);
        rep.setInitiatorDepth(c.local.initiatorDepth);
        rep.setTargetAckDelay(c.options.targetAckDelay);
        rep.setRnrRetryCount(c.options.rnrRetryCount);
        rep.setLocalCaGuid(guid);
        rep.setPrivateData(Arrays.copyOf(c.options.privateData, CmRep.PRIVATE_DATA_LENGTH));
        return datagram(MadHeader.CM_REP, c.transactionId, rep);
    }

    byte[] ready(Connection c) {
        InfinibandCmRtu rtu = new InfinibandCmRtu();
        rtu.setLocalCommId(Integer.toUnsignedLong(c.local.commId));
        rtu.setRemoteCommId(Integer.toUnsignedLong(c.remote.commId));
        rtu.setPrivateData(new byte[CmRtu.PRIVATE_DATA_LENGTH]);
        return datagram(MadHeader.CM_RTU, c.transactionId, rtu);
    }

    /**
     * @param serviceTimeout exponent of the time asked for, 4.096 us x 2^n
     */
    byte[] wait(Connection c, int serviceTimeout) {
        InfinibandCmMra mra = new InfinibandCmMra();
        mra.setLocalCommId(Integer.toUnsignedLong(c.local.commId));
        mra.setRemoteCommId(Integer.toUnsignedLong(c.remote.commId));
        mra.setMessageMraed(ABOUT_REQ);
        mra.setServiceTimeout(serviceTimeout);
        mra.setPrivateData(new byte[CmMra.PRIVATE_DATA_LENGTH]);
        return datagram(MadHeader.CM_MRA, c.transactionId, mra);
    }

    /**
     * @param timeout whether this side gives up; the REJ then names this device
     */
    byte[] reject(
            long transactionId, int localCommId, int remoteCommId, int reason, boolean timeout) {
        InfinibandCmRej rej = new InfinibandCmRej();
        rej.setLocalCommId(Integer.toUnsignedLong(localCommId));
        rej.setRemoteCommId(Integer.toUnsignedLong(remoteCommId));
        rej.setMessageRejected(timeout ? ABOUT_OTHER : ABOUT_REQ);
        rej.setReason(reason);
        byte[] information = new byte[CmRej.ADDITIONAL_INFO_LENGTH];
        if (timeout) {
            rej.setRejectInfoLength(Long.BYTES);
            ByteBuffer.wrap(information).putLong(guid);
        }
        rej.setAdditionalInfo(information);
        rej.setPrivateData(new byte[CmRej.PRIVATE_DATA_LENGTH]);
        return datagram(MadHeader.CM_REJ, transactionId, rej);
    }

    byte[] disconnect(Connection c) {
        InfinibandCmDreq dreq = new InfinibandCmDreq();
        dreq.setLocalCommId(Integer.toUnsignedLong(c.local.commId));
        dreq.setRemoteCommId(Integer.toUnsignedLong(c.remote.commId));
        dreq.setRemoteQpn(c.remote.qpn);
        dreq.setPrivateData(new byte[CmDreq.PRIVATE_DATA_LENGTH]);
        return datagram(MadHeader.CM_DREQ, c.transactionId, dreq);
    }

    byte[] disconnected(long transactionId, int localCommId, int remoteCommId) {
        InfinibandCmDrep drep = new InfinibandCmDrep();
        drep.setLocalCommId(Integer.toUnsignedLong(localCommId));
        drep.setRemoteCommId(Integer.toUnsignedLong(remoteCommId));
        drep.setPrivateData(new byte[CmDrep.PRIVATE_DATA_LENGTH]);
        return datagram(MadHeader.CM_DREP, transactionId, drep);
    }

    private static byte[] datagram(int attribute, long transactionId, KaitaiStruct.ReadWrite body) {
        InfinibandMad mad = new InfinibandMad();
        mad.setBaseVersion(BASE_VERSION);
        mad.setManagementClass(MadHeader.CLASS_CM);
        mad.setClassVersion(CM_CLASS_VERSION);
        mad.setMethod(METHOD_SEND);
        mad.setTransactionId(transactionId);
        mad.setAttributeId(attribute);
        byte[] all = Arrays.copyOf(written(mad, MadHeader.LENGTH), LENGTH);
        byte[] message = written(body, CmReq.LENGTH);
        System.arraycopy(message, 0, all, MadHeader.LENGTH, message.length);
        return all;
    }

    private static byte[] gid(long high, long low) {
        return ByteBuffer.allocate(16).putLong(high).putLong(low).array();
    }

    private static byte[] written(KaitaiStruct.ReadWrite spec, int length) {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        spec._check();
        spec._write(new ByteBufferKaitaiStream(bytes));
        return bytes.array();
    }
}
