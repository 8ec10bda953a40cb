package io.qpscope.endpoint.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.endpoint.Verb;
import io.qpscope.wire.Terminate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Each defect of a stream shows, and nothing of it does without. */
class StreamDefectTest {
    private static final int RAW_CONTROL = 2;
    /** The last segment of a SEND, as DDP's version 2 has it. */
    private static final int OTHER_VERSION = 0x4243_0000;

    private static final int RAW_QUEUE = 2 + 6;
    /** The last byte of a tagged offset. */
    private static final int RAW_TAGGED_OFFSET = 2 + 13;

    private static final int RAW_MSN = 2 + 10;
    private static final int RAW_OFFSET = 2 + 14;
    private static final int READS = 5;

    /**
     * How a defect shows.
     *
     * @param run what two streams of the profile make of a situation, as text
     */
    record Symptom(
            StreamDefect defect, Function<IwarpProfile, String> run, String right, String wrong) {
        @Override
        public String toString() {
            return defect.name();
        }
    }

    static List<Symptom> symptoms() {
        return List.of(
                new Symptom(
                        StreamDefect.MPA_CRC_UNCHECKED,
                        StreamDefectTest::bitFlips,
                        "CLOSED LLP 0 2, data differs",
                        "ESTABLISHED, data differs"),
                new Symptom(
                        StreamDefect.IRD_IGNORED,
                        StreamDefectTest::moreReadsThanTheIrd,
                        "CLOSED DDP 2 2, 0 READs",
                        "ESTABLISHED, 5 READs"),
                new Symptom(
                        StreamDefect.MSN_UNCHECKED,
                        profile -> sendIsForged(profile, RAW_MSN, 7),
                        "CLOSED DDP 2 3, 0 received",
                        "ESTABLISHED, 1 received"),
                new Symptom(
                        StreamDefect.MO_UNCHECKED,
                        profile -> sendIsForged(profile, RAW_OFFSET, 4),
                        "CLOSED DDP 2 4, 0 received",
                        "ESTABLISHED, 1 received"),
                new Symptom(
                        StreamDefect.MARKER_POSITION,
                        StreamDefectTest::markersFarAlong,
                        "ESTABLISHED, data intact",
                        "CLOSED LLP 0 2, data differs"),
                new Symptom(
                        StreamDefect.STAG_BOUND,
                        profile -> beyond(profile, 1) + "; " + beyond(profile, 2),
                        "CLOSED DDP 1 1; CLOSED DDP 1 1",
                        "ESTABLISHED; CLOSED DDP 1 1"),
                new Symptom(
                        StreamDefect.TERMINATE_SILENT,
                        StreamDefectTest::unknownStag,
                        "CLOSED DDP 1 0, peer TERMINATED",
                        "CLOSED, peer CLOSED"),
                new Symptom(
                        StreamDefect.TERMINATE_IGNORED,
                        StreamDefectTest::unknownStag,
                        "CLOSED DDP 1 0, peer TERMINATED",
                        "CLOSED DDP 1 0, peer CLOSED"),
                new Symptom(
                        StreamDefect.QN_UNCHECKED,
                        profile -> sendIsForged(profile, RAW_QUEUE, 5),
                        "CLOSED DDP 2 1, 0 received",
                        "ESTABLISHED, 1 received"),
                new Symptom(
                        StreamDefect.VERSION_UNCHECKED,
                        profile -> sendIsForged(profile, RAW_CONTROL, OTHER_VERSION),
                        "CLOSED DDP 2 6, 0 received",
                        "ESTABLISHED, 1 received"),
                new Symptom(
                        StreamDefect.MARKER_UNCHECKED,
                        StreamDefectTest::markerPointsElsewhere,
                        "CLOSED LLP 0 3, data differs",
                        "ESTABLISHED, data intact"),
                new Symptom(
                        StreamDefect.SINK_UNCHECKED,
                        StreamDefectTest::responseNamesAnotherPlace,
                        "CLOSED DDP 1 1",
                        "ESTABLISHED"),
                new Symptom(
                        StreamDefect.LONG_SEND_CUT,
                        StreamDefectTest::sendIsTooLong,
                        "CLOSED DDP 2 5, 0 received",
                        "ESTABLISHED, 1 received"),
                new Symptom(
                        StreamDefect.INVALIDATE_SKIPPED,
                        StreamDefectTest::keyIsTakenAway,
                        "CLOSED DDP 1 0",
                        "ESTABLISHED"));
    }

    @ParameterizedTest
    @MethodSource("symptoms")
    void aDefectShows(Symptom symptom) {
        assertThat(symptom.run().apply(IwarpProfile.RFC)).isEqualTo(symptom.right());
        assertThat(symptom.run().apply(IwarpProfile.RFC.with(symptom.defect())))
                .isEqualTo(symptom.wrong());
    }

    @Test
    void eachHasASituation() {
        Set<StreamDefect> shown =
                symptoms().stream().map(Symptom::defect).collect(Collectors.toSet());
        assertThat(shown).isEqualTo(EnumSet.allOf(StreamDefect.class));
    }

