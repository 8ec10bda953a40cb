package io.qpscope.cli;

import io.qpscope.recording.Rewrite;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What becomes of recorded frames on their way to an interface. */
final class RewriteOptions {
    /** No name, so that nobody is asked for it. */
    private static final Pattern ADDRESS =
            Pattern.compile("\\d+(\\.\\d+){3}|[0-9a-fA-F.]*:[0-9a-fA-F:.]*");

    private static final long MOST_QPN = 0xff_ffff;
    private static final long MOST_KEY = 0xffff_ffffL;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = {"--map-ip", "--map-gid"},
            paramLabel = "A=B",
            converter = Mapping.Converter.class,
            description = "IP address or GID A becomes B, also in ARP and RDMA-CM; with /LENGTH"
                    + " behind A a whole network. Repeatable, the first that fits decides.")
    private List<Mapping> addresses = new ArrayList<>();

    @Option(
            names = "--map-mac",
            paramLabel = "A=B",
            converter = Mapping.Converter.class,
            description = "MAC address A becomes B.")
    private List<Mapping> macs = new ArrayList<>();

    @Option(
            names = "--src-mac",
            paramLabel = "MAC",
            converter = MacConverter.class,
            description = "Source of every frame.")
    private String sourceMac;

    @Option(
            names = "--dst-mac",
            paramLabel = "MAC",
            converter = MacConverter.class,
            description = "Destination of every frame; frames of captures without Ethernet headers"
                    + " need it.")
    private String destinationMac;

    @Option(
            names = "--map-qpn",
            paramLabel = "A=B",
            converter = Mapping.Converter.class,
            description = "Queue pair A becomes B; A@ADDRESS is the one of that (recorded) address"
                    + " only.")
    private List<Mapping> qpns = new ArrayList<>();

    @Option(
            names = "--map-rkey",
            paramLabel = "A=B",
            converter = Mapping.Converter.class,
            description = "Remote key A becomes B.")
    private List<Mapping> keys = new ArrayList<>();

    @Option(
            names = "--psn-offset",
            paramLabel = "N",
            description = "Added to all PSNs, modulo 2^24.")
    private int psnOffset;

    @Option(
            names = "--va-offset",
            paramLabel = "N",
            converter = SignedNumber.class,
            description = "Added to virtual addresses.")
    private Long vaOffset;

    @Option(
            names = "--checksums",
            paramLabel = "WHAT",
            defaultValue = "keep",
            description = "keep: ICRC, IP, UDP and TCP checksums follow what changes, wrong ones"
                    + " stay wrong; fix: all become right. Default ${DEFAULT-VALUE}.")
    private Rewrite.Checksum checksums;

    @Option(
            names = "--interface",
            paramLabel = "N",
            description = "Only frames of this interface of a pcapng capture, counted from 0.")
    private Integer onlyInterface;

    @Option(
            names = "--decapsulate",
            description = "Send what is within VXLAN, GRE, ERSPAN or GENEVE.")
    private boolean decapsulate;

    /** Whether any was given. */
    boolean given() {
        return !addresses.isEmpty()
                || !macs.isEmpty()
                || !qpns.isEmpty()
                || !keys.isEmpty()
                || sourceMac != null
                || destinationMac != null
                || psnOffset != 0
                || vaOffset != null
                || decapsulate
                || onlyInterface != null
                || checksums != Rewrite.Checksum.KEEP;
    }

    Rewrite rewrite() {
        Rewrite rewrite = new Rewrite()
                .psnOffset(psnOffset)
                .vaOffset(vaOffset == null ? 0 : vaOffset)
                .decapsulate(decapsulate)
                .onlyInterface(onlyInterface == null ? -1 : onlyInterface)
                .checksums(checksums);
        if (sourceMac != null) {
            rewrite.sourceMac(Long.parseLong(sourceMac, 16));
        }
        if (destinationMac != null) {
            rewrite.destinationMac(Long.parseLong(destinationMac, 16));
        }
        macs.forEach(each -> rewrite.mac(mac(each.from()), mac(each.to())));
        addresses.forEach(each -> address(rewrite, each));
        qpns.forEach(each -> qpn(rewrite, each));
        for (Mapping each : keys) {
            long from = number("--map-rkey", each.from(), MOST_KEY);
            rewrite.rkey((int) from, (int) number("--map-rkey", each.to(), MOST_KEY));
        }
        return rewrite;
    }

    private void address(Rewrite rewrite, Mapping map) {
        int slash = map.from().indexOf('/');
        byte[] from = ip(slash < 0 ? map.from() : map.from().substring(0, slash));
        byte[] to = ip(map.to());
        if (from.length != to.length) {
            throw wrong(
                    "--map-ip " + map.from() + "=" + map.to() + ": both must be IPv4 or both IPv6");
        }
        int most = 8 * from.length;
        long prefix = slash < 0 ? most : number("--map-ip", map.from().substring(slash + 1), most);
        rewrite.address(from, to, (int) prefix);
    }

    private void qpn(Rewrite rewrite, Mapping map) {
        int at = map.from().indexOf('@');
        String number = at < 0 ? map.from() : map.from().substring(0, at);
        int from = (int) number("--map-qpn", number, MOST_QPN);
        int to = (int) number("--map-qpn", map.to(), MOST_QPN);
        if (at < 0) {
            rewrite.qpn(from, to);
        } else {
            rewrite.qpn(ip(map.from().substring(at + 1)), from, to);
        }
    }

    private long number(String option, String text, long most) {
        try {
            long value = new WholeNumber().convert(text);
            if (value >= 0 && value <= most) {
                return value;
            }
        } catch (TypeConversionException e) {
            throw wrong(option + ": " + e.getMessage());
        }
        throw wrong(option + ": " + text + " is more than " + most);
    }

    private long mac(String text) {
        try {
            return Long.parseLong(new MacConverter().convert(text), 16);
        } catch (TypeConversionException e) {
            throw wrong("--map-mac: " + e.getMessage());
        }
    }

    private byte[] ip(String text) {
        if (!ADDRESS.matcher(text).matches()) {
            throw wrong("'" + text + "' is not an IP address");
        }
        try {
            return InetAddress.getByName(text).getAddress();
        } catch (UnknownHostException e) {
            throw wrong("'" + text + "' is not an IP address");
        }
    }

    private UsageException wrong(String message) {
        return new UsageException(command.commandLine(), message);
    }
}
