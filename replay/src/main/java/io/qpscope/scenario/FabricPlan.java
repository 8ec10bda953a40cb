package io.qpscope.scenario;

import io.qpscope.endpoint.Profile;
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
    /** One host, and the device that its endpoint is like. */
    public record HostPlan(String name, Profile profile, HostOptions options) {}

    /**
     * One switch.
     *
     * @param routes ways that differ from the shortest ones
     */
    public record SwitchPlan(String name, SwitchOptions options, List<RoutePlan> routes) {}

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

    HostPlan host(String name) {
        return hosts.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
