package io.qpscope.fuzz.target;

import io.qpscope.endpoint.WcStatus;
import io.qpscope.fault.plan.FaultPlan;
import io.qpscope.fault.yaml.Problems;
import io.qpscope.fault.yaml.YamlNode;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.corpus.Coverage;
import io.qpscope.fuzz.oracle.CaseScenario;
import io.qpscope.fuzz.oracle.Expected;
import io.qpscope.fuzz.target.CaseClient.Stage;
import io.qpscope.scenario.Check;
import io.qpscope.scenario.Check.Result;
import io.qpscope.scenario.FlowResult;
import io.qpscope.scenario.PeerCmWatch;
import io.qpscope.scenario.PeerWatch;
import io.qpscope.scenario.RemoteWork;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * One case against a live peer: connect, write the memory, let the messages and the faults go, end
 * the faults, read the memory back, disconnect.
 */
final class CaseRun {
    private static final long MS = 1_000_000;
    private static final long FIRST_PACKET_NS = 100 * MS;
    private static final long CONNECT_NS = 20_000 * MS;
    private static final long CALM_NS = 5_000 * MS;
    private static final long GOODBYE_NS = 1_000 * MS;
    /** Beyond what the attributes allow: other programs run here, too. */
    private static final long SLACK_NS = 3_000 * MS;

    private static final long LOOK_MS = 10;
    private static final String DISCONNECTED = "DISCONNECTED";
    /** As a host of ours tells of the peer's. */
    private static final String TERMINATE = "the peer's Terminate";

    private static final String UNFINISHED = "UNFINISHED";

    private final Medium medium;
    private final Settings settings;
    private final String peer;
    private final Pace connections;
    private final ByteOrder order;
    private final Semaphore signal = new Semaphore(0);
    private final List<CaseClient> clients = new ArrayList<>();

    CaseRun(Medium medium, Settings settings, String peer, Pace connections, ByteOrder order) {
        this.medium = medium;
        this.settings = settings;
        this.peer = peer;
        this.connections = connections;
        this.order = order;
    }

    /** What came of it. */
    final class Outcome {
        private final Case from;
        private final WireLog log;
        private final String obstacle;
        private final List<String> statuses = new ArrayList<>();
        private final List<String> violations = new ArrayList<>();
        private final List<PeerWatch> watches;
        private boolean spoiled;
        private boolean readBack;
        private String ending;
        private Map<Long, String> notes = Map.of();
        private long packets;

        private Outcome(Case from, WireLog log, String obstacle, List<PeerWatch> watches) {
            this.from = from;
            this.log = log;
            this.obstacle = obstacle;
            this.watches = watches;
        }

        /** Whether all connections came about and the memory could be written. */
        boolean connected() {
            return obstacle == null;
        }

        /** Why not; null when they did. */
        String obstacle() {
            return obstacle;
        }

        /** By flow: names of {@code ibv_wc_status}, DISCONNECTED or UNFINISHED. */
        List<String> statuses() {
            return statuses;
        }

        /** Of the memory of all flows. */
        List<String> violations() {
            return violations;
        }

        /** Bytes of the peer's memory; 0 when it was not told. */
        long room() {
            PeerMemory memory = clients.get(0).memory();
            return memory == null ? 0 : memory.size();
        }

        /** What passed. */
        WireLog log() {
            return log;
        }

        /** What findings say of frames; behind {@link #judge}. */
        Map<Long, String> notes() {
            return notes;
        }

        /** Packets that passed in front of the peer; behind {@link #judge}. */
        long packets() {
            return packets;
        }

