package io.qpscope.wire;

/**
 * Code points of the operation in an RDMAP atomic request. Sources differ: Wireshark has FetchAdd 0
 * and CmpSwap 2, the urdma project CmpSwap 1; Swap as 1 is from memory, not verified. So they can be
 * set, and a code that is none of them is unknown, never malformed.
 */
public record AtomicCodes(int fetchAdd, int swap, int cmpSwap) {
    public static final AtomicCodes DEFAULT = new AtomicCodes(0, 1, 2);
    /** The largest that the field of four bits holds. */
    public static final int LARGEST = 15;

    /** In words; null for an unknown code. */
    public String name(int code) {
        return code == fetchAdd
                ? "FetchAdd"
                : code == cmpSwap ? "CmpSwap" : code == swap ? "Swap" : null;
    }
}
