package io.qpscope.endpoint.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.EnumSet;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Two ends of a stream whose bytes come in pieces of any size, against a memory that needs no
 * protocol. {@code -Dqpscope.iwarp.model.runs} and {@code -Dqpscope.iwarp.model.first} for others.
 */
class IwarpModelTest {
    private static final int RUNS = Integer.getInteger("qpscope.iwarp.model.runs", 500);
    private static final long FIRST_SEED = Long.getLong("qpscope.iwarp.model.first", 1);

    @Test
    void howeverTheStreamIsCutTheWorkIsDoneInOrder() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
            run(seed);
        }
    }

    private static void run(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int revision = 1 + random.nextInt(2);
        boolean opened = revision == 2 && random.nextBoolean();
        StreamPair pair = new StreamPair(
                options(random, revision, opened ? EnumSet.allOf(RtrKind.class) : none()),
                options(random, revision, opened ? one(random) : none()));
        String run = "seed " + seed;
        Script forth = new Script(pair.a, pair.b, random);
        Script back = new Script(pair.b, pair.a, random);
        // Receive requests are there before the peer can send.
        forth.postReceives();
        back.postReceives();
        SplittableRandom cuts = random.split();
        pair.pieces(left -> 1 + cuts.nextInt(Math.min(left, 1 << cuts.nextInt(14))));
        pair.connect();
        assertThat(pair.a.stream.state()).as(run).isEqualTo(StreamState.ESTABLISHED);
        assertThat(pair.b.stream.state()).as(run).isEqualTo(StreamState.ESTABLISHED);
        forth.post();
        if (revision == 1 && random.nextBoolean()) {
            pair.run();
        }
        back.post();
        pair.run();
        forth.check(run + " forth");
        back.check(run + " back");
        pair.a.stream.close(pair.now);
        pair.run();
        assertThat(pair.a.stream.state()).as(run).isEqualTo(StreamState.CLOSED);
        assertThat(pair.b.stream.state()).as(run).isEqualTo(StreamState.CLOSED);
    }

    private static EnumSet<RtrKind> none() {
        return EnumSet.noneOf(RtrKind.class);
    }

    private static EnumSet<RtrKind> one(SplittableRandom random) {
        return EnumSet.of(RtrKind.values()[random.nextInt(RtrKind.values().length)]);
    }

    /** Both IRDs are 16 where nobody negotiates them. */
    private static Consumer<StreamOptions> options(
            SplittableRandom random, int revision, EnumSet<RtrKind> kinds) {
        int mss = StreamOptions.LEAST_MSS + random.nextInt(1 << (4 + random.nextInt(10)));
        int ird = revision == 1 ? 16 : 1 + random.nextInt(16);
        int ord = 1 + random.nextInt(ird);
        boolean crc = random.nextBoolean();
        boolean markers = random.nextBoolean();
        return options -> options.mss(mss)
                .revision(revision)
                .crc(crc)
                .markers(markers)
                .depths(ird, ord)
                .peerToPeer(kinds);
    }
}
