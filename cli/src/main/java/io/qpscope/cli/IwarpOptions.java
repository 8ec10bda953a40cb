package io.qpscope.cli;

import io.qpscope.endpoint.iwarp.IwarpProfile;
import io.qpscope.endpoint.iwarp.RtrKind;
import io.qpscope.endpoint.iwarp.StreamOptions;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

import java.net.InetAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** iWARP instead of RoCEv2, and how its streams are set up; for {@code serve} and {@code ping}. */
final class IwarpOptions {
    private static final List<IwarpProfile> PROFILES = List.of(IwarpProfile.RFC, IwarpProfile.SIW);
    private static final List<String> OURS =
            List.of("--mpa-revision", "--no-crc", "--markers", "--rtr", "--ird", "--ord");
    /** What means nothing over iWARP, and would be let pass in silence. */
    private static final List<String> ROCE = List.of(
            "--roce",
            "--mtu",
            "--ack-timeout",
            "--retry",
            "--rnr-retry",
            "--rnr-timer",
            "--raw",
            "--mac",
            "--peer-mac",
            "--qpn",
            "--psn",
            "--peer-qpn",
            "--peer-psn",
            "--rkey",
            "--va");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--iwarp", description = "iWARP (MPA, DDP, RDMAP) over TCP instead of RoCEv2.")
    private boolean wanted;

    @Option(
            names = "--mpa-revision",
            paramLabel = "N",
            defaultValue = "2",
            description = "iWARP: revision of MPA to ask for, 1 or 2; default ${DEFAULT-VALUE}. Who"
                    + " answers takes the other's.")
    private int revision;

    @Option(
            names = "--no-crc",
            description = "iWARP: does not ask for CRCs. They are used when either side asks.")
    private boolean noCrc;

    @Option(names = "--markers", description = "iWARP: asks the peer to send markers.")
    private boolean markers;

    @Option(
            names = "--rtr",
            paramLabel = "KIND",
            split = ",",
            description = "iWARP: peer-to-peer set-up, opened by one of these: write, read, empty"
                    + " (an FPDU without data). ping asks for it, by default with --service source"
                    + " only; serve agrees to any unless some are named.")
    private Set<RtrName> rtr = EnumSet.noneOf(RtrName.class);

    @Option(
            names = "--ird",
            paramLabel = "N",
            defaultValue = "16",
            description = "iWARP: READs and atomics of the peer's open at a time; default"
                    + " ${DEFAULT-VALUE}.")
    private int ird;

    @Option(
            names = "--ord",
            paramLabel = "N",
            defaultValue = "16",
            description = "iWARP: READs and atomics of ours open at a time; default"
                    + " ${DEFAULT-VALUE}.")
    private int ord;

    boolean wanted() {
        return wanted;
    }

    int revision() {
        return revision;
    }

    /** Of what can be judged without a connection. */
    void check(EndpointOptions others) {
        Set<String> named = new TreeSet<>();
        ParseResult given = command.commandLine().getParseResult();
        given.matchedOptions().forEach(option -> named.addAll(List.of(option.names())));
        for (String name : wanted ? ROCE : OURS) {
            if (named.contains(name)) {
                throw others.wrong(
                        name + (wanted ? " does not go with --iwarp" : " goes with --iwarp"));
            }
        }
        others.range("--mpa-revision", revision, 1, 2);
        others.range("--ird", ird, 0, StreamOptions.MOST_DEPTH);
        others.range("--ord", ord, 0, StreamOptions.MOST_DEPTH);
        if (revision == 1 && !rtr.isEmpty()) {
            throw others.wrong("--rtr needs --mpa-revision 2");
        }
        if (wanted) {
            profile(others);
        }
    }

    private static IwarpProfile profile(EndpointOptions others) {
        String name = others.profileName();
        if (name == null) {
            return IwarpProfile.RFC;
        }
        for (IwarpProfile known : PROFILES) {
            if (known.name().equals(name)) {
                return known;
            }
        }
        throw others.wrong("--profile must be rfc or siw with --iwarp, not " + name);
    }

    /**
     * @param kinds of ready-to-receive messages where none were named
     */
    IwarpSite open(
            InetAddress bind, int mostConversations, EndpointOptions others, Set<RtrKind> kinds) {
        Set<RtrKind> wantedKinds = EnumSet.noneOf(RtrKind.class);
        rtr.forEach(name -> wantedKinds.add(name.kind()));
        IwarpProfile profile = profile(others);
        return new IwarpSite(
                bind,
                mostConversations,
                others.seed(),
                others.faults(),
                stream -> stream.profile(profile)
                        .revision(revision)
                        .crc(!noCrc)
                        .markers(markers)
                        .depths(ird, ord)
                        .peerToPeer(wantedKinds.isEmpty() ? kinds : wantedKinds));
    }
}
