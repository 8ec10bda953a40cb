package io.qpscope.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.finding.Finding;
import io.qpscope.finding.Rules;
import io.qpscope.frame.MpaCrcStatus;
import io.qpscope.frame.StreamUnit;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.PairedBy;
import io.qpscope.session.Service;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Verb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the manifest knows of a recording of siw: scripts, completions, counters, its notes. */
final class IwarpClaims {
    private static final Pattern DONE = Pattern.compile(
            "B:(?:SEND|RDMA_WRITE|RDMA_READ) SUCCESS(?: bytes=(\\d+))?(?: x(\\d+))?(?:;|$)");
    private static final String SUCCESS = "SUCCESS";
    private static final int REVISION_AT = 17;

    private final Recording recording;
    private final Claims claims;
    private final Analysis analysis;

    private IwarpClaims(Recording recording, Claims claims) throws IOException {
        this.recording = recording;
        this.claims = claims;
        this.analysis = Analysis.of(recording.path(), View.BOTH_TAPS);
    }

    static void add(Recording recording, Claims claims) throws IOException {
        IwarpClaims iwarp = new IwarpClaims(recording, claims);
        iwarp.sessions();
        iwarp.setup();
        iwarp.messages();
        iwarp.completions();
        iwarp.outcome();
        iwarp.retransmissions();
        iwarp.findings();
    }

    private boolean note(String text) {
        return recording.column("note").contains(text);
    }

    private boolean impaired() {
        return !recording.column("impairment").isEmpty();
    }

    private boolean terminates() {
        return recording.file().contains("terminate") && !note("no Terminate follows");
    }

    private boolean rejects() {
        return recording.command(Guest.A).contains("--reject");
    }

    /** Perftest opens one connection to talk about the other; ucmatose as many as it is told. */
    private int connections() {
        String command = recording.command(Guest.B);
        if (command.startsWith("ib_")) {
            return 2;
        }
        return command.startsWith("ucmatose") ? Workload.number(command, "-c") : 1;
    }

    private void sessions() {
        claims.add("every frame belongs to iWARP", () -> {
            assertThat(analysis.result().protocols().iwarp())
                    .isEqualTo(Long.parseLong(recording.column("packets")));
            assertThat(analysis.result().protocols().other()).isZero();
        });
        claims.add(connections() + " connections, opened by B", () -> {
            assertThat(analysis.sessions()).hasSize(connections());
            for (SessionSummary session : analysis.sessions()) {
                assertThat(session.transport()).isEqualTo("iWARP");
                assertThat(session.service()).isEqualTo(Service.RDMAP);
                assertThat(session.pairedBy()).isEqualTo(PairedBy.TCP);
                assertThat(Guest.B.owns(session.a().address())).isTrue();
                assertThat(session.b().port()).isEqualTo(port());
                assertThat(session.a().qpn()).isNull();
                assertThat(session.b().qpn()).isNull();
            }
        });
    }

    /** The programs' defaults. */
    private int port() {
        String command = recording.command(Guest.A);
        if (command.startsWith("ib_")) {
            return 18515;
        }
        return command.startsWith("rping") ? 7174 : command.startsWith("rlab") ? 20000 : 7471;
    }

    private void setup() {
        boolean one = recording.column("transport").equals("siw:mpa1") && !note("revision 2");
        boolean crc = recording.column("transport").equals("siw:crc") && !note("without CRC");
        claims.add("MPA revision " + (one ? 1 : 2) + (crc ? " with CRCs" : " without CRCs"), () -> {
            List<StreamUnit> units = StreamUnits.of(recording.path());
            assertThat(units.stream().filter(unit -> unit.position() < 0))
                    .hasSize(2 * connections())
                    .allMatch(unit -> unit.bytes()[REVISION_AT] == (one ? 1 : 2));
            assertThat(units.stream().filter(unit -> unit.position() >= 0))
                    .allMatch(unit -> !unit.markers())
                    .allMatch(
                            unit -> unit.crc() == (crc ? MpaCrcStatus.GOOD : MpaCrcStatus.UNUSED));
        });
    }

    /** The session the program's own messages are in. */
    private List<SessionSummary> carriers() {
        return recording.command(Guest.B).startsWith("ib_")
                ? analysis.sessions().subList(connections() - 1, connections())
                : analysis.sessions();
    }

    private void messages() throws IOException {
        for (Guest guest : Guest.values()) {
            List<Message> asked = asked(guest);
            if (asked == null) {
                continue;
            }
            claims.add(asked.size() + " messages from " + guest, () -> {
                for (SessionSummary session : carriers()) {
                    DirectionSummary from = Analysis.direction(session, guest);
                    for (Verb verb : Verb.values()) {
                        long expected = asked.stream()
                                .filter(message -> message.verb() == verb)
                                .count();
                        assertThat(from.messagesOf(verb)).as("%s", verb).isEqualTo(expected);
                    }
                }
            });
            List<Message> peers = asked(guest.other());
            if (peers != null) {
                bytes(guest, asked, peers);
            }
        }
    }

    private void bytes(Guest guest, List<Message> asked, List<Message> peers) {
        long mine = asked.stream().mapToLong(Message::requestBytes).sum();
        long answers = guest == Guest.A && recording.command(Guest.B).startsWith("rlab")
                ? readBytes()
                : peers.stream()
                        .filter(Message::isRead)
                        .mapToLong(Message::size)
                        .sum();
        claims.add(mine + answers + " bytes from " + guest, () -> {
            for (SessionSummary session : carriers()) {
                assertThat(Analysis.direction(session, guest).payloadBytes())
                        .isEqualTo(mine + answers);
            }
        });
    }

