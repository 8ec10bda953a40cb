package io.qpscope.session;

import io.qpscope.frame.FrameView;

import org.agrona.collections.Long2ObjectHashMap;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the exchange of QPN and start PSN that test programs make in plain text over TCP: the i-th
 * queue pair that one end announces on a connection talks to the i-th of the other.
 *
 * <pre>
 *   ibv_*_pingpong  LID:QPN:PSN:GID            GID as 32 hexadecimal digits
 *   perftest        LID:READS:QPN:PSN:RKEY:VADDR:GID   GID as 16 bytes with colons
 *   others          QPN PSN GID                separated by spaces
 * </pre>
 */
final class OobTracker {
    private static final int MAX_TEXT = 2048;
    private static final int MIN_TEXT = 40;
    private static final int MAX_CONNECTIONS = 1 << 12;
    private static final int MAX_ANNOUNCED = 1 << 10;
    private static final int QPN_OR_PSN_DIGITS = 6;

    private static final Pattern ANNOUNCEMENT = Pattern.compile(
            "([0-9a-fA-F]{1,6})[: ]([0-9a-fA-F]{1,6})[: ](?:[0-9a-fA-F]{8}:[0-9a-fA-F]{16}:)?"
                    + "((?:[0-9a-fA-F]{2}:){15}[0-9a-fA-F]{2}|[0-9a-fA-F]{32})");

    private record Announcement(int qpn, int psn, long gidHigh, long gidLow) {}

    /** Announcements of both ends of one TCP connection, and how many are joined. */
    private static final class Exchange {
        final List<Announcement> first = new ArrayList<>(1);
        final List<Announcement> second = new ArrayList<>(1);
        /** Network of the outer tunnel, or -1. */
        final int vni;

        int joined;

        Exchange(int vni) {
            this.vni = vni;
        }
    }

    private final Sessions sessions;
    private final Long2ObjectHashMap<Exchange> exchanges = new Long2ObjectHashMap<>();

    /** Announcements that were not kept because there were too many. */
    private long refused;

    OobTracker(Sessions sessions) {
        this.sessions = sessions;
    }

    long refused() {
        return refused;
    }

    void onTcp(FrameView frame) {
        Matcher matcher = announcements(frame);
        while (matcher != null && matcher.find()) {
            announce(frame, matcher);
        }
    }

    /** Tells the GID of each announcement in a segment. */
    static void gids(FrameView frame, Kinship.Gids to) {
        Matcher matcher = announcements(frame);
        while (matcher != null && matcher.find()) {
            String gid = gid(matcher);
            to.gid(high(gid), low(gid));
        }
    }

    /** What to search for announcements, or null where there can be none. */
    private static Matcher announcements(FrameView frame) {
        int length = Math.min(
                frame.transportPayloadLength(),
                frame.offset() + frame.captured() - frame.transportPayloadOffset());
        if (length < MIN_TEXT || !begins(frame)) {
            return null;
        }
        byte[] text = new byte[Math.min(length, MAX_TEXT)];
        frame.buffer().get(frame.transportPayloadOffset(), text);
        return ANNOUNCEMENT.matcher(new String(text, StandardCharsets.ISO_8859_1));
    }

    private static String gid(Matcher matcher) {
        return matcher.group(3).replace(":", "");
    }

    private static long high(String gid) {
        return Long.parseUnsignedLong(gid.substring(0, 16), 16);
    }

    private static long low(String gid) {
        return Long.parseUnsignedLong(gid.substring(16), 16);
    }

    /** A cheap look before anything is allocated: 1 to 6 hexadecimal digits and a separator. */
    private static boolean begins(FrameView frame) {
        int at = frame.transportPayloadOffset();
        for (int i = 0; i <= QPN_OR_PSN_DIGITS; i++) {
            int c = frame.buffer().get(at + i);
            if (c == ':' || c == ' ') {
                return i > 0;
            }
            if (Character.digit(c, 16) < 0) {
                return false;
            }
        }
        return false;
    }

    private void announce(FrameView frame, Matcher matcher) {
        int qpn = Integer.parseInt(matcher.group(1), 16);
        String gid = gid(matcher);
        long high = high(gid);
        long low = low(gid);
        if (qpn < 2 || (high == 0 && low == 0)) {
            return;
        }
        boolean forth = frame.sourcePort() < frame.destinationPort()
                || (frame.sourcePort() == frame.destinationPort()
                        && frame.sourceLow() < frame.destinationLow());
        Exchange exchange = exchanges.get(connection(frame));
        if (exchange == null) {
            if (exchanges.size() == MAX_CONNECTIONS) {
                refused++;
                return;
            }
            exchange = new Exchange(frame.carrier().vni());
            exchanges.put(connection(frame), exchange);
        }
        Announcement announcement =
                new Announcement(qpn, Integer.parseInt(matcher.group(2), 16), high, low);
        List<Announcement> mine = forth ? exchange.first : exchange.second;
        if (mine.contains(announcement)) {
            return;
        }
        if (mine.size() == MAX_ANNOUNCED) {
            refused++;
            return;
        }
        mine.add(announcement);
        join(exchange);
    }

    private static long connection(FrameView frame) {
        long ends = frame.sourceLow()
                ^ frame.destinationLow()
                ^ (frame.sourceHigh() ^ frame.destinationHigh()) * 31;
        int low = Math.min(frame.sourcePort(), frame.destinationPort());
        int high = Math.max(frame.sourcePort(), frame.destinationPort());
        return (ends + frame.carrier().vni()) * 0x9e3779b97f4a7c15L ^ ((long) low << 16 | high);
    }

    private void join(Exchange exchange) {
        while (exchange.joined < Math.min(exchange.first.size(), exchange.second.size())) {
            Announcement first = exchange.first.get(exchange.joined);
            Announcement second = exchange.second.get(exchange.joined++);
            Session session = sessions.session();
            if (session == null) {
                return;
            }
            AddressPair pair = sessions.addresses.of(
                    first.gidHigh, first.gidLow, second.gidHigh, second.gidLow, exchange.vni);
            session.pairedBy = PairedBy.OOB;
            session.pairs = new AddressPair[] {pair, sessions.addresses.reverse(pair)};
            session.qpns[0] = first.qpn;
            session.qpns[1] = second.qpn;
            session.startPsns[0] = first.psn;
            session.startPsns[1] = second.psn;
            sessions.announced(session);
        }
    }
}
