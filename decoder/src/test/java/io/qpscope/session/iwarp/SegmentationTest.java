package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Side;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** However TCP cuts, repeats and reorders a stream, what it carries is the same. */
class SegmentationTest {
    private static final int ROUNDS = 1500;

    private record Streams(MpaStream a, MpaStream b) {}

    private record Piece(int from, int start, int end) {}

    private static Streams streams(Random random) {
        boolean crc = random.nextBoolean();
        boolean toA = random.nextBoolean();
        boolean toB = random.nextBoolean();
        int c = crc ? 0x40 : 0;
        MpaStream a = new MpaStream(toB, crc)
                .request(c | (toA ? 0x80 : 0), 1, MpaStream.filled(random.nextInt(40)));
        MpaStream b = new MpaStream(toA, crc)
                .reply(toB ? 0x80 : 0, 1, MpaStream.filled(random.nextInt(40)));
        int sends = 0;
        int reads = 0;
        for (int i = 0; i < 12; i++) {
            int length = random.nextInt(random.nextBoolean() ? 40 : 2500);
            switch (random.nextInt(4)) {
                case 0 -> a.send(++sends, length);
                case 1 -> a.write(3, length, length);
                case 2 -> {
                    a.readRequest(++reads, length);
                    b.readResponse(length);
                }
                default -> b.write(4, 0, length);
            }
        }
        return new Streams(a, b);
    }

    private static List<Piece> pieces(int from, byte[] stream, Random random, boolean first) {
        List<Piece> pieces = new ArrayList<>();
        int most = 1 + random.nextInt(random.nextBoolean() ? 30 : 1448);
        for (int at = 0; at < stream.length; ) {
            int end = Math.min(stream.length, at + 1 + random.nextInt(most));
            int back = random.nextInt(5) == 0 ? Math.max(0, at - random.nextInt(50)) : at;
            pieces.add(new Piece(from, back, end));
            if (random.nextInt(8) == 0) {
                pieces.add(pieces.get(random.nextInt(pieces.size())));
            }
            at = end;
        }
        int reach = random.nextInt(9);
        for (int i = first ? 1 : 0; i + reach < pieces.size() && reach > 0; i++) {
            Collections.swap(pieces, i, i + random.nextInt(reach + 1));
        }
        return pieces;
    }

    private static Wire wire(Streams streams, Random random, double loss) {
        byte[] one = streams.a().bytes();
        byte[] two = streams.b().bytes();
        boolean syn = loss > 0 || random.nextBoolean();
        Wire wire = new Wire();
        wire.startSequence[0] = random.nextInt();
        wire.startSequence[1] = random.nextInt();
        if (syn) {
            wire.handshake();
        }
        List<Piece> forth = pieces(0, one, random, !syn);
        List<Piece> back = pieces(1, two, random, !syn);
        int i = 0;
        int j = 0;
        while (i < forth.size() || j < back.size()) {
            boolean takeForth = j == back.size() || (i < forth.size() && random.nextBoolean());
            Piece piece = takeForth ? forth.get(i++) : back.get(j++);
            if (random.nextDouble() >= loss) {
                byte[] stream = piece.from() == 0 ? one : two;
                wire.data(piece.from(), stream, piece.start(), piece.end(), -1);
            }
        }
        return wire.ack(0, two.length).ack(1, one.length);
    }

    private static List<Long> essence(DirectionSummary direction) {
        List<Long> essence = new ArrayList<>(direction.messages());
        essence.add(direction.payloadBytes());
        essence.add(direction.completedMessages());
        return essence;
    }

    @Test
    void anySegmentationGivesTheSame() {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            Streams streams = streams(random);
            Wire.Seen whole = new Wire()
                    .handshake()
                    .all(0, streams.a())
                    .all(1, streams.b())
                    .ack(0, streams.b().bytes().length)
                    .ack(1, streams.a().bytes().length)
                    .run();
            Wire.Seen cut = wire(streams, random, 0).run();
            for (Side side : Side.values()) {
                assertThat(essence(cut.from(side)))
                        .as("-Dqpscope.seed=%d round %d from %s", seed, round, side)
                        .isEqualTo(essence(whole.from(side)));
            }
            assertThat(cut.rules())
                    .as("-Dqpscope.seed=%d round %d", seed, round)
                    .doesNotContain(
                            "IWARP-STREAM-GAP",
                            "IWARP-CRC-BAD",
                            "IWARP-MSN-ORDER",
                            "IWARP-MO-ORDER",
                            "IWARP-MARKER-FAULT");
        }
    }

    @Test
    void whatTheCaptureLacksIsReportedOrMadeNoDifference() {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Set<String> allowed = Set.of(
                "IWARP-STREAM-GAP", "IWARP-TCP-LOSS", "IWARP-DATA-BEFORE-RTR", "IWARP-IRD-UNKNOWN");
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            Streams streams = streams(random);
            Wire.Seen whole = new Wire()
                    .handshake()
                    .all(0, streams.a())
                    .all(1, streams.b())
                    .run();
            Wire.Seen cut = wire(streams, random, 0.05).run();
            String where = "-Dqpscope.seed=%d round %d".formatted(seed, round);
            if (cut.result().sessions().isEmpty()) {
                continue;
            }
            assertThat(allowed).as(where).containsAll(cut.rules());
            for (Side side : Side.values()) {
                List<Long> expected = whole.from(side).messages();
                List<Long> seen = cut.from(side).messages();
                for (int verb = 0; verb < expected.size(); verb++) {
                    assertThat(seen.get(verb)).as(where).isLessThanOrEqualTo(expected.get(verb));
                }
                if (!seen.equals(expected)) {
                    assertThat(cut.rules()).as(where).contains("IWARP-STREAM-GAP");
                }
            }
        }
    }
}