        /**
         * What is not as the protocol allows.
         *
         * @param coverage hears of all packets
         */
        List<Check> judge(Coverage coverage) {
            List<Check> broken = new ArrayList<>();
            if (spoiled) {
                spoiled(broken);
                look(coverage, true, broken);
                return broken;
            }
            // Rules that stand for others act as those or not at all.
            boolean same = medium.rules(from.rules()).equals(from.rules());
            Expected expected = Expected.of(same ? from : from.with(List.of()));
            for (int i = 0; i < statuses.size(); i++) {
                List<String> allowed = expected.statuses(i);
                String status = statuses.get(i);
                // Who has refused may hang up before the refusal is heard.
                boolean fits = allowed.contains(status)
                        || (status.equals(DISCONNECTED) && !allowed.equals(List.of("SUCCESS")));
                add(broken, "flow " + CaseScenario.name(i) + " status", allowed, status, fits);
            }
            boolean mayBeGone = expected.statuses(0).contains(FlowResult.NOT_CONNECTED);
            if (expected.data().equals("intact") && (readBack || !mayBeGone)) {
                String found = String.join("; ", violations);
                add(broken, "flow f1 data", List.of("intact"), found, violations.isEmpty());
            }
            look(coverage, expected.isConductKnown(), broken);
            return broken;
        }

        /** Who got a damaged FPDU ends the stream (RFC 5044, 8); nothing is read back through it. */
        private void spoiled(List<Check> broken) {
            boolean told = !readBack && String.valueOf(ending).contains(TERMINATE);
            String found = readBack ? "goes on" : "ended without one; " + ending;
            add(broken, "peer stream", List.of("ended by a Terminate"), found, told);
        }

        private void look(Coverage coverage, boolean known, List<Check> broken) {
            PeerCmWatch connection = medium.watch(from.flows().get(0));
            WireJudge wire =
                    new WireJudge(log, medium.linkType(), peer, watches, connection, coverage);
            notes = wire.notes();
            packets = wire.packets();
            if (known && !log.overflowed()) {
                String found = String.join("; ", wire.breaches());
                add(
                        broken,
                        "peer conduct",
                        List.of("lawful"),
                        found,
                        wire.breaches().isEmpty());
            }
        }
    }

    private static void add(
            List<Check> to, String subject, List<String> expected, String found, boolean good) {
        if (!good) {
            to.add(new Check(subject, String.join(" or ", expected), found, Result.FAILED));
        }
    }

    /**
     * Runs it; to the end in any case.
     *
     * @throws IOException when our own side is gone
     */
    Outcome run(Case one) throws IOException {
        FaultPlan plan = plan(one);
        medium.ask(() -> {
            medium.turnLog();
            medium.begin(plan, one.seed(), isManaged(one));
            return null;
        });
        try {
            connect(one);
            String obstacle =
                    await(connectNs(one), each -> each.stage() == Stage.READY) ? null : obstacle();
            if (obstacle == null) {
                work(one, plan);
            }
            goodbye();
            return medium.ask(() -> outcome(one, obstacle));
        } finally {
            medium.ask(() -> {
                medium.end();
                clients.forEach(CaseClient::release);
                return null;
            });
        }
    }

    /** Whether a case's rules are about its connection: it need not come about. */
    static boolean isManaged(Case one) {
        return one.flows().get(0).cm() != null;
    }

    private static long connectNs(Case one) {
        return isManaged(one) ? Expected.of(one).boundNs() + SLACK_NS : CONNECT_NS;
    }

    private FaultPlan plan(Case one) {
        List<YamlNode> rules = new ArrayList<>();
        medium.rules(one.rules())
                .forEach(rule -> rules.add(rule.with("optional", true).node()));
        if (rules.isEmpty()) {
            return new FaultPlan(List.of());
        }
        Problems problems = new Problems("case");
        FaultPlan plan = FaultPlan.of(YamlNode.list(rules), problems);
        if (problems.any()) {
            throw new IllegalArgumentException("rules of " + one);
        }
        return plan;
    }

    private void connect(Case one) throws IOException {
        long used = 0;
        for (int i = 0; i < one.flows().size(); i++) {
            Flow flow = one.flows().get(i);
            await(connections);
            PeerMemory told =
                    settings.memory() == null ? null : settings.memory().at(used);
            used += (RemoteWork.extent(flow.work()) + 63L) / 64 * 64;
            long seed = one.seed() + i;
            CaseClient client = medium.ask(() -> new CaseClient(
                    medium.device(), flow.work(), seed, told, order, signal::release));
            clients.add(client);
            medium.connect(client, flow);
        }
    }

