package io.qpscope.cli.truth;

import io.qpscope.session.Service;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Connections of one recording that the programs speak of.
 *
 * @param count how many alike
 * @param qpnA null where the programs don't print it
 */
record Expected(Service service, int count, Integer qpnA, Integer qpnB, Flow fromA, Flow fromB) {
    private static final Pattern EXCHANGED = Pattern.compile("([AB]): qpn (\\w+) psn (\\w+)");
    private static final Pattern STATE =
            Pattern.compile("([AB]): QP (\\w+) state \\d sq_psn (\\w+)");
    private static final Pattern DONE = Pattern.compile(
            ".*WC wr=\\d+ (SEND|RDMA_WRITE|RDMA_READ|FETCH_ADD|COMP_SWAP) SUCCESS.*");
    private static final Pattern FAILED =
            Pattern.compile(".*WC wr=\\d+ send .*\\(status (\\d+) .*");
    private static final Map<String, String> STATUS = Map.of(
            "9", "REM_INV_REQ_ERR",
            "10", "REM_ACCESS_ERR",
            "11", "REM_OP_ERR",
            "12", "RETRY_EXC_ERR",
            "13", "RNR_RETRY_EXC_ERR");

    /** Queue pair number and PSN as the programs print them. */
    private record Named(int qpn, Integer psn) {}

    Flow from(Guest guest) {
        return guest == Guest.A ? fromA : fromB;
    }

    Integer qpn(Guest guest) {
        return guest == Guest.A ? qpnA : qpnB;
    }

    /** How many reliable connections there are, or null where the commands don't tell. */
    static Integer reliableConnections(Recording recording) {
        String client = recording.command(Guest.B);
        if (client.startsWith("nvme connect") || client.contains("; nvme connect")) {
            // one for administration besides those asked for
            return 1 + Workload.number(client, "-i");
        }
        if (client.contains("nvme discover")) {
            return 1;
        }
        if (client.startsWith("cmtime ") || client.startsWith("ucmatose ")) {
            return Workload.number(client, "-c");
        }
        if (client.contains("smcecho")
                || recording.file().equals("roce-cm-no-listener.pcap")
                || recording.file().equals("roce-cm-request-ignored.pcap")) {
            return null;
        }
        if (service(client) != Service.RC) {
            return 0;
        }
        if (client.startsWith("ibv_srq_pingpong")) {
            return Workload.number(client, "-q");
        }
        // perftest agrees on its parameters over a connection of its own
        return client.contains(" -R ") ? 2 : 1;
    }

    static Service service(String command) {
        if (command.contains("--type uc") || command.contains("-c UC")) {
            return Service.UC;
        }
        boolean datagrams = command.contains("--type ud")
                || command.startsWith("ibv_ud_pingpong")
                || command.contains("mckey ");
        return datagrams ? Service.UD : Service.RC;
    }

    static List<Expected> of(Recording recording) throws IOException {
        String client = recording.command(Guest.B);
        Service service = service(client);
        List<Expected> expected = new ArrayList<>();
        List<Named> a = named(recording, Guest.A);
        List<Named> b = named(recording, Guest.B);
        if (a.isEmpty() || a.size() != b.size()) {
            boolean one = client.startsWith("rping ") || client.startsWith("ucmatose ");
            if (one || client.contains("mckey ")) {
                int count = one ? reliableConnections(recording) : 1;
                expected.add(new Expected(
                        service,
                        count,
                        client.contains("mckey ") ? 0xffffff : null,
                        null,
                        flow(recording, Guest.A, null),
                        flow(recording, Guest.B, null)));
            }
            return expected;
        }
        for (int i = 0; i < a.size(); i++) {
            expected.add(new Expected(
                    service,
                    1,
                    a.get(i).qpn,
                    b.get(i).qpn,
                    flow(recording, Guest.A, a.get(i).psn),
                    flow(recording, Guest.B, b.get(i).psn)));
        }
        return expected;
    }

    private static List<Named> named(Recording recording, Guest guest) {
        List<Named> named = new ArrayList<>();
        // over the connection manager perftest prints PSNs that nothing uses
        boolean psnIsUsed = !recording.command(guest).contains(" -R");
        Matcher exchanged = EXCHANGED.matcher(recording.column("qpn_psn"));
        while (exchanged.find()) {
            if (exchanged.group(1).equals(guest.name())) {
                Integer psn = psnIsUsed ? Integer.decode(exchanged.group(3)) : null;
                named.add(new Named(Integer.decode(exchanged.group(2)), psn));
            }
        }
        if (named.isEmpty()) {
            Matcher state = STATE.matcher(recording.column("qpn_psn"));
            while (named.isEmpty() && state.find()) {
                if (state.group(1).equals(guest.name())) {
                    named.add(new Named(
                            Integer.decode(state.group(2)), Integer.decode("0x" + hex(state))));
                }
            }
        }
        return named;
    }

    private static Flow flow(Recording recording, Guest guest, Integer start) throws IOException {
        List<Message> messages = Workload.of(recording, guest);
        int pathMtu = recording.pathMtu();
        if (service(recording.command(Guest.B)) == Service.UD) {
            // ibv_query_qp tells nonsense for UD; none of our datagrams exceeds one packet
            pathMtu = 1024;
        }
        Integer end = null;
        Matcher state = STATE.matcher(recording.column("qpn_psn"));
        int states = 0;
        while (state.find()) {
            if (state.group(1).equals(guest.name())) {
                end = Integer.decode("0x" + hex(state));
                states++;
            }
        }
        boolean overCm = recording.command(guest).contains("--cm");
        if (overCm && states < 2) {
            // the only state printed is that before the first message
            end = null;
        }
        if (!recording.command(guest).startsWith("rlab ")) {
            int done = messages == null ? 0 : messages.size();
            return Flow.of(messages, start, end, pathMtu, done, "SUCCESS");
        }
        int done = 0;
        String status = "SUCCESS";
        for (String line : recording.printed(guest)) {
            Matcher failed = FAILED.matcher(line);
            if (DONE.matcher(line).matches()) {
                done++;
            } else if (failed.matches() && status.equals("SUCCESS")) {
                status = STATUS.getOrDefault(failed.group(1), status);
            }
        }
        return Flow.of(messages, start, end, pathMtu, done, status);
    }

    private static String hex(Matcher state) {
        String psn = state.group(3);
        return psn.startsWith("0x") ? psn.substring(2) : psn;
    }

    @Override
    public String toString() {
        return service + " QP " + text(qpnA) + " of A, QP " + text(qpnB) + " of B";
    }

    private static String text(Integer qpn) {
        return qpn == null ? "?" : "0x" + Integer.toHexString(qpn);
    }
}
