package io.qpscope.cli.report;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/**
 * Takes JSON to the inside of a script element. Only strings of it hold these characters, so writing
 * them as escapes changes nothing of what it says and leaves nothing that could end the element.
 */
final class ScriptWriter extends FilterWriter {
    ScriptWriter(Writer out) {
        super(out);
    }

    @Override
    public void write(int c) throws IOException {
        switch (c) {
            case '<' -> out.write("\\u003c");
            case '>' -> out.write("\\u003e");
            case '&' -> out.write("\\u0026");
            default -> out.write(c);
        }
    }

    @Override
    public void write(char[] text, int offset, int length) throws IOException {
        int from = offset;
        for (int i = offset; i < offset + length; i++) {
            if (text[i] == '<' || text[i] == '>' || text[i] == '&') {
                out.write(text, from, i - from);
                write(text[i]);
                from = i + 1;
            }
        }
        out.write(text, from, offset + length - from);
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
        write(text.toCharArray(), offset, length);
    }
}
