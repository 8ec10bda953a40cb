package io.qpscope.cli;

import io.qpscope.cli.report.FuzzSummary;
import io.qpscope.cli.report.ReproducerText;
import io.qpscope.endpoint.Profile;
import io.qpscope.endpoint.Verb;
import io.qpscope.fuzz.campaign.Campaign;
import io.qpscope.fuzz.campaign.Failure;
import io.qpscope.fuzz.campaign.Found;
import io.qpscope.fuzz.campaign.TargetLostException;
import io.qpscope.fuzz.campaign.Transport;
import io.qpscope.fuzz.target.LiveTarget;
import io.qpscope.fuzz.target.TargetAddress;
import io.qpscope.port.Port;
import io.qpscope.port.netty.UdpPort;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A peer that is really there. */
final class LiveSubject implements Subject {
    /** Fits Ethernet without jumbo frames, wherever the way leads. */
    private static final int SAFE_MTU = 1024;
    /** For a peer that comes back: whoever allows it to be taken down sees to that. */
    private static final long REVIVAL_NS = TimeUnit.SECONDS.toNanos(60);

    private final CampaignOptions options;
    private final TargetAddress address;
    private final LiveTarget target;
    private final long seed;
    private final String repeat;
    private final boolean destructive;
    /** Nanoseconds from 1970 to the zero of {@link System#nanoTime}. */
    private final long epochNs =
            TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - System.nanoTime();

    private String lost;

    private LiveSubject(
            CampaignOptions options,
            TargetAddress address,
            LiveTarget target,
            long seed,
            boolean destructive,
            String words) {
        this.options = options;
        this.address = address;
        this.target = target;
        this.seed = seed;
        this.destructive = destructive;
        repeat = "qpscope fuzz --target " + address + words + (destructive ? " --yes" : "")
                + " --case";
    }

    /**
     * Opens the way, and meets the peer.
     *
     * @param destructive whether --yes was said
     * @throws IOException when the address can't be used, or the peer does not answer
     */
    static LiveSubject open(
            CampaignOptions options,
            TargetOptions how,
            TargetAddress address,
            long seed,
            boolean destructive,
            PrintWriter err)
            throws IOException {
        LiveTarget target = target(options, how, address, seed, destructive, err);
        try {
            target.meet();
        } catch (IOException e) {
            target.close();
            throw new IOException(address + ": " + e.getMessage(), e);
        }
        return new LiveSubject(options, address, target, seed, destructive, how.words());
    }

    private static LiveTarget target(
            CampaignOptions options,
            TargetOptions how,
            TargetAddress address,
            long seed,
            boolean destructive,
            PrintWriter err)
            throws IOException {
        InetAddress to = address.host();
        if (address.iwarp()) {
            InetAddress facing = how.bind() != null ? how.bind() : Attachment.facing(to);
            return LiveTarget.iwarp(facing, address, how.settings(destructive), seed);
        }
        InetAddress local = how.bind() != null ? how.bind() : Attachment.apart(to);
        boolean raw = how.raw().wanted();
        int fitting = raw ? Attachment.fitting(how.raw().device()) : Attachment.fitting(local);
        int mtu = how.mtu() != null ? how.mtu() : Math.min(SAFE_MTU, fitting);
        Port port;
        Profile profile = options.profile();
        if (raw) {
            port = how.raw().open(local, to);
            profile = profile.within(Attachment.RAW_WINDOW);
        } else {
            UdpPort udp = new UdpPort(local);
            profile = profile.within(udp.window(mtu));
            if (!udp.predictable()) {
                err.println("qpscope: no native epoll (" + UdpPort.withoutEpoll() + "): only"
                        + " QPScope takes our packets; --raw has no such gap");
            }
            port = udp;
        }
        return LiveTarget.roce(port, address, how.settings(destructive), profile, mtu, raw, seed);
    }

    LiveTarget target() {
        return target;
    }

    @Override
    public Campaign campaign() {
        return new Campaign(
                options.device(), EnumSet.of(Transport.ROCE), seed, System::nanoTime, target);
    }

    @Override
    public Reproducer.Written write(Found found) throws OutputException {
        ReproducerText text = new ReproducerText(Version.NUMBER, found, seed).live(repeat);
        return Reproducer.write(
                options.out(),
                text,
                file -> target.record(found.smallest(), file, Version.TEXT, found.kind(), epochNs));
    }

    @Override
    public FuzzSummary.Live live() {
        Map<String, String> refused = new LinkedHashMap<>();
        target.refused().forEach((verb, why) -> refused.put(verb.toString(), why));
        return new FuzzSummary.Live(
                address.toString(),
                target.verbs().stream().map(Verb::toString).toList(),
                refused,
                target.leftOut(),
                target.unsteady(),
                target.sent(),
                lost,
                repeat);
    }

    @Override
    public Found lost(TargetLostException why, long number, long atNs) throws IOException {
        lost = why.getMessage();
        if (why.suspects().isEmpty()) {
            throw new IOException(address + ": " + lost, why);
        }
        Failure last = target.lastWords(why);
        Failure smallest = destructive ? target.shrunkByRevivals(last, REVIVAL_NS) : last;
        return new Found(last, smallest, number, atNs);
    }

    @Override
    public void close() {
        target.close();
    }
}
