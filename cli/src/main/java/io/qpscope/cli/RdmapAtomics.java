package io.qpscope.cli;

import io.qpscope.wire.AtomicCodes;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the operations of RDMAP's atomic requests are numbered: sources differ. */
public final class RdmapAtomics {
    private static final Pattern CODES = Pattern.compile("(\\d{1,2}),(\\d{1,2}),(\\d{1,2})");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private AtomicCodes codes = AtomicCodes.DEFAULT;

    @Option(
            names = "--atomic-codes",
            paramLabel = "ADD,SWAP,CMPSWAP",
            description = "Codes of FetchAdd, Swap and CmpSwap in iWARP atomic requests (RFC 7306),"
                    + " which differ between implementations. Default 0,1,2.")
    void set(String text) {
        Matcher parts = CODES.matcher(text);
        int[] code = new int[3];
        boolean valid = parts.matches();
        for (int i = 0; valid && i < code.length; i++) {
            code[i] = Integer.parseInt(parts.group(i + 1));
            valid = code[i] <= AtomicCodes.LARGEST;
        }
        if (!valid || code[0] == code[1] || code[0] == code[2] || code[1] == code[2]) {
            throw new UsageException(
                    command.commandLine(),
                    "--atomic-codes must be three different numbers from 0 to 15, as 0,1,2, not "
                            + text);
        }
        codes = new AtomicCodes(code[0], code[1], code[2]);
    }

    public AtomicCodes codes() {
        return codes;
    }
}
