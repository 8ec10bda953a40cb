package io.qpscope.session.iwarp;

import io.qpscope.wire.Mpa;
import io.qpscope.wire.MpaEnhanced;
import io.qpscope.wire.MpaFrame;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * What one MPA request or reply frame said.
 *
 * @param ird -1 where the frame has none
 */
record Setup(
        boolean request,
        boolean markers,
        boolean crc,
        boolean reject,
        int revision,
        boolean enhanced,
        boolean peerToPeer,
        boolean rtrSend,
        boolean rtrWrite,
        boolean rtrRead,
        int ird,
        int ord,
        String privateData,
        long frame) {

    static Setup of(ByteBuffer buffer, int at, int length, long frame) {
        MpaFrame mpa = new MpaFrame().wrap(buffer, at);
        int data = at + MpaFrame.LENGTH;
        int dataLength = length - MpaFrame.LENGTH;
        boolean enhanced =
                mpa.enhanced() && mpa.revision() >= 2 && dataLength >= MpaEnhanced.LENGTH;
        MpaEnhanced more = new MpaEnhanced().wrap(buffer, data);
        int skip = enhanced ? MpaEnhanced.LENGTH : 0;
        byte[] rest = new byte[dataLength - skip];
        buffer.get(data + skip, rest);
        return new Setup(
                Mpa.isRequest(buffer, at),
                mpa.markers(),
                mpa.crc(),
                mpa.reject(),
                mpa.revision(),
                enhanced,
                enhanced && more.peerToPeer(),
                enhanced && more.zeroLengthSend(),
                enhanced && more.zeroLengthWrite(),
                enhanced && more.zeroLengthRead(),
                enhanced ? more.ird() : -1,
                enhanced ? more.ord() : -1,
                HexFormat.of().formatHex(rest),
                frame);
    }

    int rtrKinds() {
        return (rtrSend ? 1 : 0) + (rtrWrite ? 1 : 0) + (rtrRead ? 1 : 0);
    }
}
