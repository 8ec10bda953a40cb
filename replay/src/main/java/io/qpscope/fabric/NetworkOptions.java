package io.qpscope.fabric;

/** What holds for a whole network. */
public final class NetworkOptions {
    long pauseReactionNs;
    int longestFrame = 4096 + 14 + 40 + 8 + 12 + 32 + 4 + 4;

    /**
     * From a pause's arrival to its effect, nanoseconds; 0 unless told. The frame that is being sent
     * is always finished.
     */
    public NetworkOptions pauseReactionNs(long ns) {
        pauseReactionNs = ns;
        return this;
    }

    /**
     * Longest frame that hosts send, with frame check sequence: headroom is computed for it. The
     * longest that an endpoint can make unless told: path MTU 4096 over IPv6.
     */
    public NetworkOptions longestFrame(int bytes) {
        longestFrame = bytes;
        return this;
    }
}
