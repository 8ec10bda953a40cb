package io.qpscope.fault.yaml;

import java.util.List;

/** A file that can't be used as it is. */
public final class InvalidYamlException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    InvalidYamlException(List<String> problems) {
        super(String.join(System.lineSeparator(), problems));
        this.problems = List.copyOf(problems);
    }

    /** One line each: file, line, column, what is wrong and what was expected. */
    public List<String> problems() {
        return problems;
    }
}
