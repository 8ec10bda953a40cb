package io.qpscope.fault.plan;

import io.qpscope.frame.CmField;

/** What a rule does. Times are in nanoseconds, lengths in bytes. */
public sealed interface Action {
    /** Where an action takes place, and what it needs therefore. */
    enum Place {
        /** Packets on their way: any port, any link. */
        PACKETS,
        /** The TCP streams of iWARP. */
        STREAMS,
        /** The same where FPDUs can be added and taken away: streams of simulated networks. */
        UNITS,
        /** Ports and links of a simulated network. */
        FABRIC
    }

    /** What is done to a number. */
    enum Change {
        XOR,
        VALUE,
        ADD;

        /** Bits beyond the field's width are for the caller to mask. */
        public long apply(long old, long operand) {
            return switch (this) {
                case XOR -> old ^ operand;
                case VALUE -> operand;
                case ADD -> old + operand;
            };
        }
    }

    /** Its key in a plan. */
    String name();

    default Place place() {
        return Place.PACKETS;
    }

    /** Is lost. */
    record Drop() implements Action {
        @Override
        public String name() {
            return "drop";
        }
    }

    /** Arrives later by a time that is drawn from a range. */
    record Delay(long leastNs, long mostNs) implements Action {
        @Override
        public String name() {
            return "delay";
        }
    }

    /** Is overtaken by packets, or goes on after a time if fewer come. */
    record Reorder(int by, long withinNs) implements Action {
        @Override
        public String name() {
            return "reorder";
        }
    }

    /** Arrives again so many times. */
    record Duplicate(int copies) implements Action {
        @Override
        public String name() {
            return "duplicate";
        }
    }

    /**
     * Has other bits.
     *
     * @param field null for a byte of the packet, {@code offset} from the BTH's first
     * @param offset of a byte of the payload or packet
     * @param fixIcrc whether the ICRC is made right again
     */
    record Corrupt(PacketField field, int offset, Change change, long operand, boolean fixIcrc)
            implements Action {
        @Override
        public String name() {
            return "corrupt";
        }
    }

    /**
     * A message of communication management has another value in a field.
     *
     * @param fixIcrc whether the ICRC is made right again
     */
    record CorruptCm(CmField field, Change change, long operand, boolean fixIcrc)
            implements Action {
        @Override
        public String name() {
            return "corrupt";
        }
    }

    /**
     * Loses its end. The lengths of IP and UDP say so.
     *
     * @param by bytes that are missing; 0 when {@code to} counts
     * @param to bytes that are left behind the UDP header
     * @param fixIcrc whether the last four bytes left become its ICRC
     */
    record Truncate(int by, int to, boolean fixIcrc) implements Action {
        @Override
        public String name() {
            return "truncate";
        }
    }

    /**
     * Has another mark in its IP header.
     *
     * @param ecn two bits; -1 to leave it
     * @param dscp six bits; -1 to leave it
     */
    record Mark(int ecn, int dscp) implements Action {
        @Override
        public String name() {
            return "mark";
        }
    }

    /**
     * A request is answered in the responder's place.
     *
     * @param syndrome of the answer's AETH
     * @param swallow whether the request is lost, and what follows until it comes again, as at a
     *     responder that answered so
     */
    record Answer(int syndrome, boolean swallow) implements Action {
        @Override
        public String name() {
            return (syndrome & 0x60) == 0x20 ? "rnr" : "nak";
        }
    }

    /** A packet that nobody sent comes along, behind another one or at its time. */
    record Inject(Extra packet) implements Action {
        @Override
        public String name() {
            return "inject";
        }
    }

    /**
     * A message of communication management that nobody sent comes along: the last of its kind that
     * its side did send for the connection, once more; or one that is made of what is known of it.
     *
     * @param connection by its first REQ, from 1; 0 for that of the message behind which it comes,
     *     or the newest
     * @param field that has another value than the message it is made of; null for none
     */
    record InjectCm(
            int connection,
            Side from,
            CmMessage message,
            CmField field,
            Change change,
            long operand)
            implements Action {
        @Override
        public String name() {
            return "inject";
        }
    }

    /**
     * An FPDU on a TCP stream, or an MPA request or reply, has a wrong part or a fate of its own.
     *
     * @param length what the length field says; of {@link Part#LENGTH} alone
     * @param edit of {@link Part#FIELD} alone; else null
     */
    record Mpa(Part part, int length, Edit edit) implements Action {
        /** What is wrong. */
        public enum Part {
            CRC,
            MARKER,
            LENGTH,
            FIELD,
            /** Never sent, as it seems: what follows closes up. */
            DROP,
            /** Sent twice. */
            DUPLICATE,
            /** Sent behind the one that follows at once; unchanged where none does. */
            SWAP,
            /** In its place the connection is reset. */
            CUT;

            /** Whether the stream keeps its length and order. */
            public boolean inPlace() {
                return ordinal() < DROP.ordinal();
            }
        }

        /** What becomes of a field. */
        public record Edit(StreamField field, Change change, long operand) {}

        /** Of a part that needs no more than a length, if that. */
        public Mpa(Part part, int length) {
            this(part, length, null);
        }

        @Override
        public String name() {
            return "mpa";
        }

        @Override
        public Place place() {
            return part.inPlace() ? Place.STREAMS : Place.UNITS;
        }
    }

    /**
     * A link gives no credits.
     *
     * @param on name of the link; empty for all
     */
    record Starve(String on, int vl) implements Action {
        @Override
        public String name() {
            return "starve";
        }

        @Override
        public Place place() {
            return Place.FABRIC;
        }
    }

    /**
     * A port sends pause frames.
     *
     * @param port name
     * @param priority 0 to 7; -1 for all, by PAUSE instead of PFC
     */
    record Pause(String port, int priority, int quanta) implements Action {
        @Override
        public String name() {
            return "pause";
        }

        @Override
        public Place place() {
            return Place.FABRIC;
        }
    }

    /** A link carries nothing. */
    record Cut(String on) implements Action {
        @Override
        public String name() {
            return "cut";
        }

        @Override
        public Place place() {
            return Place.FABRIC;
        }
    }
}
