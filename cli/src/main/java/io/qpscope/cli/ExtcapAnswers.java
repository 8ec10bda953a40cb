package io.qpscope.cli;

import io.qpscope.capture.LinkType;
import io.qpscope.port.pcap.Interfaces;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What Wireshark is told of the interfaces that QPScope adds, in the sentences of extcap(4) and of
 * Wireshark's doc/extcap.md: one for a captured file, and one for each of the machine's.
 */
final class ExtcapAnswers {
    /** Stands for a capture file, shown with QPScope's comments. */
    static final String FILE = "qpscope-file";

    private static final String LIVE = "qpscope-live-";

    private ExtcapAnswers() {}

    /** The machine's interface behind one of ours, or null where it isn't one. */
    static String device(String name) {
        return name.startsWith(LIVE) && name.length() > LIVE.length()
                ? name.substring(LIVE.length())
                : null;
    }

    static List<String> interfaces() {
        List<String> lines = new ArrayList<>();
        lines.add("extcap {version=" + Version.NUMBER + "}{display=QPScope}");
        lines.add(known(FILE, "QPScope annotated file"));
        try {
            for (String device : Interfaces.names()) {
                lines.add(known(LIVE + device, "QPScope live: " + device));
            }
        } catch (IOException e) {
            // No Linux: there is nothing to capture on, and files can be read all the same.
            return lines;
        }
        return lines;
    }

    private static String known(String name, String display) {
        return "interface {value=" + name + "}{display=" + display + "}";
    }

    /** A file's own link types are told by what is written; here one must stand. */
    static List<String> linkTypes(String name) {
        String device = device(name);
        int type = device == null ? LinkType.ETHERNET : Interfaces.linkType(device);
        String known = type == LinkType.ETHERNET ? "EN10MB" : "LINUX_SLL";
        return List.of("dlt {number=" + type + "}{name=" + known + "}{display="
                + LinkType.name(type) + "}");
    }

    static List<String> options(String name) {
        return name.equals(FILE) ? ofFile() : ofLive();
    }

    private static List<String> ofFile() {
        return List.of(
                argument(0, "file", "Capture file", "fileselect")
                        + "{required=true}{mustexist=true}"
                        + tip("pcap, pcapng or ERF, also .gz or .zst"),
                port(1),
                argument(2, "icrc", "Check ICRCs", "selector")
                        + tip("auto ignores them in a capture in which none is good"),
                "value {arg=2}{value=auto}{display=auto}{default=true}",
                "value {arg=2}{value=on}{display=on}{default=false}",
                "value {arg=2}{value=off}{display=off}{default=false}");
    }

    private static List<String> ofLive() {
        return List.of(
                port(0),
                argument(1, "snaplen", "Bytes kept of a packet", "integer")
                        + "{range=1,262144}{default=262144}"
                        + tip("cut packets have no ICRC"),
                argument(2, "no-icrc", "Don't check ICRCs", "boolflag")
                        + "{default=false}"
                        + tip("where a NIC fills them in behind the capture point"),
                argument(3, "no-comments", "Packets only, no comments", "boolflag")
                        + "{default=false}"
                        + tip("takes less time at high rates"),
                argument(4, "no-promiscuous", "Only packets for this host", "boolflag")
                        + "{default=false}");
    }

    private static String port(int number) {
        return argument(number, "roce-port", "UDP port of RoCEv2", "integer")
                + "{range=1,65535}{default=4791}";
    }

    private static String argument(int number, String option, String display, String type) {
        return "arg {number=" + number + "}{call=--" + option + "}{display=" + display + "}{type="
                + type + "}";
    }

    private static String tip(String text) {
        return "{tooltip=" + text + "}";
    }
}
