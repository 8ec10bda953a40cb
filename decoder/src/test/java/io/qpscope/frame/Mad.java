package io.qpscope.frame;

import io.qpscope.wire.Opcode;

import java.nio.ByteBuffer;

/**
 * Management datagrams byte by byte, at the offsets that Linux's headers give (ibta_vol1_c12.h,
 * ib_mad.h, ib_smi.h, ib_pma.h), so that they owe nothing to the specifications they test.
 */
final class Mad {
    static final int LENGTH = 256;
    private static final int BODY = 24;

    private final ByteBuffer bytes = ByteBuffer.allocate(LENGTH);

    Mad(int managementClass, int method, int attribute) {
        bytes.put(0, (byte) 1).put(1, (byte) managementClass).put(2, (byte) 2);
        bytes.put(3, (byte) method).putLong(8, 0x1122_3344_5566_7788L);
        bytes.putShort(16, (short) attribute);
    }

    static Mad cm(int attribute) {
        return new Mad(7, 3, attribute);
    }

    Mad header(int at, int... values) {
        return put(at, values);
    }

    /** Bytes from an offset that counts from the end of the header. */
    Mad body(int at, int... values) {
        return put(BODY + at, values);
    }

    Mad word(int at, int value) {
        bytes.putInt(BODY + at, value);
        return this;
    }

    private Mad put(int at, int[] values) {
        for (int i = 0; i < values.length; i++) {
            bytes.put(at + i, (byte) values[i]);
        }
        return this;
    }

    byte[] bytes() {
        return bytes.array().clone();
    }

    /** As UD SEND ONLY to a queue pair. */
    byte[] frame(int destQp) {
        return new FrameBuilder()
                .ethernet()
                .ipv4("")
                .roce(Opcode.UD | Opcode.SEND_ONLY, bytes.array())
                .destQp(destQp)
                .build();
    }

    static Mad req() {
        return cm(0x10).word(0, 0xa1a2_a3a4)
                .word(8, 0x1000_0000)
                .word(12, 0x42)
                .word(16, 0x0002_c903)
                .word(20, 0x0001_0203)
                .word(28, 0x1122_3344)
                .body(32, 0x12, 0x34, 0x56, 7, 0x0a, 0x0b, 0x0c, 5, 0x0d, 0x0e, 0x0f, 0xa1)
                .body(44, 0xab, 0xcd, 0xef, 0x96, 0xff, 0xfe, 0x5f, 0xf9)
                .body(52, 0x00, 0x11, 0x00, 0x22, 0xfe, 0x80)
                .body(71, 0x01, 0xfe, 0x80)
                .body(87, 0x02, 0xab, 0xcd, 0xe0, 0x12, 0x77, 0x3f, 0x48, 0x70)
                .body(96, 0x00, 0x33, 0x00, 0x44, 0xfe, 0x80)
                .body(115, 0x03, 0xfe, 0x80)
                .body(131, 0x04, 0x12, 0x34, 0x50, 0x13, 0x66, 0x20, 0x50, 0x00)
                .body(140, 0xca, 0xfe);
    }

    static Mad rep() {
        return cm(0x13).word(0, 0xa1a2_a3a4)
                .word(4, 0xb1b2_b3b4)
                .word(8, 0x1122_3344)
                .body(12, 0x12, 0x34, 0x56)
                .body(16, 0x0a, 0x0b, 0x0c)
                .body(20, 0xab, 0xcd, 0xef, 0, 7, 5, 0x7b, 0xd0)
                .word(28, 0x0002_c903)
                .word(32, 0x0001_0203)
                .body(36, 0xca, 0xfe);
    }

    /** RTU or DREP. */
    static Mad brief(int attribute) {
        return cm(attribute).word(0, 0xa1a2_a3a4).word(4, 0xb1b2_b3b4).body(8, 0xca, 0xfe);
    }

    static Mad dreq() {
        return cm(0x15).word(0, 0xa1a2_a3a4)
                .word(4, 0xb1b2_b3b4)
                .body(8, 0x12, 0x34, 0x56)
                .body(12, 0xca, 0xfe);
    }

