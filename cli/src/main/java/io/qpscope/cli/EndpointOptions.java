package io.qpscope.cli;

import io.qpscope.endpoint.LocalAddress;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.QpAttributes;
import io.qpscope.endpoint.cm.CmOptions;
import io.qpscope.fault.plan.Action.Place;
import io.qpscope.port.netty.TextHandshake;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Random;

/** How an endpoint is made and connected; the same for {@code serve} and {@code ping}. */
final class EndpointOptions {
    private static final int MOST_24 = 0xff_ffff;
    private static final List<Integer> PATH_MTUS = List.of(256, 512, 1024, 2048, 4096);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--roce", description = "RoCEv2 over UDP port 4791, which is also the default.")
    @SuppressWarnings("unused") // said aloud, it changes nothing
    private boolean roce;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "Whose behaviour: ibta, the default, rxe, qib, cx4, cx5, cx6 or e810;"
                    + " with --iwarp rfc, the default, or siw.")
    private String profile;

    @Option(
            names = "--mtu",
            paramLabel = "BYTES",
            description = "Path MTU: 256, 512, 1024, 2048 or 4096; default: what fits our"
                    + " interface. The connecting side decides; serve refuses a longer one.")
    private Integer mtu;

    @Option(
            names = "--ack-timeout",
            paramLabel = "N",
            defaultValue = "14",
            description = "ACK timeout of 4.096 us x 2^N, 1 to 31; default ${DEFAULT-VALUE}.")
    private int ackTimeout;

    @Option(
            names = "--retry",
            paramLabel = "N",
            defaultValue = "7",
            description = "Rounds after the first, 0 to 7; default ${DEFAULT-VALUE}.")
    private int retry;

    @Option(
            names = "--rnr-retry",
            paramLabel = "N",
            defaultValue = "7",
            description = "Rounds for a receiver that is not ready, 0 to 7; 7, the default, is"
                    + " without end.")
    private int rnrRetry;

    @Option(
            names = "--rnr-timer",
            paramLabel = "N",
            defaultValue = "12",
            description = "Code of the wait asked for when not ready, 0 to 31; default"
                    + " ${DEFAULT-VALUE}, 0.64 ms.")
    private int rnrTimer;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "Of keys, ids and PSNs; default: drawn. Of a scenario: in place of the one that"
                            + " it names.")
    private Long seed;

    @Mixin
    private FaultOptions faults;

    @ArgGroup(exclusive = false, heading = "%nQueue pair by hand, without RDMA-CM:%n")
    private ByHand hand;

    /** Both sides' numbers. */
    static final class ByHand {
        @Option(
                names = "--peer-qpn",
                paramLabel = "N",
                required = true,
                converter = WholeNumber.class,
                description = "The peer's queue pair; 0x in front of hexadecimal numbers.")
        private long peerQpn;

        @Option(
                names = "--peer-psn",
                paramLabel = "N",
                defaultValue = "0",
                converter = WholeNumber.class,
                description = "First PSN of the peer's requests; default 0.")
        private long peerPsn;

        @Option(
                names = "--qpn",
                paramLabel = "N",
                defaultValue = "0",
                converter = WholeNumber.class,
                description = "Our queue pair; default: the next free one.")
        private long qpn;

        @Option(
                names = "--psn",
                paramLabel = "N",
                defaultValue = "0",
                converter = WholeNumber.class,
                description = "First PSN of our requests; default 0.")
        private long psn;
    }

    /** Of what can be judged without an interface. */
    void check() {
        boolean numbers = hand == null
                || (hand.peerQpn >= 1
                        && hand.peerQpn <= MOST_24
                        && within(hand.qpn, MOST_24)
                        && within(hand.psn, MOST_24)
                        && within(hand.peerPsn, MOST_24));
        if (!numbers) {
            throw wrong("queue pair numbers and PSNs must be at most 0xffffff");
        }
        range("--ack-timeout", ackTimeout, 1, 31);
        range("--retry", retry, 0, 7);
        range("--rnr-retry", rnrRetry, 0, 7);
        range("--rnr-timer", rnrTimer, 0, 31);
        if (mtu != null && !PATH_MTUS.contains(mtu)) {
            throw wrong("--mtu must be 256, 512, 1024, 2048 or 4096, not " + mtu);
        }
        profile();
    }

    private static boolean within(long value, long most) {
        return value >= 0 && value <= most;
    }

    void range(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw wrong(name + " must be " + least + " to " + most + ", not " + value);
        }
    }

    UsageException wrong(String message) {
        return new UsageException(command.commandLine(), message);
    }

    Profile profile() {
        Profile known = profile == null ? Profile.IBTA : Profile.of(profile);
        if (known == null) {
            throw wrong("--profile must be one of " + profiles() + ", not " + profile);
        }
        return known;
    }

    /** As given; null for the default. */
    String profileName() {
        return profile;
    }

    private static String profiles() {
        return String.join(", ", Profile.all().stream().map(Profile::name).toList());
    }

    /**
     * @param fitting what fits the interface
     */
    int pathMtu(int fitting) {
        return mtu != null ? mtu : fitting;
    }

    /** Null when none was given. */
    Long givenSeed() {
        return seed;
    }

    /** The same at every call. */
    long seed() {
        if (seed == null) {
            seed = new Random().nextLong();
        }
        return seed;
    }

    FaultOptions faults() {
        return faults;
    }

    /** Reads the plan, where one is given; its rules must be about what passes here. */
    void readFaults(Place place) throws IOException {
        if (faults.wanted()) {
            faults.read(List.of(place));
        }
    }

    boolean byHand() {
        return hand != null;
    }

    /** Of our queue pair by hand; 0 for the next free one. */
    int qpn() {
        return hand == null ? 0 : (int) hand.qpn;
    }

    int psn() {
        return (int) hand.psn;
    }

    /** Of a queue pair that --peer-qpn and its like describe. */
    QpAttributes attributes(LocalAddress from, InetAddress to, int pathMtu) {
        LocalAddress peer = LocalAddress.of(to.getAddress(), 0);
        return attributes(from, peer, pathMtu)
                .destQpNum((int) hand.peerQpn)
                .sqPsn((int) hand.psn)
                .rqPsn((int) hand.peerPsn);
    }

    /** Of a queue pair that was agreed on by text; our first PSN is still to be said. */
    QpAttributes agreed(LocalAddress from, TextHandshake with, int pathMtu) {
        LocalAddress peer = new LocalAddress(with.gidHigh(), with.gidLow(), 0);
        return attributes(from, peer, pathMtu).destQpNum(with.qpn()).rqPsn(with.psn());
    }

    private QpAttributes attributes(LocalAddress from, LocalAddress peer, int pathMtu) {
        return new QpAttributes()
                .pathMtu(pathMtu)
                .timeout(ackTimeout)
                .retryCnt(retry)
                .rnrRetry(rnrRetry)
                .minRnrTimer(rnrTimer)
                .path(from.to(peer.high(), peer.low(), 0));
    }

    /** Of connections by RDMA-CM. */
    CmOptions connection(int pathMtu) {
        return new CmOptions()
                .pathMtu(pathMtu)
                .ackTimeout(ackTimeout)
                .retryCount(retry)
                .rnrRetryCount(rnrRetry)
                .minRnrTimer(rnrTimer);
    }
}
