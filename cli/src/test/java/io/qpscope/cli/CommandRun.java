package io.qpscope.cli;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One run of the program inside the test's process. */
record CommandRun(int exitCode, String out, String err) {
    static CommandRun of(Object... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Qpscope.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        String[] words = new String[args.length];
        for (int i = 0; i < args.length; i++) {
            words[i] = args[i].toString();
        }
        int code = line.execute(words);
        return new CommandRun(code, normal(out), normal(err));
    }

    private static String normal(StringWriter text) {
        return text.toString().replace("\r\n", "\n");
    }
}