    private void await(Pace pace) {
        while (!pace.admits(System.nanoTime())) {
            LockSupport.parkNanos(Math.max(1, pace.nextNs() - System.nanoTime()));
        }
    }

    private String obstacle() {
        return clients.stream()
                .map(CaseClient::failure)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("the memory could not be written in time");
    }

    private void work(Case one, FaultPlan plan) throws IOException {
        medium.ask(() -> {
            medium.storm(plan, one.seed(), clients);
            return null;
        });
        for (CaseClient each : clients) {
            begin(each);
        }
        long bound = Expected.of(one).boundNs() + SLACK_NS;
        await(bound, each -> each.stage() == Stage.ENDED);
        medium.ask(() -> {
            medium.calm();
            for (CaseClient each : clients) {
                if (each.stage() == Stage.ENDED && !each.over()) {
                    each.readBack();
                }
            }
            medium.wake();
            return null;
        });
        await(CALM_NS, each -> each.stage() == Stage.DONE || each.stage() == Stage.WORKING);
    }

    /** Rules number queue pairs by their first packets: one after the other, then. */
    private void begin(CaseClient client) throws IOException {
        medium.ask(() -> {
            client.go();
            medium.wake();
            return null;
        });
        long until = System.nanoTime() + FIRST_PACKET_NS;
        while (System.nanoTime() < until && !medium.ask(() -> medium.hasBegun(client))) {
            LockSupport.parkNanos(MS / 20);
        }
    }

    private void goodbye() throws IOException {
        medium.ask(() -> {
            medium.disconnect();
            return null;
        });
        long until = System.nanoTime() + GOODBYE_NS;
        while (!medium.ask(medium::quiet) && System.nanoTime() < until) {
            LockSupport.parkNanos(MS / 5);
        }
    }

    /** Says whether all did in time; one that is over does not. */
    private boolean await(long ns, Predicate<CaseClient> there) throws IOException {
        long until = System.nanoTime() + ns;
        while (System.nanoTime() < until) {
            // Both at once: meanwhile one may get there.
            boolean[] now = medium.ask(() -> new boolean[] {
                clients.stream().allMatch(there),
                clients.stream().allMatch(each -> each.over() || there.test(each))
            });
            if (now[0] || now[1]) {
                return now[0];
            }
            look();
        }
        return false;
    }

    private void look() throws IOException {
        try {
            if (signal.tryAcquire(LOOK_MS, TimeUnit.MILLISECONDS)) {
                signal.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private Outcome outcome(Case one, String obstacle) {
        List<PeerWatch> watches = new ArrayList<>();
        for (int i = 0; obstacle == null && i < clients.size(); i++) {
            PeerWatch watch = medium.watch(clients.get(i), one.flows().get(i).qp());
            if (watch != null) {
                watches.add(watch);
            }
        }
        Outcome outcome = new Outcome(one, medium.turnLog(), obstacle, watches);
        outcome.spoiled = obstacle == null && medium.spoiled();
        for (CaseClient each : clients) {
            outcome.readBack |= each.stage() == Stage.DONE;
            outcome.ending = each.failure();
            boolean never = isManaged(one) && obstacle != null;
            outcome.statuses.add(never ? FlowResult.NOT_CONNECTED : status(each));
            outcome.violations.addAll(each.violations());
            boolean unread = each.status() == WcStatus.SUCCESS && each.stage() != Stage.DONE;
            if (unread && obstacle == null) {
                outcome.violations.add("the memory could not be read back: "
                        + (each.failure() == null ? "no answer" : each.failure()));
            }
        }
        return outcome;
    }

    private static String status(CaseClient client) {
        if (client.status() != null) {
            return client.status().name();
        }
        return client.failure() != null ? DISCONNECTED : UNFINISHED;
    }
}
