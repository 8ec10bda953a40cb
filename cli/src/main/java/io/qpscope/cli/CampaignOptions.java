package io.qpscope.cli;

import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.Profile.Recovery;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.campaign.Transport;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What a campaign is run against, how far, and where its findings go. */
final class CampaignOptions {
    private static final String SOFT = "soft";
    private static final Map<String, Transport> TRANSPORTS =
            Map.of("roce", Transport.ROCE, "iwarp", Transport.IWARP);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--target",
            paramLabel = "WHAT",
            defaultValue = SOFT,
            description =
                    "What is tested: ${DEFAULT-VALUE}, the built-in endpoint in virtual time, or a"
                            + " live peer: roce://HOST[:PORT] with a port of RDMA-CM, default 9, or"
                            + " iwarp://HOST[:PORT], default 7009: the sinks of qpscope serve.")
    private String target;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            description = "What its messages go over: roce or iwarp; both in turns by default.")
    private String transport;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            defaultValue = "ibta",
            description =
                    "The device that the endpoint is like: ibta, rxe, qib, cx4, cx5, cx6, e810;"
                            + " default ${DEFAULT-VALUE}.")
    private String profile;

    @Option(
            names = "--recovery",
            paramLabel = "HOW",
            description = "How it recovers from a loss: go-back-n, go-back-0 or selective-repeat;"
                    + " default: the profile's.")
    private String recovery;

    @Option(
            names = "--defect",
            paramLabel = "NAME",
            completionCandidates = DefectNames.class,
            description = "Gives the endpoint a fault on purpose, to see that it is found:"
                    + " ${COMPLETION-CANDIDATES}.")
    private String defect;

    @Option(names = "--cases", paramLabel = "N", description = "Ends after so many cases.")
    private Long cases;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "fuzz-out",
            description =
                    "Gets a folder for each kind of failure; default ${DEFAULT-VALUE}. Nothing"
                            + " is written while nothing is found.")
    private Path out;

    @Option(
            names = "--corpus",
            paramLabel = "DIR",
            description =
                    "Cases that showed something new: run first, and added to at the end. Several"
                            + " are read together, and the first is added to.")
    private List<Path> corpus = List.of();

    @Option(
            names = "--recordings",
            arity = "1..*",
            paramLabel = "CAPTURE",
            description =
                    "Captures, or folders of them: what each RC requester in them asked for makes every"
                            + " second case, with its sizes, PSNs, path MTU and retry settings.")
    private List<Path> recordings = List.of();

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "The findings as JUnit's XML, for CI.")
    private Path junit;

    @Option(names = "--html", paramLabel = "FILE", description = "The findings as a page.")
    private Path html;

    void check() {
        require(
                isSoft() || (recovery == null && defect == null),
                "--recovery and --defect are of the built-in endpoint");
        require(
                Profile.of(profile) != null,
                "--profile must be one of "
                        + String.join(
                                ", ", Profile.all().stream().map(Profile::name).toList())
                        + ", not " + profile);
        List<String> recoveries =
                List.of(Recovery.values()).stream().map(CampaignOptions::name).toList();
        require(
                recovery == null || recoveries.contains(recovery),
                "--recovery must be one of " + String.join(", ", recoveries) + ", not " + recovery);
        require(
                transport == null || TRANSPORTS.containsKey(transport),
                "--transport must be roce or iwarp, not " + transport);
        require(
                defect == null || DefectNames.ALL.contains(defect),
                "--defect must be one of " + String.join(", ", DefectNames.ALL) + ", not "
                        + defect);
        require(cases == null || cases > 0, "--cases must be 1 or more");
    }

    boolean isSoft() {
        return target.equals(SOFT);
    }

    String target() {
        return target;
    }

    /** Of our own side, where the target is another. */
    Profile profile() {
        return Profile.of(profile);
    }

    private void require(boolean right, String message) {
        if (!right) {
            throw new UsageException(command.commandLine(), message);
        }
    }

    /** As scenarios have it. */
    private static String name(Recovery recovery) {
        return recovery.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What both hosts are. */
    Device device() {
        return new Device(
                Profile.of(profile).name(),
                recovery == null ? "" : recovery,
                defect == null ? "" : defect);
    }

    Set<Transport> transports() {
        return transport == null
                ? EnumSet.allOf(Transport.class)
                : EnumSet.of(TRANSPORTS.get(transport));
    }

    /** Null for no bound. */
    Long cases() {
        return cases;
    }

    Path out() {
        return out;
    }

    List<Path> corpus() {
        return corpus;
    }

    List<Path> recordings() {
        return recordings;
    }

    /** Null for none. */
    Path junit() {
        return junit;
    }

    /** Null for none. */
    Path html() {
        return html;
    }
}
