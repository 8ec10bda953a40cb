package io.qpscope.cli.docs;

import io.qpscope.cli.Main;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM in a folder of its own that runs one command of the program after the other, as a process
 * for each would, but without starting one each time.
 */
final class ScratchJvm {
    /** Output and errors in the order of a terminal, nearly: the output first. */
    record Result(int exitCode, String output) {}

    private static final int BACKGROUND = -1;
    private static final int STOP = -2;

    private final Process process;
    private final DataOutputStream to;
    private final DataInputStream from;

    ScratchJvm(Path folder) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-XX:+UseSerialGC",
                        // Much runs once or twice.
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty(
                                "surefire.test.class.path", System.getProperty("java.class.path")),
                        ScratchJvm.class.getName())
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        to = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        from = new DataInputStream(new BufferedInputStream(process.getInputStream()));
    }

    Result run(List<String> arguments) throws IOException {
        send(0, arguments);
        return result();
    }

    /** Starts a server; {@link #stop} ends it. */
    void background(List<String> arguments) throws IOException {
        send(BACKGROUND, arguments);
    }

    /** Ends the server that was started last, as Ctrl-C would; what it said. */
    Result stop() throws IOException {
        send(STOP, List.of());
        return result();
    }

    private void send(int what, List<String> arguments) throws IOException {
        to.writeInt(what);
        to.writeInt(arguments.size());
        for (String argument : arguments) {
            to.writeUTF(argument);
        }
        to.flush();
    }

    private Result result() throws IOException {
        int code = from.readInt();
        byte[] text = new byte[from.readInt()];
        from.readFully(text);
        return new Result(code, new String(text, StandardCharsets.UTF_8));
    }

    void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }

    // ---- in the other JVM ----

    private static Result execute(String[] arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(arguments, new PrintWriter(out, true), new PrintWriter(err, true));
        return new Result(code, out.toString() + err);
    }

    public static void main(String[] none) throws Exception {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
        // Nothing else may come between the answers.
        System.setOut(System.err);
        Thread server = null;
        Result[] served = new Result[1];
        while (true) {
            int what = in.readInt();
            String[] arguments = new String[in.readInt()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = in.readUTF();
            }
            if (what == BACKGROUND) {
                server = new Thread(() -> served[0] = execute(arguments));
                server.start();
                continue;
            }
            Result result;
            if (what == STOP) {
                server.interrupt();
                server.join();
                result = served[0];
            } else {
                result = execute(arguments);
            }
            byte[] text = result.output().getBytes(StandardCharsets.UTF_8);
            out.writeInt(result.exitCode());
            out.writeInt(text.length);
            out.write(text);
            out.flush();
        }
    }
}
