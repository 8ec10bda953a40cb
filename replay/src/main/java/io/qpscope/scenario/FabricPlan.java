package io.qpscope.scenario;

import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.iwarp.IwarpProfile;
import io.qpscope.fabric.CableOptions;
import io.qpscope.fabric.HostOptions;
import io.qpscope.fabric.NetworkOptions;
import io.qpscope.fabric.SwitchOptions;

import java.util.List;

/** What a network is made of. */
public record FabricPlan(
        NetworkOptions options,
        List<HostPlan> hosts,
        List<SwitchPlan> switches,
        List<LinkPlan> links) {
    /**
     * One host.
     *
     * @param line of the file
     * @param profile the device that its endpoint is like
     * @param iwarp the device that its iWARP streams are like
     */
    public record HostPlan(
            int line, String name, Profile profile, IwarpProfile iwarp, HostOptions options) {}

    /**
     * One switch.
     *
     * @param line of the file
     * @param routes ways that differ from the shortest ones
     */
    public record SwitchPlan(
            int line, String name, SwitchOptions options, List<RoutePlan> routes) {}

    /**
     * Where a switch sends what is for a host.
     *
     * @param line of the file
     * @param via names of neighbours
     */
    public record RoutePlan(int line, String to, List<String> via) {}

    /** One cable; ports are numbered in the order of the list. */
    public record LinkPlan(String a, String b, CableOptions options) {}

    boolean isInfiniband() {
        return links.stream().anyMatch(link -> link.options().isInfiniband());
    }

    /** The line of a host or switch. */
    int line(String node) {
        for (SwitchPlan each : switches) {
            if (each.name().equals(node)) {
                return each.line();
            }
        }
        HostPlan host = host(node);
        return host == null ? 1 : host.line();
    }

    HostPlan host(String name) {
        return hosts.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