    static Mad mra() {
        return cm(0x11).word(0, 0xa1a2_a3a4).word(4, 0xb1b2_b3b4).body(8, 0x40, 0x98);
    }

    static Mad rej() {
        return cm(0x12).word(0, 0xa1a2_a3a4)
                .word(4, 0xb1b2_b3b4)
                .body(8, 0x40, 0x08, 0x00, 0x08)
                .body(12, 0xde, 0xad);
    }

    static Mad lap() {
        return cm(0x19).word(0, 0xa1a2_a3a4)
                .word(4, 0xb1b2_b3b4)
                .body(12, 0x12, 0x34, 0x56, 0xa0)
                .body(20, 0x00, 0x11, 0x00, 0x22)
                .body(24, 0xfe, 0x80)
                .body(39, 0x01)
                .body(40, 0xfe, 0x80)
                .body(55, 0x02)
                .body(56, 0xab, 0xcd, 0xe0, 0x77, 0x3f, 0x12, 0x48, 0x70)
                .body(64, 0xca, 0xfe);
    }

    static Mad apr() {
        return cm(0x1a).word(0, 0xa1a2_a3a4)
                .word(4, 0xb1b2_b3b4)
                .body(8, 2, 7)
                .body(12, 0x00, 0x33)
                .body(84, 0xbe, 0xef);
    }

    static Mad sidrReq() {
        return cm(0x17).word(0, 0x0102_0304)
                .body(4, 0xff, 0xff)
                .word(8, 0)
                .body(12, 1, 17, 0x12, 0x34)
                .body(16, 0x00, 0x40, 0xbb, 0x7f)
                .body(32, 10, 9, 0, 2)
                .body(48, 10, 9, 0, 1)
                .body(52, 0x68, 0x69);
    }

    static Mad sidrRep() {
        return cm(0x18).word(0, 0x0102_0304)
                .body(4, 0, 3, 0x00, 0x02)
                .body(8, 0x00, 0x01, 0x23, 0xc9)
                .body(12, 0, 0, 0, 0, 1, 17, 0x12, 0x34)
                .word(20, 0x0123_4567)
                .body(24, 1, 2, 3)
                .body(96, 0x68, 0x69);
    }

    static Mad smpLid() {
        return new Mad(0x01, 0x01, 0x15)
                .word(0, 0x0a0b_0c0d)
                .word(4, 0x0102_0304)
                .body(40, 0x99);
    }

    static Mad smpDirected() {
        return new Mad(0x81, 0x81, 0x11)
                .header(4, 0x80, 0x1c, 0x03, 0x05)
                .word(4, 7)
                .body(8, 0xff, 0xff, 0x00, 0x12)
                .body(40, 1, 1, 2)
                .body(104, 0, 1, 4, 9)
                .body(168, 0, 5, 6);
    }

    /** A table in more than one datagram: its first segment. */
    static Mad sa() {
        return new Mad(0x03, 0x92, 0x35)
                .body(0, 1, 1, 0xfb, 0)
                .word(4, 1)
                .word(8, 620)
                .word(12, 0)
                .word(16, 0x55)
                .body(20, 0x00, 0x08, 0, 0)
                .word(24, 0)
                .word(28, 0x1000)
                .body(32, 0xfe, 0x80);
    }

    static Mad portCounters() {
        return new Mad(0x04, 0x81, 0x12)
                .body(40, 0, 1, 0xff, 0xff)
                .body(44, 0x00, 0x11, 0x02, 0x03, 0x00, 0x04, 0x00, 0x05)
                .body(52, 0x00, 0x06, 0x00, 0x07, 8, 9, 1, 0xab)
                .body(60, 0, 0, 0x00, 0x0c)
                .word(64, 0xffff_ffff)
                .word(68, 100)
                .word(72, 5)
                .word(76, 6)
                .word(80, 7);
    }

    static Mad portCountersExt() {
        Mad mad = new Mad(0x04, 0x81, 0x1d).body(40, 0, 255, 0x00, 0xff).word(48, 0xffff_ffff);
        mad.word(52, 0xffff_ffff);
        for (int i = 1; i < 8; i++) {
            mad.word(52 + 8 * i, i);
        }
        return mad;
    }
}
