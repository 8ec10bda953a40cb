package io.qpscope.cli.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A command that a page shows.
 *
 * @param shown the output below it; null where the page shows none
 */
record DocCommand(String page, int line, String text, List<String> shown) {
    private static final Set<String> PROGRAMS = Set.of("cli/qpscope", "qpscope");
    private static final String PROMPT = "$ ";

    /** Those of a block in their order; a block with prompts has outputs, too. */
    static List<DocCommand> of(String page, Page.Block block) {
        List<DocCommand> commands = new ArrayList<>();
        boolean prompts = block.lines().stream().anyMatch(line -> line.startsWith(PROMPT));
        if (!prompts && block.language() != null) {
            return commands;
        }
        List<String> lines = block.lines();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            int number = block.line() + i;
            if (prompts ? !line.startsWith(PROMPT) : line.isBlank()) {
                continue;
            }
            StringBuilder text = new StringBuilder(prompts ? line.substring(2) : line);
            while (text.charAt(text.length() - 1) == '\\') {
                text.setLength(text.length() - 1);
                text.append(lines.get(++i).strip());
            }
            commands.add(new DocCommand(
                    page, number, text.toString(), prompts ? shown(lines, i + 1) : null));
        }
        return commands;
    }

    private static List<String> shown(List<String> lines, int start) {
        int end = start;
        while (end < lines.size() && !lines.get(end).startsWith(PROMPT)) {
            end++;
        }
        return end == start ? null : lines.subList(start, end);
    }

    /** Where it stands. */
    String place() {
        return page + ":" + line;
    }

    /** The parts between {@code &&}, each as words; comments are left out. */
    List<List<String>> parts() {
        List<List<String>> parts = new ArrayList<>();
        parts.add(new ArrayList<>());
        for (String word : words(text)) {
            if (word.equals("&&")) {
                parts.add(new ArrayList<>());
            } else {
                parts.get(parts.size() - 1).add(word);
            }
        }
        return parts;
    }

    /** A shell's words, as far as pages need it: quotes, and comments from a {@code #} on. */
    static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '\'' || c == '"') {
                quote = c;
                inWord = true;
            } else if (c == '#' && !inWord) {
                break;
            } else if (c == ' ') {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                    inWord = false;
                }
            } else {
                word.append(c);
                inWord = true;
            }
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }

    /** Between the program's name and what a shell does with its output; null when it is not called. */
    static List<String> arguments(List<String> words) {
        List<String> found = null;
        for (String word : words) {
            if (found != null && (word.equals(">") || word.equals("|"))) {
                break;
            }
            if (found != null) {
                found.add(word);
            } else if (PROGRAMS.contains(word)) {
                found = new ArrayList<>();
            }
        }
        return found;
    }

    static boolean startsWithProgram(List<String> words) {
        return !words.isEmpty() && PROGRAMS.contains(words.get(0));
    }
}
