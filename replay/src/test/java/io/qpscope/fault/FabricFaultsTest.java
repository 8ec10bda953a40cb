package io.qpscope.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fault.plan.Action;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Rules by time, as a network is told of them. */
class FabricFaultsTest {
    /** Writes down what it is told. */
    private static final class Network implements FabricFaults {
        final List<String> log = new ArrayList<>();

        @Override
        public String objection(Action action) {
            return action instanceof Action.Pause pause && !pause.port().equals("h2")
                    ? "no port '" + pause.port() + "'"
                    : null;
        }

        @Override
        public void pause(String port, int priority, int quanta, long now) {
            log.add(now + " pause " + port + " " + priority + " " + quanta);
        }

        @Override
        public void starve(String link, int vl, boolean begins, long now) {
            log.add(now + " starve " + link + " " + vl + " " + begins);
        }

        @Override
        public void cut(String link, boolean begins, long now) {
            log.add(now + " cut " + link + " " + begins);
        }
    }

    private static List<String> run(FaultEngine engine, Network network, long until) {
        for (long now = engine.deadline(); now <= until; now = engine.deadline()) {
            engine.expire(now);
        }
        return network.log;
    }

    @Test
    void pausesComeAgainUntilTheirTimeIsOver() {
        Network network = new Network();
        FaultEngine engine = new FaultEngine(
                Rig.plan("pause: {port: h2, class: 3, quanta: 100, every: 50us, for: 200us}"),
                1,
                0);
        assertThat(engine.fabric(network)).isEmpty();
        assertThat(run(engine, network, 1_000_000_000))
                .containsExactly(
                        "0 pause h2 3 100",
                        "50000 pause h2 3 100",
                        "100000 pause h2 3 100",
                        "150000 pause h2 3 100");
        assertThat(engine.counts().get(0).fires()).isEqualTo(4);
        assertThat(engine.deadline()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void oneWithoutClassIsAPauseForAll() {
        Network network = new Network();
        FaultEngine engine = new FaultEngine(Rig.plan("pause: {port: h2, at: 1us}"), 1, 500);
        engine.fabric(network);
        assertThat(run(engine, network, 1_000_000)).containsExactly("1500 pause h2 -1 65535");
    }

    @Test
    void timesAreALimitToo() {
        Network network = new Network();
        FaultEngine engine =
                new FaultEngine(Rig.plan("pause: {port: h2, every: 1ms, times: 3}"), 1, 0);
        engine.fabric(network);
        assertThat(run(engine, network, 1_000_000_000)).hasSize(3);
    }

    @Test
    void whatBeginsEnds() {
        Network network = new Network();
        FaultEngine engine = new FaultEngine(
                Rig.plan(
                        "starve: {vl: 2, after: 1ms, for: 5ms}",
                        "cut: {link: h1-s1, at: 2ms, for: 1ms}",
                        "cut: {link: h2-s1, at: 4ms}"),
                1,
                0);
        engine.fabric(network);
        assertThat(run(engine, network, 1_000_000_000))
                .containsExactly(
                        "1000000 starve  2 true",
                        "2000000 cut h1-s1 true",
                        "3000000 cut h1-s1 false",
                        "4000000 cut h2-s1 true",
                        "6000000 starve  2 false");
        assertThat(engine.exercised()).isTrue();
    }

    @Test
    void aNetworkMayObject() {
        FaultEngine engine = new FaultEngine(Rig.plan("pause: {port: h9}"), 1, 0);
        assertThat(engine.fabric(new Network())).containsExactly("2:1: rule 1: no port 'h9'");
    }

    @Test
    void withoutANetworkTheyNeverAct() {
        FaultEngine engine = new FaultEngine(Rig.plan("cut: {link: x, at: 1ms}"), 1, 0);
        engine.expire(2_000_000);
        assertThat(engine.exercised()).isFalse();
        assertThat(engine.deadline()).isEqualTo(Long.MAX_VALUE);
    }
}
