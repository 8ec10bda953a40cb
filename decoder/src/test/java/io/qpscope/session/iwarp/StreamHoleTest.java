package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.frame.MpaCrcStatus;
import io.qpscope.session.Observation;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;
import io.qpscope.session.Verb;
import io.qpscope.wire.Mpa;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Wherever the capture lacks bytes, each FPDU that is there whole is found, and no other. */
class StreamHoleTest {
    private static final byte[] NOTHING = {};
    private static final int[] SIZES = {
        30, 100, 0, 213, 41, 300, 1, 470, 3, 2, 150, 90, 490, 60, 700, 5, 20, 20
    };
    private static final int[] HOLES = {1, 30, 600};
    /** Where holes begin in an FPDU. */
    private static final int[] OFFSETS = {0, 1, 7, 8, 9, 19, 20, 33};

    /** A marker, a length field and two bytes more: then it is known where an FPDU ends. */
    private static final int HEAD = 8;

    private static final int DDP_HEADER = 18;

    private final boolean[] crcs = {true, false};

    private record Unit(long position, ByteBuffer bytes, boolean markers, MpaCrcStatus crc) {}

    private final List<Unit> units = new ArrayList<>();

    private static MpaStream stream(boolean markers, boolean crc) {
        MpaStream a = new MpaStream(markers, crc).request(crc ? 0x40 : 0, 1, NOTHING);
        for (int i = 0; i < SIZES.length; i++) {
            a.send(i + 1, SIZES[i]);
        }
        return a;
    }

    private static MpaStream reply(boolean markers, boolean crc) {
        int flags = (markers ? 0x80 : 0) | (crc ? 0x40 : 0);
        return new MpaStream(false, crc).reply(flags, 1, NOTHING);
    }

    /** The stream in pieces, but for the bytes of the hole, which the peer acknowledges. */
    private IwarpTracker.Result play(MpaStream a, MpaStream b, int start, int end, int piece) {
        byte[] bytes = a.bytes();
        int setup = a.ends.get(0);
        Wire wire = new Wire().handshake().data(0, bytes, 0, Math.min(setup, start), -1);
        wire.all(1, b);
        pieces(wire, bytes, Math.min(setup, start), start, piece);
        pieces(wire, bytes, end, bytes.length, piece);
        IwarpTracker tracker = new IwarpTracker(IwarpTracker.Options.DEFAULT);
        units.clear();
        tracker.listener = (from, buffer, at, length, position, markers, crc) -> {
            if (from.isActive() && position >= 0) {
                byte[] unit = new byte[length];
                buffer.get(at, unit);
                units.add(new Unit(position, ByteBuffer.wrap(unit), markers, crc));
            }
        };
        wire.ack(1, bytes.length).each(tracker::onTcp);
        return tracker.finish();
    }

    private static void pieces(Wire wire, byte[] bytes, int from, int to, int piece) {
        for (int at = from; at < to; at += piece) {
            wire.data(0, bytes, at, Math.min(to, at + piece), -1);
        }
    }

    /** Those that the hole does not touch. */
    private static List<ByteBuffer> whole(MpaStream a, int start, int end) {
        List<ByteBuffer> whole = new ArrayList<>();
        for (int i = 1; i < a.ends.size(); i++) {
            int first = a.ends.get(i - 1);
            int last = a.ends.get(i);
            if (last <= start || first >= end) {
                whole.add(ByteBuffer.wrap(Arrays.copyOfRange(a.bytes(), first, last)));
            }
        }
        return whole;
    }

    private static int unitStart(MpaStream a, int at) {
        return a.ends.stream().filter(e -> e <= at).reduce(0, Math::max);
    }

    private static int boundary(MpaStream a, int at) {
        return a.ends.stream().filter(e -> e >= at).reduce(Integer.MAX_VALUE, Math::min);
    }

    private static String text(IwarpTracker.Result result) {
        return result.observations().stream()
                .filter(seen -> seen.kind() == Observation.Kind.STREAM_GAP)
                .map(Observation::text)
                .reduce("", String::concat);
    }

    /** What must be skipped: a beginning too short to tell the end, and the rest of what was cut. */
    private static int skipped(MpaStream a, int start, int end) {
        int first = unitStart(a, start);
        int before = start - first;
        boolean known = before >= HEAD;
        boolean inside = known && end <= boundary(a, start + 1);
        return (known ? 0 : before) + (inside ? 0 : boundary(a, end) - end);
    }

    @ParameterizedTest
    @CsvSource({
        "false,true,5000",
        "true,true,200",
        "true,true,5000",
        "false,false,200",
        "true,false,5000"
    })
    void eachWholeFpduIsFoundAndWhatIsMissingOrSkippedIsToldExactly(
            boolean markers, boolean crc, int piece) {
        MpaStream a = stream(markers, crc);
        MpaStream b = reply(markers, crc);
        int last = a.ends.get(a.ends.size() - 3);
        for (int length : HOLES) {
            for (int first : a.ends) {
                for (int offset : OFFSETS) {
                    if (first + offset + length <= last) {
                        checkHole(a, b, first + offset, first + offset + length, piece);
                    }
                }
            }
        }
    }

