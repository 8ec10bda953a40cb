package io.qpscope.fuzz.target;

import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.Verb;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.campaign.CaseRunner;
import io.qpscope.fuzz.campaign.Failure;
import io.qpscope.fuzz.campaign.Target;
import io.qpscope.fuzz.campaign.TargetLostException;
import io.qpscope.fuzz.campaign.Trial;
import io.qpscope.fuzz.corpus.Coverage;
import io.qpscope.fuzz.shrink.Shrinker;
import io.qpscope.fuzz.target.CaseRun.Outcome;
import io.qpscope.port.Port;
import io.qpscope.scenario.Check;
import io.qpscope.scenario.Check.Result;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A peer that is really there. Each case has connections of its own, whose coming about is a sign of
 * life; a case that fails is run again, and is steady when it fails again. A kind of failure that is
 * not steady is told when it came with several cases.
 */
public final class LiveTarget implements Target, AutoCloseable {
    private static final int MOST_SHRINKS = 80;
    private static final int AGAIN = 3;
    private static final int MOST_KILLS = 20;
    private static final int LIFE_TRIES = 3;
    /** What is not steady is told when it has come so often: once may be a busy machine. */
    private static final int ODD = 3;

    /** Failures whose packets are kept: the smallest is found by many others. */
    private static final int MOST_KEPT = 256;

    private final Medium medium;
    private final Settings settings;
    private final String peer;
    private final boolean iwarp;
    private final Pace connections;
    private final List<Case> suspects = new ArrayList<>();
    private final IdentityHashMap<Failure, Outcome> kept = new IdentityHashMap<>();
    private ByteOrder order = ByteOrder.BIG_ENDIAN;
    private Set<Verb> verbs = Set.of();
    private final Map<Verb, String> refused = new LinkedHashMap<>();
    private Fit fit;
    private String lost;
    private long unsteady;
    private final Map<String, Integer> oddities = new HashMap<>();

    /**
     * RoCEv2 over a port that has not started yet; closing the target closes the port.
     *
     * @param profile of our own side
     * @param pathMtu that the way carries
     * @param raw whether every header is ours, that of IP too
     * @param seed of keys and ids
     */
    public static LiveTarget roce(
            Port port,
            TargetAddress target,
            Settings settings,
            Profile profile,
            int pathMtu,
            boolean raw,
            long seed) {
        Pace pace = new Pace(settings.packetsPerSecond());
        Medium medium = new RoceMedium(port, target, profile, pathMtu, raw, pace, seed);
        return new LiveTarget(medium, target, settings);
    }

    /**
     * iWARP over the machine's TCP.
     *
     * @param bind local address
     * @param seed of keys
     */
    public static LiveTarget iwarp(
            InetAddress bind, TargetAddress target, Settings settings, long seed) {
        Pace pace = new Pace(settings.packetsPerSecond());
        return new LiveTarget(new IwarpMedium(bind, target, pace, seed), target, settings);
    }

    /**
     * Nothing is sent yet.
     *
     * @param target where the medium leads to
     */
    LiveTarget(Medium medium, TargetAddress target, Settings settings) {
        this.medium = medium;
        iwarp = target.iwarp();
        this.settings = settings;
        connections = new Pace(settings.connectionsPerSecond());
        LocalAddress address = LocalAddress.of(target.host().getAddress(), 0);
        peer = WireJudge.text(address.high(), address.low());
    }

    /**
     * Connects for the first time, and finds out what the peer takes.
     *
     * @throws IOException when it does not answer, or what it answers is of no use
     */
    public void meet() throws IOException {
        Probe probe = new Probe(this::run, medium, settings);
        probe.meet();
        verbs = probe.verbs();
        refused.putAll(probe.refused());
        order = probe.order();
        fit = new Fit(settings, verbs, medium.pathMtu(), probe.room(), iwarp);
    }

    private Outcome run(Case one, ByteOrder words) throws IOException {
        return new CaseRun(medium, settings, peer, connections, words).run(one);
    }

    /** Verbs that cases have. */
    public Set<Verb> verbs() {
        return verbs;
    }

    /** Verbs that the peer refused, and how. */
    public Map<Verb, String> refused() {
        return refused;
    }

    /** Rules that were left out because they may do harm, by why. */
    public Map<String, Long> leftOut() {
        return fit.leftOut();
    }

    /** Packets sent so far. */
    public long sent() {
        return medium.sent();
    }

    /** Cases that failed once and not again. */
    public long unsteady() {
        return unsteady;
    }

    /**
     * Writes what passed when a case failed, as pcapng.
     *
     * @param program that writes it
     * @param comment on the whole file
     * @param epochNs nanoseconds from 1970 to the zero of {@link System#nanoTime}
     * @return false when it is not kept any more
     */
    public boolean record(Failure of, Path file, String program, String comment, long epochNs)
            throws IOException {
        Outcome outcome = kept.get(of);
        if (outcome != null) {
            outcome.log().write(file, program, comment, outcome.notes(), epochNs);
        }
        return outcome != null;
    }

