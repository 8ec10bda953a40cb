package io.qpscope.cli;

import io.qpscope.session.PauseOptions;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What flow control needs to know beside the capture: link speed and classes. */
public final class FlowControl {
    private static final Pattern SPEED =
            Pattern.compile("(\\d{1,9})([KMGT])", Pattern.CASE_INSENSITIVE);
    private static final Pattern CLASS = Pattern.compile("(\\d{1,3}):(\\d)");
    private static final int LARGEST_DSCP = 63;
    private static final int LARGEST_CLASS = 7;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private final Map<Integer, Integer> classes = new HashMap<>();

    // Fields, since the JVM tells of methods in an order of its own, and completion follows it.
    @Option(
            names = "--link-speed",
            paramLabel = "SPEED",
            description = "Speed of the links, as 25G (K, M, G or T bits a second): turns pause"
                    + " quanta into time. Default: what a pcapng file says of its interfaces.")
    private String speed;

    @Option(
            names = "--cnp-dscp",
            paramLabel = "DSCP",
            description = "What CNPs should bear: others make a finding. Default: any.")
    private Integer cnpDscp;

    @Option(
            names = "--dscp-map",
            paramLabel = "DSCP:CLASS,...",
            description = "Classes of packets without VLAN tag by DSCP, as 26:3,48:6, to tell which"
                    + " sessions PFC stops. Default: only the VLAN priority tells the class.")
    void classes(String text) {
        for (String entry : text.split(",", -1)) {
            Matcher parts = CLASS.matcher(entry.strip());
            boolean valid = parts.matches()
                    && Integer.parseInt(parts.group(1)) <= LARGEST_DSCP
                    && Integer.parseInt(parts.group(2)) <= LARGEST_CLASS;
            if (!valid) {
                throw wrong("--dscp-map must be pairs of 0 to 63 and 0 to 7, as 26:3,48:6, not "
                        + text);
            }
            classes.put(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
        }
    }

    /** All of them; what is wrong with one is wrong usage. */
    public PauseOptions options() {
        if (cnpDscp != null && (cnpDscp < 0 || cnpDscp > LARGEST_DSCP)) {
            throw wrong("--cnp-dscp must be 0 to 63, not " + cnpDscp);
        }
        return PauseOptions.of(speed == null ? 0 : bitsPerSecond(), classes)
                .cnps(cnpDscp == null ? -1 : cnpDscp);
    }

    private long bitsPerSecond() {
        Matcher parts = SPEED.matcher(speed);
        if (!parts.matches() || Long.parseLong(parts.group(1)) == 0) {
            throw wrong("--link-speed must be a number and K, M, G or T, as 100G, not " + speed);
        }
        long unit = switch (parts.group(2).charAt(0)) {
            case 'k', 'K' -> 1_000L;
            case 'm', 'M' -> 1_000_000L;
            case 'g', 'G' -> 1_000_000_000L;
            default -> 1_000_000_000_000L;
        };
        try {
            return Math.multiplyExact(Long.parseLong(parts.group(1)), unit);
        } catch (ArithmeticException e) {
            throw wrong("--link-speed must be less than 9000000T, not " + speed);
        }
    }

    private UsageException wrong(String message) {
        return new UsageException(command.commandLine(), message);
    }
}
