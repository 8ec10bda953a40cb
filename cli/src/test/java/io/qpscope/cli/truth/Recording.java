package io.qpscope.cli.truth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One line of MANIFEST.tsv, and what the programs printed. */
final class Recording {
    private static final Pattern COUNTER = Pattern.compile("(\\S+)=(\\d+)");

    private final Path folder;
    private final Map<String, String> columns;

    private Recording(Path folder, Map<String, String> columns) {
        this.folder = folder;
        this.columns = columns;
    }

    static List<Recording> load(Path folder) throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve("MANIFEST.tsv"));
        String[] names = lines.get(0).split("\t", -1);
        List<Recording> recordings = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] values = line.split("\t", -1);
            Map<String, String> columns = new HashMap<>();
            for (int i = 0; i < names.length; i++) {
                columns.put(names[i], values[i]);
            }
            recordings.add(new Recording(folder, columns));
        }
        return recordings;
    }

    String file() {
        return columns.get("file");
    }

    Path path() {
        return folder.resolve(file());
    }

    String column(String name) {
        return columns.get(name);
    }

    String command(Guest guest) {
        return columns.get("command_" + guest);
    }

    boolean endedWell(Guest guest) {
        return columns.get("exit_" + guest).equals("0");
    }

    boolean isRoce() {
        return file().startsWith("roce-");
    }

    boolean hasTwoTaps() {
        return columns.get("tap").equals("tapA+tapB");
    }

    /** By how much the kernel's counter rose; those that stayed are not in the manifest. */
    long counter(Guest guest, String name) {
        Matcher counters = COUNTER.matcher(columns.get("counters_" + guest));
        while (counters.find()) {
            if (counters.group(1).equals(name)) {
                return Long.parseLong(counters.group(2));
            }
        }
        return 0;
    }

    /** RoCE packets that this guest's rxe handed to the network, MADs included. */
    long sent(Guest guest) {
        return counter(guest, "sent_pkts");
    }

    /** RoCE packets that reached this guest. There is no datagram counter for IPv6. */
    long received(Guest guest) {
        long datagrams = counter(guest, "Udp:InDatagrams");
        return datagrams > 0 ? datagrams : counter(guest, "rcvd_pkts");
    }

    /** What the guest's program printed, with its exit code in front. */
    List<String> printed(Guest guest) throws IOException {
        List<String> lines = new ArrayList<>();
        boolean inside = false;
        for (String line : Files.readAllLines(folder.resolve(columns.get("log")))) {
            if (line.startsWith("--- ")) {
                inside = line.startsWith("--- guest " + guest + ":");
            } else if (inside) {
                lines.add(line);
            }
        }
        return lines;
    }

    /** Largest path MTU that the link allows, where the programs did not say. */
    int pathMtu() {
        String stated = columns.get("path_mtu");
        if (!stated.isEmpty()) {
            return Integer.parseInt(stated);
        }
        return columns.get("link_mtu").equals("1500") ? 1024 : 4096;
    }

    @Override
    public String toString() {
        return file();
    }
}
