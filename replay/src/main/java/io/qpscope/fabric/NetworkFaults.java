package io.qpscope.fabric;

import io.qpscope.fault.FabricFaults;
import io.qpscope.fault.Fate;
import io.qpscope.fault.FaultEngine;
import io.qpscope.fault.Injector;
import io.qpscope.fault.Meddler;
import io.qpscope.fault.plan.Action;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Carries a fault plan out on a network: rules without a link on what hosts send, rules with one on
 * that cable, and those that act by time on ports and cables. Ports are named {@code NODE} (its
 * first port) or {@code NODE:PORT}, cables {@code NODE-NODE} in either order.
 */
final class NetworkFaults implements FabricFaults {
    private final Network network;
    private final FaultEngine engine;
    private final Timer drive = new Timer() {
        @Override
        void fire(long now) {
            engine.expire(now);
            arm(now);
        }
    };

    NetworkFaults(Network network, FaultEngine engine) {
        this.network = network;
        this.engine = engine;
    }

    /** What stands against rules of the plan; empty when nothing does. */
    List<String> attach() {
        for (Cable cable : network.cables()) {
            Meddler here = engine.link(cable.name());
            here = here == null ? engine.link(cable.reversedName()) : here;
            if (here != null) {
                cable.meddler(here);
            }
        }
        Injectors injectors = new Injectors();
        for (Host host : network.hosts()) {
            host.port().cable().meddler(new HostPoint(engine.point(), host, injectors));
        }
        engine.point().injector(injectors);
        List<String> objections = engine.fabric(this);
        arm(network.now());
        return objections;
    }

    private void arm(long now) {
        long deadline = engine.deadline();
        if (deadline != Long.MAX_VALUE) {
            network.events.arm(drive, Math.max(deadline, now));
        }
    }

    @Override
    public String objection(Action action) {
        if (action instanceof Action.Pause pause) {
            Port port = network.port(pause.port());
            return port != null && !port.isInfiniband()
                    ? null
                    : "no Ethernet port " + pause.port() + " in this network; ports are named by"
                            + " their node, as " + example();
        }
        boolean starves = action instanceof Action.Starve;
        String link = starves ? ((Action.Starve) action).on() : ((Action.Cut) action).on();
        for (Cable cable : network.cables()) {
            if (isNamed(cable, link) && (!starves || cable.options().isInfiniband())) {
                return null;
            }
        }
        return (starves ? "no InfiniBand link" : "no link") + (link.isEmpty() ? "" : " " + link)
                + " in this network";
    }

    private String example() {
        for (Cable cable : network.cables()) {
            if (!cable.options().isInfiniband()) {
                return cable.a() + " or " + cable.b();
            }
        }
        return "h1 or tor:0, and are of Ethernet";
    }

    private static boolean isNamed(Cable cable, String link) {
        return link.isEmpty() || link.equals(cable.name()) || link.equals(cable.reversedName());
    }

    @Override
    public void pause(String port, int priority, int quanta, long now) {
        PauseControl pauses = network.port(port).pauses();
        if (priority < 0) {
            pauses.forcePause(quanta);
        } else {
            pauses.force(1 << priority, quanta);
        }
    }

    @Override
    public void starve(String link, int vl, boolean begins, long now) {
        for (Cable cable : network.cables()) {
            if (isNamed(cable, link) && cable.options().isInfiniband()) {
                cable.a().credits().withhold(vl, begins);
                cable.b().credits().withhold(vl, begins);
            }
        }
    }

    @Override
    public void cut(String link, boolean begins, long now) {
        for (Cable cable : network.cables()) {
            if (isNamed(cable, link)) {
                if (begins) {
                    cable.cut();
                } else {
                    cable.mend();
                }
            }
        }
    }

    /** What the one point sends of its own leaves the host whose address it bears. */
    private final class Injectors implements Injector {
        private final Injector[] ofHost = new Injector[network.hosts().size()];

        @Override
        public void inject(
                boolean fromA, boolean answer, ByteBuffer packet, int at, int length, long now) {
            int host =
                    network.hostAt(Headers.sourceHigh(packet, at), Headers.sourceLow(packet, at));
            if (host >= 0 && ofHost[host] != null) {
                boolean isA = network.hosts().get(host).port().cable().a().node() instanceof Host h
                        && h.number == host;
                ofHost[host].inject(isA, answer, packet, at, length, now);
            }
        }
    }

    /** The point that all hosts share, as one host's cable knows it. */
    private static final class HostPoint implements Meddler {
        private final Meddler shared;
        private final Host host;
        private final boolean fromHostIsA;
        private final Injectors injectors;

        HostPoint(Meddler shared, Host host, Injectors injectors) {
            this.shared = shared;
            this.host = host;
            this.injectors = injectors;
            fromHostIsA = host.port().cable().a().equals(host.port());
        }

        @Override
        public void meddle(
                boolean fromA, ByteBuffer packet, int at, int length, long now, Fate fate) {
            if (fromA == fromHostIsA) {
                shared.meddle(fromA, packet, at, length, now, fate);
            }
        }

        @Override
        public void injector(Injector into) {
            injectors.ofHost[host.number] = into;
        }
    }
}
