package io.qpscope.cli.truth;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What one observer sees of a recording: all of it, or one tap of two. Where both taps are looked
 * at as one, a transmission counts once, as it does for somebody who stands at both.
 */
final class View {
    static final int BOTH_TAPS = -1;

    private final Recording recording;
    private final int tap;
    private final List<RawPacket> packets;
    private final List<RawPacket> copies;
    private Analysis analysis;

    private View(Recording recording, int tap, List<RawPacket> packets, List<RawPacket> copies) {
        this.recording = recording;
        this.tap = tap;
        this.packets = packets;
        this.copies = copies;
    }

    static List<View> of(Recording recording) throws IOException {
        List<RawPacket> all = RawReader.read(recording.path());
        if (!recording.hasTwoTaps()) {
            return List.of(new View(recording, BOTH_TAPS, all, List.of()));
        }
        List<RawPacket> first = new ArrayList<>();
        List<RawPacket> copies = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (RawPacket packet : all) {
            (known.add(packet.identity()) ? first : copies).add(packet);
        }
        return List.of(
                new View(recording, 0, seenAt(all, 0), List.of()),
                new View(recording, 1, seenAt(all, 1), List.of()),
                new View(recording, BOTH_TAPS, first, copies));
    }

    private static List<RawPacket> seenAt(List<RawPacket> all, int tap) {
        return all.stream().filter(packet -> packet.tap() == tap).toList();
    }

    Recording recording() {
        return recording;
    }

    /** Pcapng interface, or {@link #BOTH_TAPS}. */
    int tap() {
        return tap;
    }

    boolean isWhole() {
        return tap == BOTH_TAPS;
    }

    String label() {
        if (!recording.hasTwoTaps()) {
            return recording.file();
        }
        String place = switch (tap) {
            case 0 -> " at tap A";
            case 1 -> " at tap B";
            default -> " at both taps";
        };
        return recording.file() + place;
    }

    List<RawPacket> packets() {
        return packets;
    }

    long count(Guest from, Predicate<RawPacket> which) {
        return packets.stream().filter(p -> p.from() == from && which.test(p)).count();
    }

    /** Requests and responses recorded twice. */
    long copies(Guest from) {
        return copies.stream()
                .filter(p -> p.from() == from && p.isData() && !p.isAck())
                .count();
    }

    long seen(Guest from) {
        return count(from, packet -> true);
    }

    /** More seen than sent: made by the network. */
    long duplicated(Guest from) {
        return Math.max(0, seen(from) - recording.sent(from));
    }

    /** Sent but never seen. */
    long lostBefore(Guest from) {
        return Math.max(0, recording.sent(from) - seen(from));
    }

    /** Seen but never arrived. */
    long lostAfter(Guest from) {
        return Math.max(0, seen(from) - recording.received(from.other()));
    }

    long badIcrc(Guest from) {
        return count(from, packet -> !packet.icrcGood());
    }

    /** The analyzer's view, computed when first asked for. */
    Analysis analysis() throws IOException {
        if (analysis == null) {
            analysis = Analysis.of(recording.path(), tap);
        }
        return analysis;
    }
}
