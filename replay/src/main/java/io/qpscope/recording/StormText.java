package io.qpscope.recording;

/**
 * Recorded pauses as a scenario file: a host behind a switch that says stop as often, for as long
 * and to the same class, while another one sends to it.
 */
public final class StormText {
    private static final long FRAME_BYTES = 65_536;
    /** Of traffic, before it is stopped. */
    private static final long BEFORE_NS = 1_000_000;

    private static final int DEFAULT_CLASS = 3;
    private static final int DSCPS_OF_CLASS = 8;
    private static final int MOST_MESSAGES = 4096;

    private StormText() {}

    /**
     * Writes it.
     *
     * @param name of the scenario
     * @param capture file that the pauses are of, without its folder
     */
    public static String of(RecordedPause pause, String name, String capture) {
        boolean all = pause.summary().trafficClass() == null;
        int trafficClass = all ? DEFAULT_CLASS : pause.summary().trafficClass();
        boolean storm = pause.summary().stormSuspected();
        return """
                # %s stopped %s %d times in %s, frames %d to %d of %s.
                name: %s
                fabric:
                  hosts: [a, b]
                  switches: [s]
                  links:
                    - {between: [a, s], rate: %s, delay: 500ns}
                    - {between: [b, s], rate: %s, delay: 500ns}
                flows:
                  - name: victim
                    from: a
                    to: b
                    verb: write
                    size: %d
                    count: %d
                    depth: 16
                    dscp: %d
                    # Longer than the pauses: they alone shall stop it.
                    timeout: 22
                faults:
                  - %s
                expect:
                  tap: b
                  flows:
                    victim: {status: SUCCESS}
                  findings: {%s: [PFC-STORM]}
                """.formatted(
                        pause.summary().source(),
                        all ? "all classes" : "class " + trafficClass,
                        pause.summary().xoff(),
                        duration(pause.lengthNs()),
                        pause.firstFrame(),
                        pause.lastFrame(),
                        capture,
                        name,
                        rate(pause.bitsPerSecond()),
                        rate(pause.bitsPerSecond()),
                        FRAME_BYTES,
                        messages(pause.bitsPerSecond()),
                        trafficClass * DSCPS_OF_CLASS,
                        fault(pause, all, trafficClass),
                        storm ? "has" : "not");
    }

    private static String fault(RecordedPause pause, boolean all, int trafficClass) {
        String repeated = pause.everyNs() == 0
                ? ""
                : ", every: " + duration(pause.everyNs()) + ", for: "
                        + duration(pause.everyNs() * pause.summary().xoff());
        return "pause: {port: b" + (all ? "" : ", class: " + trafficClass) + ", quanta: "
                + pause.quanta() + ", after: " + duration(BEFORE_NS) + repeated + "}";
    }

    /** So that the link is busy for twice the time before the first stop. */
    private static long messages(long bitsPerSecond) {
        double seconds = 2 * BEFORE_NS / 1e9;
        long messages = (long) Math.ceil(bitsPerSecond * seconds / 8 / FRAME_BYTES);
        return Math.max(2, Math.min(messages, MOST_MESSAGES));
    }

    /** In the largest unit that has no fraction. */
    static String duration(long ns) {
        if (ns % 1_000_000_000 == 0) {
            return ns / 1_000_000_000 + "s";
        }
        if (ns % 1_000_000 == 0) {
            return ns / 1_000_000 + "ms";
        }
        return ns % 1_000 == 0 ? ns / 1_000 + "us" : ns + "ns";
    }

    private static String rate(long bitsPerSecond) {
        return bitsPerSecond % 1_000_000_000 == 0
                ? bitsPerSecond / 1_000_000_000 + "G"
                : bitsPerSecond % 1_000_000 == 0
                        ? bitsPerSecond / 1_000_000 + "M"
                        : bitsPerSecond / 1_000 + "K";
    }
}
