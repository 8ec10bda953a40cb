package io.qpscope.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What the command line takes, without running anything. */
public final class Syntax {
    private Syntax() {}

    /** What is wrong with a command's words; null when they are taken. */
    public static String problem(List<String> words) {
        if (words.size() < 2 && words.stream().allMatch(subcommands()::contains)) {
            return null;
        }
        try {
            Qpscope.commandLine().parseArgs(words.toArray(String[]::new));
            return null;
        } catch (ParameterException e) {
            return e.getMessage();
        }
    }

    /** Names of all commands, hidden ones too. */
    public static Set<String> subcommands() {
        return Qpscope.commandLine().getSubcommands().keySet();
    }

    /** Names of the options of all commands. */
    public static Set<String> options() {
        Set<String> names = new TreeSet<>();
        for (CommandLine command : Qpscope.commandLine().getSubcommands().values()) {
            for (OptionSpec option : command.getCommandSpec().options()) {
                names.addAll(List.of(option.names()));
            }
        }
        return names;
    }
}