    /** What the command tells, up to a pause: behind one that follows a mistake all is flushed. */
    private List<Message> asked(Guest guest) {
        String command = recording.command(guest);
        boolean rping = command.startsWith("rping");
        boolean gaveUp = rping && !recording.endedWell(Guest.A);
        boolean stalled = note("stalled");
        boolean counts = command.startsWith("ib_") && guest == Guest.A;
        if (gaveUp || stalled || counts) {
            return null;
        }
        if (!command.startsWith("rlab")) {
            return Workload.of(recording, guest);
        }
        List<Message> messages = Workload.of(recording, guest);
        int pause = command.indexOf(",sleep");
        if (pause < 0) {
            return messages;
        }
        int behind = (int) List.of(command.substring(pause).split(",", -1)).stream()
                .filter(step -> step.matches("(send|write|read|sendinv):.*"))
                .count();
        return messages.subList(0, messages.size() - behind);
    }

    private List<long[]> done() {
        List<long[]> done = new ArrayList<>();
        Matcher matcher = DONE.matcher(recording.column("completions"));
        while (matcher.find()) {
            long times = matcher.group(2) == null ? 1 : Long.parseLong(matcher.group(2));
            long bytes = matcher.group(1) == null ? 0 : Long.parseLong(matcher.group(1));
            done.add(new long[] {times, bytes});
        }
        return done;
    }

    /** Only READs tell their length when they complete. */
    private long readBytes() {
        return done().stream().mapToLong(each -> each[0] * each[1]).sum();
    }

    private void completions() {
        if (!recording.command(Guest.B).startsWith("rlab")) {
            return;
        }
        long successes = done().stream().mapToLong(each -> each[0]).sum();
        claims.add("at most " + successes + " completions, all of them without Terminate", () -> {
            long seen = Analysis.direction(analysis.sessions().get(0), Guest.B).completedMessages();
            // TCP took a refused WRITE before the Terminate came; whether its completion was still
            // good, no packet tells.
            assertThat(seen).isBetween(terminates() ? successes - 1 : successes, successes);
        });
    }

    private void outcome() {
        String expected = terminates()
                ? "WR_FLUSH_ERR"
                : rejects() ? "UNKNOWN" : note("stalled") ? null : SUCCESS;
        if (expected != null) {
            claims.add("it ends with " + expected, () -> {
                for (SessionSummary session : analysis.sessions()) {
                    assertThat(session.outcome().status()).isEqualTo(expected);
                }
            });
        }
    }

    private void retransmissions() {
        for (Guest guest : Guest.values()) {
            long counted = recording.counter(guest, "Tcp:RetransSegs");
            boolean behindTap = !recording.column("impairment").contains(guest + "[loss");
            claims.add("segments that " + guest + " sent again", () -> {
                long seen = analysis.requests(guest, counts -> counts.retransmittedPackets());
                // What was lost at the end and before the tap shows nothing of its first sending.
                assertThat(seen).isBetween(behindTap ? counted : 0, counted);
            });
            long copies = recording.counter(guest, "netem_sent_pkts")
                    - recording.counter(guest, "Tcp:OutSegs");
            if (recording.column("impairment").contains(guest + "[duplicate")) {
                claims.add(
                        "copies that the network made of " + guest + "'s data",
                        () -> assertThat(analysis.requests(
                                        guest, counts -> counts.networkDuplicates()))
                                .isBetween(1L, copies));
            }
        }
    }

    private void findings() throws IOException {
        List<String> expected = new ArrayList<>();
        if (terminates()) {
            expected.add("IWARP-TERMINATE");
        }
        if (rejects()) {
            expected.add("IWARP-MPA-REJECTED");
        }
        if (recording.printed(Guest.A).contains("initiating data transfers")) {
            // The server of ucmatose sends as soon as it has accepted.
            for (int i = 0; i < connections(); i++) {
                expected.add("IWARP-DATA-BEFORE-RTR");
            }
        }
        List<Finding> findings = Rules.judge(analysis.result());
        claims.add("findings are " + expected + (impaired() ? " and TCP's losses" : ""), () -> {
            List<String> rules = new ArrayList<>(
                    findings.stream().map(finding -> finding.rule().id()).toList());
            if (impaired()) {
                rules.removeIf(rule -> rule.equals("IWARP-TCP-LOSS"));
            }
            assertThat(rules).containsExactlyInAnyOrderElementsOf(expected);
        });
        String meaning = meaning();
        if (terminates()) {
            claims.add(
                    "the Terminate means " + meaning + ", in siw's form",
                    () -> assertThat(findings.get(0).message())
                            .contains(meaning)
                            .contains("siw"));
        }
        if (rejects()) {
            String reason = Workload.option(recording.command(Guest.A), "--pdata (\\S+)");
            claims.add(
                    "the reject says " + reason,
                    () -> assertThat(findings.get(0).message()).contains('"' + reason + '"'));
        }
        long damaged = recording.counter(Guest.A, "Tcp:InCsumErrors");
        if (damaged > 0) {
            claims.add(
                    damaged + " segments with a wrong checksum",
                    () -> assertThat(findings.get(0).message())
                            .contains(damaged + " had a wrong TCP checksum"));
        }
    }

    /** siw says "invalid STag" for a forbidden WRITE too: DDP has no code for access rights. */
    private String meaning() {
        String file = recording.file();
        return file.contains("bounds")
                ? "base or bounds violation"
                : file.contains("too-long") ? "no receive buffer for the message" : "invalid STag";
    }
}
