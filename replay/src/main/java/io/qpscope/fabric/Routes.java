package io.qpscope.fabric;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds all shortest ways from each switch to each host. */
final class Routes {
    private static final int FAR = Integer.MAX_VALUE;
    private static final int[] NOWHERE = {};

    private final List<Host> hosts;
    private final List<Switch> switches;
    private final Map<Node, Integer> numbers = new HashMap<>();
    private final Map<List<Integer>, int[]> known = new HashMap<>();

    Routes(List<Host> hosts, List<Switch> switches) {
        this.hosts = hosts;
        this.switches = switches;
        for (Switch each : switches) {
            numbers.put(each, numbers.size());
        }
    }

    void find() {
        int[][][] routes = new int[switches.size()][hosts.size()][];
        Map<Node, int[]> distances = new HashMap<>();
        for (Host host : hosts) {
            if (host.ports.isEmpty()) {
                throw new IllegalStateException("host " + host.name() + " has no cable");
            }
            Node access = host.port(0).peer().node();
            // Hosts at the same switch are equally far from all the others.
            int[] distance = access instanceof Switch
                    ? distances.computeIfAbsent(access, this::distances)
                    : null;
            for (int i = 0; i < switches.size(); i++) {
                routes[i][host.number] =
                        distance == null ? NOWHERE : choices(switches.get(i), host, distance);
            }
        }
        for (int i = 0; i < switches.size(); i++) {
            switches.get(i).routes(routes[i]);
        }
    }

    private int[] distances(Node from) {
        int[] distance = new int[switches.size()];
        Arrays.fill(distance, FAR);
        ArrayDeque<Node> next = new ArrayDeque<>();
        distance[number(from)] = 0;
        next.add(from);
        for (Node node = next.poll(); node != null; node = next.poll()) {
            for (Port port : node.ports) {
                Node peer = port.peer().node();
                if (peer instanceof Switch && distance[number(peer)] == FAR) {
                    distance[number(peer)] = distance[number(node)] + 1;
                    next.add(peer);
                }
            }
        }
        return distance;
    }

    private int number(Node node) {
        return numbers.getOrDefault(node, -1);
    }

    private int[] choices(Switch from, Host to, int[] distance) {
        int here = distance[number(from)];
        int[] ports = new int[from.ports.size()];
        int count = 0;
        for (Port port : from.ports) {
            Node peer = port.peer().node();
            boolean nearer = here == 0
                    ? peer.equals(to)
                    : peer instanceof Switch && distance[number(peer)] < here;
            if (here != FAR && nearer) {
                ports[count++] = port.index();
            }
        }
        int[] choice = Arrays.copyOf(ports, count);
        // Many hosts share few choices.
        return known.computeIfAbsent(Arrays.stream(choice).boxed().toList(), unused -> choice);
    }
}
