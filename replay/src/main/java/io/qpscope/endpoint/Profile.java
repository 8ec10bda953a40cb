package io.qpscope.endpoint;

import java.util.List;
import java.util.Locale;

/**
 * How a device behaves: what loss makes it send again, how much it keeps in flight, its {@link
 * Quirk}s, and what {@link Defect}s it was given.
 */
public final class Profile {
    /** What loss makes a requester send again. */
    public enum Recovery {
        /** From the missing packet on; the responder drops what lies behind a gap. */
        GO_BACK_N,
        /** From the message's first packet on; the responder forgets what it had of the message. */
        GO_BACK_0,
        /** The missing packet alone; the responder keeps what lies behind a gap. */
        SELECTIVE_REPEAT
    }

    /** As the specification has it. */
    public static final Profile IBTA = new Profile("ibta", Recovery.GO_BACK_N, 1024, 128);

    /** Linux soft RoCE, observed on Linux 6.1; window and ACK spacing from rxe_param.h, rxe_req.c. */
    public static final Profile RXE = new Profile(
            "rxe",
            Recovery.GO_BACK_N,
            128,
            65,
            Quirk.NO_CREDITS,
            Quirk.RETRY_SEVEN_FOR_EVER,
            Quirk.NAK_BEHIND_RNR,
            Quirk.LONG_SEND_IS_OPERATION_ERROR,
            Quirk.RESTART_KEEPS_PLACE,
            Quirk.NO_MIG_REQ);

    /** Intel TrueScale (qib_rc.c). */
    public static final Profile QIB = new Profile(
            "qib",
            Recovery.GO_BACK_N,
            1024,
            16,
            Quirk.DUPLICATES_ACKED_ON_REQUEST,
            Quirk.SHORT_RECEIVE_IS_OPERATION_ERROR);

    /** ConnectX-4: go-back-N (from memory, not verified). */
    public static final Profile CX4 = new Profile("cx4", Recovery.GO_BACK_N, 4096, 128);

    /** ConnectX-5: as ConnectX-4 in what is modelled here. */
    public static final Profile CX5 = new Profile("cx5", Recovery.GO_BACK_N, 4096, 128);

    /** ConnectX-6 Dx with adaptive retransmission and selective repeat (from memory, not verified). */
    public static final Profile CX6 =
            new Profile("cx6", Recovery.SELECTIVE_REPEAT, 4096, 128, Quirk.ADAPTIVE_TIMEOUT);

    /** Intel E810 (from memory, not verified). */
    public static final Profile E810 = new Profile(
            "e810", Recovery.GO_BACK_N, 1024, 128, Quirk.NO_MIG_REQ, Quirk.BLIND_TO_RESPONSE_GAPS);

    private static final List<Profile> ALL = List.of(IBTA, RXE, QIB, CX4, CX5, CX6, E810);

    private final String name;
    private final Recovery recovery;
    private final int window;
    private final int ackEvery;
    private final int quirks;
    private final long defects;

    private Profile(String name, Recovery recovery, int window, int ackEvery, Quirk... quirks) {
        this(name, recovery, window, ackEvery, bits(quirks), 0);
    }

    private Profile(
            String name, Recovery recovery, int window, int ackEvery, int quirks, long defects) {
        this.name = name;
        this.recovery = recovery;
        this.window = window;
        this.ackEvery = ackEvery;
        this.quirks = quirks;
        this.defects = defects;
    }

    private static int bits(Quirk... quirks) {
        int bits = 0;
        for (Quirk quirk : quirks) {
            bits |= quirk.bit();
        }
        return bits;
    }

    /** The profiles there are, {@link #IBTA} first. */
    public static List<Profile> all() {
        return ALL;
    }

    /** By name, in any case; null for none. */
    public static Profile of(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        for (Profile profile : ALL) {
            if (profile.name.equals(wanted)) {
                return profile;
            }
        }
        return null;
    }

    public String name() {
        return name;
    }

    public Recovery recovery() {
        return recovery;
    }

    /** PSNs in flight at most. */
    public int window() {
        return window;
    }

    /** Packets in a row without AckReq, behind which one asks; 0 for never inside a message. */
    public int ackEvery() {
        return ackEvery;
    }

    public boolean has(Quirk quirk) {
        return (quirks & quirk.bit()) != 0;
    }

    public boolean has(Defect defect) {
        return (defects & defect.bit()) != 0;
    }

    /** The same device with one quirk more. */
    public Profile with(Quirk quirk) {
        return new Profile(name, recovery, window, ackEvery, quirks | quirk.bit(), defects);
    }

    /** The same device with one defect more. */
    public Profile with(Defect defect) {
        return new Profile(name, recovery, window, ackEvery, quirks, defects | defect.bit());
    }

    /** The same device with another way to recover from loss. */
    public Profile with(Recovery other) {
        if (other != Recovery.GO_BACK_0) {
            return new Profile(name, other, window, ackEvery, quirks, defects);
        }
        // Going back to a message's start needs all of it in flight, and no ACK inside it; with
        // none
        // there is no progress to see, so that counting rounds would end what only starts over.
        int forEver = quirks | Quirk.RETRY_SEVEN_FOR_EVER.bit();
        return new Profile(name, other, 1 << 16, 0, forEver, defects);
    }

    /**
     * The same device with fewer packets in flight: what a socket's buffer can hold. An ACK is asked
     * for four times a window.
     *
     * @param packets 1 or more
     */
    public Profile within(int packets) {
        int often = Math.max(1, packets / 4);
        return new Profile(
                name,
                recovery,
                Math.min(window, packets),
                ackEvery == 0 ? 0 : Math.min(ackEvery, often),
                quirks,
                defects);
    }

    /**
     * Nanoseconds until the requester gives up waiting for an answer.
     *
     * @param timeoutNs of the queue pair, 4.096 us x 2^n
     * @param rounds gone through since the last progress
     */
    long ackWait(long timeoutNs, int rounds) {
        if (!has(Quirk.ADAPTIVE_TIMEOUT)) {
            return timeoutNs;
        }
        return Math.min(timeoutNs, Math.max(timeoutNs >> 6, 1) << Math.min(rounds, 6));
    }

    @Override
    public String toString() {
        return name + " " + recovery;
    }
}
