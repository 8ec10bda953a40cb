package io.qpscope.fault.yaml;

import java.util.ArrayList;
import java.util.List;

/** What is wrong with a file; the first few in full. */
public final class Problems {
    private static final int MOST = 20;

    private final String file;
    private final List<String> lines = new ArrayList<>();
    private int more;

    /**
     * None yet.
     *
     * @param file its name, in front of every problem
     */
    public Problems(String file) {
        this.file = file;
    }

    public void add(YamlNode where, String what) {
        add(where.line(), where.column(), what);
    }

    /**
     * Adds one at a place of the file.
     *
     * @param line from 1
     * @param column from 1
     */
    public void add(int line, int column, String what) {
        if (lines.size() < MOST) {
            lines.add(file + ":" + line + ":" + column + ": " + what);
        } else {
            more++;
        }
    }

    public boolean any() {
        return !lines.isEmpty();
    }

    /** Ends the reading when there are any. */
    public void check() throws InvalidYamlException {
        if (more > 0) {
            lines.add(file + ": and " + more + " more");
        }
        if (any()) {
            throw new InvalidYamlException(lines);
        }
    }
}