    private void checkHole(MpaStream a, MpaStream b, int start, int end, int piece) {
        IwarpTracker.Result result = play(a, b, start, end, piece);
        String where = "hole from " + start + " to " + end;
        List<ByteBuffer> whole = whole(a, start, end);
        assertThat(units).extracting(Unit::bytes).as(where).containsExactlyElementsOf(whole);
        int skipped = skipped(a, start, end);
        String more = "; " + skipped + " more were skipped before the next FPDU was proved";
        assertThat(text(result))
                .as(where)
                .isEqualTo(end - start + " bytes of the stream are not in the capture"
                        + (skipped == 0 ? "" : more));
        SessionSummary session = result.sessions().get(0);
        assertThat(session.direction(Side.A).requests().lostByCapture()).isEqualTo(1);
        if (!units.get(0).markers()) {
            boolean header = start - unitStart(a, start) >= Mpa.LENGTH_FIELD + DDP_HEADER;
            assertThat(session.direction(Side.A).messagesOf(Verb.SEND))
                    .as(where)
                    .isEqualTo(whole.size() + (header ? 1 : 0));
        }
    }

    @ParameterizedTest
    @CsvSource({"false,true", "true,true", "false,false", "true,false"})
    void positionsAndCrcsOfTheUnitsAreTold(boolean markers, boolean crc) {
        MpaStream a = stream(markers, crc);
        play(a, reply(markers, crc), a.ends.get(4) + 2, a.ends.get(6) + 9, 200);
        List<Long> positions = new ArrayList<>();
        for (int i = 0; i < SIZES.length; i++) {
            if (i < 4 || i > 6) {
                positions.add((long) a.ends.get(i) - a.ends.get(0));
            }
        }
        assertThat(units).extracting(Unit::position).containsExactlyElementsOf(positions);
        assertThat(units).extracting(Unit::markers).containsOnly(markers);
        assertThat(units)
                .extracting(Unit::crc)
                .containsOnly(crc ? MpaCrcStatus.GOOD : MpaCrcStatus.UNUSED);
    }

    /** Without the request no position is known: FPDUs are looked for at each byte. */
    @Test
    void aHoleInTheRequestLeavesTheFpdusBehindIt() {
        for (boolean crc : crcs) {
            MpaStream a = stream(false, crc);
            for (int start = 1; start < a.ends.get(0); start++) {
                for (int end = a.ends.get(0); end < a.ends.get(0) + 40; end += 9) {
                    play(a, reply(false, crc), start, end, 500);
                    assertThat(units)
                            .extracting(Unit::bytes)
                            .as("crc %s, hole from %d to %d", crc, start, end)
                            .containsExactlyElementsOf(whole(a, start, end));
                }
            }
        }
    }

    @Test
    void withMarkersAndWithoutTheRequestNoFpduCanBeProved() {
        MpaStream a = stream(true, true);
        IwarpTracker.Result result = play(a, reply(true, true), 10, 20, 500);
        assertThat(units).isEmpty();
        assertThat(text(result)).contains("no FPDU could be proved behind it to the end");
        assertThat(result.sessions().get(0).direction(Side.A).messages()).containsOnly(0L);
    }

    /** Two FPDUs of zero in the places of pad and CRC prove each other; one alone does not. */
    @Test
    void withoutCrcsTheLastFpduIsProvedByNone() {
        MpaStream a = stream(false, false);
        int end = a.ends.get(a.ends.size() - 2);
        IwarpTracker.Result inside = play(a, reply(false, false), end - 2, end, 5_000);
        assertThat(units).hasSize(SIZES.length - 1);
        assertThat(text(inside)).doesNotContain("no FPDU could be proved");
        IwarpTracker.Result cut = play(a, reply(false, false), end - 1, end + 1, 5_000);
        assertThat(units).hasSize(SIZES.length - 2);
        int rest = a.bytes().length - end - 1;
        assertThat(text(cut))
                .startsWith("2 bytes of the stream")
                .contains("; " + rest + " more were skipped")
                .endsWith("no FPDU could be proved behind it to the end");
    }

    @Test
    void longRubbishBehindAHoleIsPassedOverAndCountedToTheByte() {
        MpaStream a = new MpaStream(false, true).request(0x40, 1, NOTHING).send(1, 100);
        for (int i = 0; i < 4; i++) {
            // One FPDU of which the beginning is lost: its rest may be anything.
            a.write(1, 0, 60_000);
        }
        a.send(2, 50).send(3, 50);
        int start = a.ends.get(1);
        int end = a.ends.get(1) + 10;
        IwarpTracker.Result result = play(a, reply(false, true), start, end, 1448);
        assertThat(units).extracting(Unit::bytes).containsExactlyElementsOf(whole(a, start, end));
        assertThat(text(result)).contains(boundary(a, end) - end + " more were skipped");
    }
}
