package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.frame.UpperSamples.Sample;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;

class UpperProtocolTest {
    private static final int ROUNDS = 20_000;

    @TestFactory
    Stream<DynamicTest> everySampleIsAccepted() {
        return each(sample -> assertThat(accepts(sample, bytes(sample))).isTrue());
    }

    @TestFactory
    Stream<DynamicTest> oneWrongBitInAStrictFieldIsEnoughToRefuse() {
        return each(sample -> {
            for (int at : sample.strict()) {
                byte[] changed = bytes(sample);
                changed[at] ^= 1;
                assertThat(accepts(sample, changed)).as("byte %d", at).isFalse();
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> noOtherProtocolOfTheSameDirectionTakesASample() {
        return each(sample -> {
            byte[] bytes = bytes(sample);
            for (UpperProtocol other : UpperProtocol.values()) {
                boolean taken = other.accepts(
                        ByteBuffer.wrap(bytes), 0, bytes.length, true, sample.fromActive());
                // 16 bytes with nothing but a status leave no room for a check: the candidate and
                // the direction have to say the rest.
                if (other != sample.protocol() && bytes.length != 16) {
                    assertThat(taken).as("%s", other).isFalse();
                }
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> nothingIsReadBehindTheMessage() {
        return each(sample -> {
            byte[] whole = bytes(sample);
            for (int length = 0; length <= whole.length; length++) {
                byte[] cut = Arrays.copyOf(whole, length);
                boolean taken = accepts(sample, cut);
                assertThat(taken && length < UpperProtocol.MIN_LENGTH).isFalse();
                sample.protocol().accepts(ByteBuffer.wrap(cut), 0, length, false, true);
                sample.protocol().accepts(ByteBuffer.wrap(cut), 0, length, false, false);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> noBytesMakeACheckThrow() {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        return each(sample -> {
            Random random = new Random(seed);
            for (int round = 0; round < ROUNDS; round++) {
                byte[] bytes = bytes(sample);
                for (int i = random.nextInt(4); i >= 0; i--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                }
                byte[] cut = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
                try {
                    for (UpperProtocol protocol : UpperProtocol.values()) {
                        protocol.accepts(
                                ByteBuffer.wrap(cut),
                                0,
                                cut.length,
                                random.nextBoolean(),
                                random.nextBoolean());
                    }
                } catch (RuntimeException e) {
                    throw new AssertionError("-Dqpscope.seed=" + seed + " round " + round, e);
                }
            }
        });
    }

    /** BUG-063: tshark takes a SEND of four bytes for RPC-over-RDMA and calls it malformed. */
    @Test
    void aSendOfTwelveBytesStaysASend() {
        for (UpperProtocol protocol : UpperProtocol.values()) {
            for (int length = 0; length <= 12; length++) {
                ByteBuffer buffer = ByteBuffer.allocate(length);
                assertThat(protocol.accepts(buffer, 0, length, true, true)).isFalse();
                assertThat(protocol.accepts(buffer, 0, length, true, false)).isFalse();
            }
        }
    }

    @Test
    void zerosAreNothing() {
        for (int length = 13; length < 200; length++) {
            ByteBuffer zeros = ByteBuffer.allocate(length);
            for (UpperProtocol protocol : UpperProtocol.values()) {
                assertThat(protocol.accepts(zeros, 0, length, true, true))
                        .as("%s of %d", protocol, length)
                        .isFalse();
            }
        }
    }

    @Test
    void noPaddingOfRdsIsAnythingButZero() {
        byte[] message = UpperFrames.hex(UpperSamples.RDS);
        ByteBuffer changed = ByteBuffer.wrap(message);
        // Swapped with the checksum of before, so that the sum still holds.
        changed.putShort(26, changed.getShort(30)).putShort(30, (short) 0);
        assertThat(UpperProtocol.RDS.accepts(changed, 0, message.length, true, true))
                .isFalse();
        changed.putShort(30, changed.getShort(26)).putShort(26, (short) 0);
        assertThat(UpperProtocol.RDS.accepts(changed, 0, message.length, true, true))
                .isTrue();
    }

    /** Millions of segments that are not there cost nothing: counts are compared, never trusted. */
    @Test
    void aCallFullOfChunksIsReadToItsEndAndNotBeyond() {
        int segments = 250;
        ByteBuffer call = ByteBuffer.allocate(16 + 4 + 4 + 8 + 16 * segments + 8);
        call.putInt(0xabcd).putInt(1).putInt(32).putInt(0);
        call.putInt(0).putInt(0).putInt(1).putInt(segments);
        call.position(call.position() + 16 * segments);
        call.putInt(0xabcd).putInt(0);
        assertThat(RpcRdmaMessages.accepts(call, 0, call.capacity(), true)).isTrue();
        call.putInt(28, segments + 1);
        assertThat(RpcRdmaMessages.accepts(call, 0, call.capacity(), true)).isFalse();
    }

    @Test
    void aCountAboveWhatIsThereIsRefusedWhateverItsSize() {
        byte[] call = UpperFrames.hex(UpperSamples.RPC_CALL);
        int count = 72;
        for (int hostile : new int[] {2, 3, 100, 0x0fff_ffff, 0x1000_0000, 0x7fff_ffff, -1}) {
            ByteBuffer changed = ByteBuffer.wrap(call.clone()).putInt(count, hostile);
            assertThat(RpcRdmaMessages.accepts(changed, 0, call.length, true))
                    .as("%x segments", hostile)
                    .isFalse();
        }
    }

    @Test
    void rpcWithoutAMessageNeedsAChunk() {
        String header = "0000abcd 00000001 00000020 00000001";
        String reply = "00000001 00000001 00004444 00000400 0000000000040000";
        assertThat(rpc(header + "00000000 00000000" + reply)).isTrue();
        assertThat(rpc(header + "00000000 00000000 00000000")).isFalse();
    }

    @Test
    void rpcErrorsHaveTheLengthOfTheirCode() {
        String header = "0000abcd 00000001 00000020 00000004";
        assertThat(rpc(header + "00000001 00000001 00000001")).isTrue();
        assertThat(rpc(header + "00000002")).isTrue();
        assertThat(rpc(header + "00000001")).isFalse();
        assertThat(rpc(header + "00000002 00000000")).isFalse();
        assertThat(rpc(header + "00000003")).isFalse();
    }

    @Test
    void serviceIdsNameCandidates() {
        assertThat(of(4420)).isEqualTo(UpperProtocol.NVME_OF);
        assertThat(of(8009)).isEqualTo(UpperProtocol.NVME_OF);
        assertThat(of(20049)).isEqualTo(UpperProtocol.RPC_OVER_RDMA);
        assertThat(of(445)).isEqualTo(UpperProtocol.SMB_DIRECT);
        assertThat(of(5445)).isEqualTo(UpperProtocol.SMB_DIRECT);
        assertThat(of(3260)).isEqualTo(UpperProtocol.ISER);
        assertThat(of(18634)).isEqualTo(UpperProtocol.RDS);
        assertThat(of(16385)).isEqualTo(UpperProtocol.RDS);
        assertThat(of(7174)).isNull();
    }

    @Test
    void theUdpPortSpaceNamesNone() {
        ByteBuffer body = ByteBuffer.allocate(232);
        assertThat(UpperProtocol.ofRequest(body, 0, 0x0111_1144L)).isNull();
    }

    @Test
    void anSrpLoginNamesSrpWhereThereIsNoPort() {
        ByteBuffer body = ByteBuffer.allocate(232);
        body.put(140, UpperFrames.hex(UpperSamples.SRP_LOGIN));
        assertThat(UpperProtocol.ofRequest(body, 0, 0x0002_c903_0000_0001L))
                .isEqualTo(UpperProtocol.SRP);
        body.put(140 + 3, (byte) 1);
        assertThat(UpperProtocol.ofRequest(body, 0, 0x0002_c903_0000_0001L)).isNull();
    }

    private static boolean rpc(String message) {
        byte[] bytes = UpperFrames.hex(message);
        return RpcRdmaMessages.accepts(ByteBuffer.wrap(bytes), 0, bytes.length, true);
    }

    private static UpperProtocol of(int port) {
        long serviceId = UpperFrames.TCP_PORT_SPACE | port;
        return UpperProtocol.ofRequest(ByteBuffer.allocate(232), 0, serviceId);
    }

    private static Stream<DynamicTest> each(Consumer<Sample> test) {
        return UpperSamples.ALL.stream()
                .map(sample -> DynamicTest.dynamicTest(
                        sample.protocol() + (sample.fromActive() ? " forth" : " back"),
                        () -> test.accept(sample)));
    }

    private static byte[] bytes(Sample sample) {
        return UpperFrames.hex(sample.bytes());
    }

    private static boolean accepts(Sample sample, byte[] bytes) {
        return sample.protocol()
                .accepts(ByteBuffer.wrap(bytes), 0, bytes.length, true, sample.fromActive());
    }
}
