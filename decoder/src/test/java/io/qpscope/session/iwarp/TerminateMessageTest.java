package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;

/** Which request a Terminate gives back (RFC 5040, 4.8). */
class TerminateMessageTest {
    private static final int HEADER = 18;
    /** A tagged buffer error of DDP, invalid STag; M, D and R in the standard form. */
    private static final int M = 0x8000;

    private static final int D = 0x4000;
    private static final int R = 0x2000;
    private static final int ERROR = 0x1100_0000;
    private static final int START = 5;

    /** The message as if at the start of a segment, behind other bytes. */
    private static TerminateMessage read(int control, byte[] headers) {
        ByteBuffer bytes = ByteBuffer.allocate(START + HEADER + 4 + headers.length + 40);
        bytes.putInt(START + HEADER, control).put(START + HEADER + 4, headers);
        return TerminateMessage.of(bytes, START, HEADER + 4 + headers.length);
    }

    private static byte[] tagged(int stag, long offset) {
        return ByteBuffer.allocate(16)
                .putShort((short) 54)
                .putShort((short) 0xc140)
                .putInt(stag)
                .putLong(offset)
                .array();
    }

    private static byte[] untagged(int queue, int msn) {
        return ByteBuffer.allocate(2 + HEADER)
                .putShort((short) 46)
                .putShort((short) 0x4143)
                .putInt(0)
                .putInt(queue)
                .putInt(msn)
                .array();
    }

    /** With so many bytes of the READ request's own header. */
    private static byte[] read(int queue, int msn, int behind) {
        byte[] headers = ByteBuffer.allocate(2 + HEADER + 28)
                .put(untagged(queue, msn))
                .putInt(0x11)
                .putLong(0x1000)
                .putInt(0xffff_fff0)
                .putInt(0x22)
                .putLong(0x3000)
                .array();
        return java.util.Arrays.copyOf(headers, 2 + HEADER + behind);
    }

    @Test
    void aTaggedSegmentIsNamedByTagAndOffset() {
        TerminateMessage message = read(ERROR | M | D, tagged(0x8001_0002, 0x1_0000_0005L));
        assertThat(message.queue()).isEqualTo(SentMessages.TAGGED);
        assertThat(message.tag()).isEqualTo(0x8001_0002);
        assertThat(message.offset()).isEqualTo(0x1_0000_0005L);
        assertThat(message.text())
                .endsWith(" of the tagged segment for STag 0x80010002, offset 0x100000005");
        SentMessages sent = new SentMessages(new Budget(1 << 20));
        sent.add(10, SentMessages.TAGGED, 0x8001_0002, 0x1_0000_0000L, 6, 9);
        assertThat(message.refuse(sent)).isEqualTo(9);
    }

    @Test
    void oneByteLessOfAHeaderNamesNothing() {
        byte[] tagged = java.util.Arrays.copyOf(tagged(1, 2), 15);
        assertThat(read(ERROR | M | D, tagged).headers()).isEmpty();
        assertThat(read(ERROR | M | D, tagged(1, 2)).headers()).isNotEmpty();
        byte[] whole = untagged(0, 3);
        assertThat(read(ERROR | M | D, whole).headers()).isEqualTo(" of message 3 on queue 0");
        byte[] cut = java.util.Arrays.copyOf(whole, whole.length - 1);
        assertThat(read(ERROR | M | D, cut).headers()).isEmpty();
        assertThat(read(ERROR | M | D, cut).refuse(new SentMessages(new Budget(0))))
                .isZero();
    }

    @Test
    void withoutTheBitForIsNoHeader() {
        assertThat(read(ERROR, tagged(1, 2)).headers()).isEmpty();
        assertThat(read(ERROR | M, tagged(1, 2)).headers()).isEmpty();
        assertThat(read(ERROR, untagged(0, 3)).headers()).isEmpty();
        assertThat(read(ERROR | D, tagged(1, 2)).tag())
                .as("the length is there")
                .isEqualTo(1);
    }

    @Test
    void anUntaggedSegmentIsNamedByQueueAndMsn() {
        TerminateMessage message = read(ERROR | M | D, untagged(0, -2));
        assertThat(message.headers()).isEqualTo(" of message 4294967294 on queue 0");
        SentMessages sent = new SentMessages(new Budget(1 << 20));
        sent.add(10, 0, 0xffff_fffeL, 0, 0, 9);
        assertThat(message.refuse(sent)).isEqualTo(9);
        assertThat(message.names(true)).as("a READ").isFalse();
        assertThat(read(ERROR | M | D, untagged(3, 4)).headers())
                .isEqualTo(" of message 4 on queue 3");
        assertThat(read(ERROR | M | D, untagged(3, 4)).refuse(sent)).isZero();
    }

    @Test
    void aReadIsNamedBySizeTagAndOffset() {
        TerminateMessage message = read(ERROR | M | D | R, read(1, 4, 28));
        assertThat(message.headers())
                .isEqualTo(" of a request on queue 1, READ of 4294967280 bytes"
                        + " from STag 0x00000022, offset 0x3000");
        assertThat(message.names(true)).isTrue();
        assertThat(message.names(false)).as("none is open").isFalse();
        assertThat(read(ERROR | M | D | R, read(1, 4, 27)).headers())
                .as("a byte of it is cut")
                .isEqualTo(" of a request on queue 1");
        assertThat(read(ERROR | M | D, read(1, 4, 28)).headers())
                .as("its bit is not set")
                .isEqualTo(" of a request on queue 1");
    }

    @Test
    void aCutControlFieldSaysNothing() {
        ByteBuffer bytes = ByteBuffer.allocate(100);
        bytes.putInt(HEADER, ERROR);
        TerminateMessage cut = TerminateMessage.of(bytes, 0, HEADER + 3);
        assertThat(cut.text()).isEqualTo("it is cut and does not say why");
        assertThat(cut.names(true)).isFalse();
        assertThat(TerminateMessage.of(bytes, 0, HEADER + 4).text()).contains("invalid STag");
    }
}