    @Override
    public Trial trial(Coverage coverage) {
        return new LiveTrial(coverage, true);
    }

    @Override
    public Trial shrinking() {
        return new LiveTrial(new Coverage(), false);
    }

    @Override
    public Case fit(Case drawn) {
        return fit.of(drawn);
    }

    @Override
    public int mostShrinks() {
        return MOST_SHRINKS;
    }

    /** What is to be told when the target is gone: it failed behind the last of its cases. */
    public Failure lastWords(TargetLostException why) {
        List<Case> suspects = why.suspects();
        List<Check> broken =
                List.of(new Check("peer", "alive", "gone: " + why.getMessage(), Result.FAILED));
        return new Failure(suspects.get(suspects.size() - 1), CaseRunner.kind(broken), broken);
    }

    /**
     * Makes a case smaller behind which the target was gone, as long as it comes back each time.
     *
     * @param patienceNs that it is waited for, each time
     * @return the smallest that takes it down; {@code last} when it does not come back
     */
    public Failure shrunkByRevivals(Failure last, long patienceNs) {
        Case[] smallest = {last.from()};
        boolean[] stays = {true};
        Predicate<Case> kills = candidate -> {
            try {
                if (!stays[0] || !revives(patienceNs)) {
                    stays[0] = false;
                    return false;
                }
                run(fit.of(candidate), order);
                boolean dead = !isAlive();
                lost = null;
                smallest[0] = dead ? fit.of(candidate) : smallest[0];
                return dead;
            } catch (IOException e) {
                stays[0] = false;
                return false;
            }
        };
        new Shrinker(kills, MOST_KILLS).shrink(last.from());
        return new Failure(smallest[0], last.kind(), last.broken());
    }

    private boolean revives(long patienceNs) throws IOException {
        long until = System.nanoTime() + patienceNs;
        boolean alive = isAlive();
        while (!alive && System.nanoTime() < until) {
            alive = isAlive();
        }
        lost = null;
        return alive;
    }

    /** Whether the peer still answers; tries several times. */
    public boolean isAlive() throws IOException {
        for (int i = 0; i < LIFE_TRIES; i++) {
            Outcome outcome = run(Probe.life(medium, settings), order);
            if (outcome.connected()) {
                return true;
            }
            lost = outcome.obstacle();
        }
        return false;
    }

    @Override
    public void close() {
        medium.close();
    }

    private final class LiveTrial implements Trial {
        private final Coverage coverage;
        private final boolean confirms;
        private long packets;

        LiveTrial(Coverage coverage, boolean confirms) {
            this.coverage = coverage;
            this.confirms = confirms;
        }

        @Override
        public Failure run(Case from) {
            try {
                return attempt(from);
            } catch (IOException e) {
                throw new TargetLostException(e.getMessage(), suspects);
            }
        }

        private Failure attempt(Case from) throws IOException {
            if (lost != null) {
                throw new TargetLostException(lost, suspects);
            }
            Failure failure = once(from);
            if (failure == null) {
                return null;
            }
            if (!isAlive()) {
                return dead(from, failure);
            }
            lost = null;
            return confirms ? confirmed(from, failure) : failure;
        }

        private Failure once(Case from) throws IOException {
            Outcome outcome = LiveTarget.this.run(from, order);
            if (!outcome.connected() && CaseRun.isManaged(from)) {
                // Its own rules may have done it; a peer that is gone by them has failed.
                suspects.clear();
                suspects.add(from);
            }
            if (!outcome.connected()) {
                if (!isAlive()) {
                    throw new TargetLostException(lost, suspects);
                }
                lost = null;
            }
            if (!outcome.connected() && !CaseRun.isManaged(from)) {
                outcome = LiveTarget.this.run(from, order);
            }
            suspects.clear();
            suspects.add(from);
            List<Check> broken = outcome.judge(coverage);
            packets += outcome.packets();
            if (broken.isEmpty()) {
                return null;
            }
            return keep(new Failure(from, CaseRunner.kind(broken), broken), outcome);
        }

        private Failure keep(Failure failure, Outcome outcome) {
            if (kept.size() == MOST_KEPT) {
                kept.clear();
            }
            kept.put(failure, outcome);
            return failure;
        }

        private Failure dead(Case from, Failure failure) {
            List<Check> broken = new ArrayList<>(failure.broken());
            broken.add(new Check("peer", "alive", lost, Result.FAILED));
            return keep(new Failure(from, CaseRunner.kind(broken), broken), kept.get(failure));
        }

        private Failure confirmed(Case from, Failure failure) throws IOException {
            for (int i = 0; i < AGAIN; i++) {
                Failure other = once(from);
                if (other != null && other.isLike(failure)) {
                    return failure;
                }
            }
            unsteady++;
            if (oddities.merge(failure.kind(), 1, Integer::sum) != ODD) {
                return null;
            }
            return keep(
                    new Failure(from, failure.kind() + Failure.UNSTEADY, failure.broken()),
                    kept.get(failure));
        }

        @Override
        public long packets() {
            return packets;
        }
    }
}
