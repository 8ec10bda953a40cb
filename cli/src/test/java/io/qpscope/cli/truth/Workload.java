package io.qpscope.cli.truth;

import io.qpscope.session.Verb;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads off a command line which messages one guest sends on each of its connections. */
final class Workload {
    private Workload() {}

    /** Null where the command line does not tell; empty where it tells that nothing is sent. */
    static List<Message> of(Recording recording, Guest guest) {
        String command = recording.command(guest);
        if (command.isEmpty()) {
            return null;
        }
        if (command.startsWith("rlab ")) {
            String script = option(command, "--script (\\S+)");
            return script == null ? List.of() : script(script);
        }
        boolean client = command.matches(".* \\d+\\.\\d+\\.\\d+\\.\\d+");
        Matcher perftest =
                Pattern.compile("ib_(send|write|read|atomic)_(bw|lat) .*").matcher(command);
        if (perftest.matches()) {
            boolean sends = perftest.group(2).equals("lat") || client;
            return sends ? perftest(perftest.group(1), command) : List.of();
        }
        if (command.matches("ibv_(rc|uc|ud)_pingpong .*")) {
            return repeat(Verb.SEND, number(command, "-s"), number(command, "-n"));
        }
        if (command.startsWith("rping ")) {
            return rping(command);
        }
        if (command.startsWith("ucmatose ")) {
            return repeat(Verb.SEND, number(command, "-S"), number(command, "-C"));
        }
        if (command.contains("mckey ")) {
            return command.contains("mckey -s")
                    ? repeat(Verb.SEND_IMM, number(command, "-S"), number(command, "-C"))
                    : List.of();
        }
        return null;
    }

    private static List<Message> script(String script) {
        List<Message> messages = new ArrayList<>();
        for (String step : script.split(",", -1)) {
            String[] parts = step.split(":", -1);
            Verb verb = verb(parts[0]);
            if (verb != null) {
                int size = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
                int count = parts.length > 2 ? Integer.parseInt(parts[2]) : 1;
                messages.addAll(Collections.nCopies(count, new Message(verb, size)));
            }
        }
        return messages;
    }

    private static Verb verb(String operation) {
        return switch (operation) {
            case "send" -> Verb.SEND;
            case "sendimm" -> Verb.SEND_IMM;
            case "sendinv" -> Verb.SEND_INV;
            case "write" -> Verb.WRITE;
            case "writeimm" -> Verb.WRITE_IMM;
            case "read" -> Verb.READ;
            case "cas" -> Verb.CMP_SWAP;
            case "faa" -> Verb.FETCH_ADD;
            default -> null;
        };
    }

    private static List<Message> perftest(String tool, String command) {
        int count = number(command, "-n");
        if (tool.equals("atomic")) {
            boolean add = command.contains("-A FETCH_AND_ADD");
            return repeat(add ? Verb.FETCH_ADD : Verb.CMP_SWAP, 8, count);
        }
        return repeat(verb(tool), number(command, "-s"), count);
    }

    /** The client offers its buffer twice; the server reads, answers, writes, answers. */
    private static List<Message> rping(String command) {
        int count = number(command, "-C");
        Message offer = new Message(Verb.SEND, 16);
        if (command.startsWith("rping -c")) {
            return Collections.nCopies(2 * count, offer);
        }
        int size = number(command, "-S");
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(new Message(Verb.READ, size));
            messages.add(offer);
            messages.add(new Message(Verb.WRITE, size));
            messages.add(offer);
        }
        return messages;
    }

    private static List<Message> repeat(Verb verb, int size, int count) {
        return Collections.nCopies(count, new Message(verb, size));
    }

    static int number(String command, String option) {
        return Integer.parseInt(option(command, option + " (\\d+)"));
    }

    static String option(String command, String pattern) {
        Matcher matcher = Pattern.compile("(?:^|.* )" + pattern + "(?: .*|$)").matcher(command);
        return matcher.matches() ? matcher.group(1) : null;
    }
}
