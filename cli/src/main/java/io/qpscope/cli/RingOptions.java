package io.qpscope.cli;

import io.qpscope.capture.CaptureInterface;
import io.qpscope.capture.CaptureRing;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Where a live capture is written, in dumpcap's words. */
final class RingOptions {
    private static final int KILOBYTE = 1000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = {"-w", "--write"},
            paramLabel = "FILE.pcapng",
            description = "Write the packets to this file.")
    private Path file;

    private CaptureRing.Limits limits = CaptureRing.Limits.NONE;

    @Option(
            names = {"-b", "--ring-buffer"},
            paramLabel = "LIMIT:N",
            split = ",",
            description = "With -w, go on to another file after filesize:KILOBYTES, packets:N or"
                    + " duration:TIME, and keep the last files:N; may be given several times.")
    void limits(List<String> texts) {
        CaptureRing.Limits all = CaptureRing.Limits.NONE;
        for (String text : texts) {
            all = with(all, text);
        }
        limits = all;
    }

    private CaptureRing.Limits with(CaptureRing.Limits old, String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? "" : text.substring(0, colon);
        String value = text.substring(colon + 1);
        return switch (name) {
            case "filesize" ->
                new CaptureRing.Limits(
                        number(text, value) * KILOBYTE,
                        old.packets(),
                        old.durationNs(),
                        old.files());
            case "packets" ->
                new CaptureRing.Limits(
                        old.bytes(), number(text, value), old.durationNs(), old.files());
            case "duration" ->
                new CaptureRing.Limits(old.bytes(), old.packets(), time(text, value), old.files());
            case "files" ->
                new CaptureRing.Limits(
                        old.bytes(), old.packets(), old.durationNs(), (int) number(text, value));
            default -> throw wrong(text);
        };
    }

    private long number(String text, String value) {
        if (!value.matches("[1-9]\\d{0,8}")) {
            throw wrong(text);
        }
        return Long.parseLong(value);
    }

    private long time(String text, String value) {
        Span span = Span.of(value);
        if (span == null) {
            throw wrong(text);
        }
        return span.ns();
    }

    private UsageException wrong(String text) {
        return new UsageException(
                command.commandLine(),
                "-b takes filesize:KILOBYTES, packets:N, duration:TIME or files:N, not " + text);
    }

    void check() {
        if (file == null && !limits.equals(CaptureRing.Limits.NONE)) {
            throw new UsageException(command.commandLine(), "-b needs -w FILE");
        }
        boolean bounded = limits.bytes() > 0 || limits.packets() > 0 || limits.durationNs() > 0;
        if (limits.files() > 0 && !bounded) {
            throw new UsageException(
                    command.commandLine(), "-b files:N needs filesize, packets or duration too");
        }
    }

    /** Null when nothing is to be written. */
    CaptureRing open(CaptureInterface from) throws OutputException {
        try {
            return file == null
                    ? null
                    : new CaptureRing(file, limits, "QPScope " + Version.NUMBER, from);
        } catch (IOException e) {
            throw new OutputException(file, e);
        }
    }

    OutputException failed(IOException cause) {
        return new OutputException(file, cause);
    }
}
