package io.qpscope.cli;

import io.qpscope.port.pcap.RawPort;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.net.InetAddress;
import java.util.HexFormat;

/** An endpoint on frames of its own, beside the machine's IP stack. */
final class RawEthernet {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--raw",
            paramLabel = "IF",
            description = "Raw Ethernet on this interface, not a socket: every header is ours and"
                    + " ICRCs are checked in full. Needs --bind with an address that nobody has,"
                    + " and the right to capture.")
    private String device;

    @Option(
            names = "--mac",
            paramLabel = "MAC",
            converter = MacConverter.class,
            description = "Ours with --raw; default: the interface's.")
    private String mac;

    @Option(
            names = "--peer-mac",
            paramLabel = "MAC",
            converter = MacConverter.class,
            description = "The peer's with --raw and --to; default: ARP and neighbour discovery.")
    private String peerMac;

    boolean wanted() {
        return device != null;
    }

    String device() {
        return device;
    }

    void check(InetAddress bind, InetAddress to) {
        if (device == null && (mac != null || peerMac != null)) {
            throw wrong("--mac and --peer-mac go with --raw");
        }
        if (device != null && (bind == null || bind.isLoopbackAddress())) {
            throw wrong("--raw needs --bind with an address that nobody has");
        }
        if (peerMac != null && to == null) {
            throw wrong("--peer-mac goes with --to");
        }
    }

    private UsageException wrong(String message) {
        return new UsageException(command.commandLine(), message);
    }

    RawPort open(InetAddress bind, InetAddress to) throws IOException {
        RawPort port = new RawPort(device, bind, bytes(mac));
        if (peerMac != null) {
            port.neighbour(to, bytes(peerMac));
        }
        return port;
    }

    private static byte[] bytes(String mac) {
        return mac == null ? null : HexFormat.of().parseHex(mac);
    }
}