    @ParameterizedTest
    @EnumSource
    void noNamedDeviceHasOneAndOneDoesNotBringAnother(StreamDefect defect) {
        assertThat(IwarpProfile.RFC.has(defect) || IwarpProfile.SIW.has(defect)).isFalse();
        Set<StreamDefect> has = EnumSet.allOf(StreamDefect.class);
        has.removeIf(each -> !IwarpProfile.SIW.with(defect).has(each));
        assertThat(has).containsExactly(defect);
    }

    private static StreamPair pair(IwarpProfile profile, boolean crc) {
        return new StreamPair(
                        o -> o.profile(profile).crc(crc).depths(4, 4),
                        o -> o.profile(profile).crc(crc).depths(4, 4))
                .connect();
    }

    private static String end(StreamPair pair) {
        Terminate sent = pair.b.stream.terminateSent();
        String why = sent == null ? "" : " " + layer(sent) + " " + sent.type() + " " + sent.code();
        return pair.b.stream.state() + why;
    }

    private static String layer(Terminate sent) {
        return switch (sent.layer()) {
            case Terminate.RDMAP -> "RDMAP";
            case Terminate.DDP -> "DDP";
            default -> "LLP";
        };
    }

    private static String data(StreamPair pair, int length) {
        boolean same = ByteBuffer.wrap(pair.a.bytes(), 0, length)
                .equals(ByteBuffer.wrap(pair.b.bytes(), 0, length));
        return ", data " + (same ? "intact" : "differs");
    }

    private static String bitFlips(IwarpProfile profile) {
        StreamPair pair = pair(profile, true).meddle(out -> {
            int last = out.position() - 5;
            out.put(last, (byte) (out.get(last) ^ 1));
        });
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 100)).run();
        return end(pair) + data(pair, 100);
    }

    /** Five requests arrive at once, while four may be open. */
    private static String moreReadsThanTheIrd(IwarpProfile profile) {
        StreamPair pair = new StreamPair(
                        o -> o.profile(profile).crc(false).depths(8, 8).revision(1),
                        o -> o.profile(profile).crc(false).depths(4, 4))
                .connect();
        IntStream.rangeClosed(1, READS).forEach(i -> pair.post(pair.bytes(Verb.RDMA_READ, i, 100)));
        pair.run();
        long done = pair.a.sent().stream()
                .filter(each -> each.toString().endsWith("SUCCESS"))
                .count();
        return end(pair) + ", " + done + " READs";
    }

    private static String sendIsForged(IwarpProfile profile, int at, int value) {
        StreamPair pair = pair(profile, false).meddle(out -> out.putInt(at, value));
        pair.receive(1, 100).post(pair.bytes(Verb.SEND, 1, 100)).run();
        return received(pair);
    }

    private static String received(StreamPair pair) {
        long received = pair.b.received().stream()
                .filter(each -> each.toString().endsWith("SUCCESS"))
                .count();
        return end(pair) + ", " + received + " received";
    }

    private static String sendIsTooLong(IwarpProfile profile) {
        StreamPair pair = pair(profile, true);
        pair.receive(1, 50).post(pair.bytes(Verb.SEND, 1, 100)).run();
        return received(pair);
    }

    private static String markerPointsElsewhere(IwarpProfile profile) {
        StreamPair pair = new StreamPair(
                        o -> o.profile(profile).crc(false),
                        o -> o.profile(profile).crc(false).markers(true))
                .connect()
                .meddle(out -> out.put(3, (byte) 8));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 100)).run();
        return end(pair) + data(pair, 100);
    }

    private static String responseNamesAnotherPlace(IwarpProfile profile) {
        StreamPair pair = pair(profile, false);
        pair.forged((fromA, bytes) -> {
            if (!fromA) {
                bytes.put(RAW_TAGGED_OFFSET, (byte) (bytes.get(RAW_TAGGED_OFFSET) ^ 1));
            }
        });
        pair.post(pair.bytes(Verb.RDMA_READ, 1, 100)).run();
        Terminate sent = pair.a.stream.terminateSent();
        String why = sent == null ? "" : " " + layer(sent) + " " + sent.type() + " " + sent.code();
        return pair.a.stream.state() + why;
    }

    private static String keyIsTakenAway(IwarpProfile profile) {
        StreamPair pair = pair(profile, true);
        int key = pair.b.region.key();
        pair.receive(1, 8).post(pair.bytes(Verb.SEND_WITH_INV, 1, 8).immediate(key));
        pair.post(pair.bytes(Verb.RDMA_WRITE, 2, 8)).run();
        return end(pair);
    }

    /** A marker where none is due lies in what the receiver takes for data: the CRC tells. */
    private static String markersFarAlong(IwarpProfile profile) {
        StreamPair pair = new StreamPair(
                        o -> o.profile(profile), o -> o.profile(profile).markers(true))
                .connect();
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 40_000)).run();
        return end(pair) + data(pair, 40_000);
    }

    private static String beyond(IwarpProfile profile, int bytes) {
        StreamPair pair = pair(profile, true);
        long to = pair.b.region.address() + StreamPair.SIZE - 100 + bytes;
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 100).remote(pair.b.region.key(), to))
                .run();
        return end(pair);
    }

    private static String unknownStag(IwarpProfile profile) {
        StreamPair pair = pair(profile, true);
        pair.post(pair.bytes(Verb.RDMA_WRITE, 1, 100).remote(0x55, 0)).run();
        return end(pair) + ", peer " + pair.a.stream.state();
    }
}
