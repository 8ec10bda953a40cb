package io.qpscope.cli.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of Markdown, as far as tests look at it. */
final class Page {
    static final Path ROOT = Path.of("..");

    private static final String INDENT = "    ";
    private static final String FENCE = "```";
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

    /**
     * Lines between fences, or indented.
     *
     * @param language behind the fence, empty without; null when indented
     * @param line of the first one in the page, from 1
     */
    record Block(String language, int line, List<String> lines) {}

    /** A word or more in backticks, or the target of a link. */
    record Mention(int line, String text) {}

    private final Path path;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Mention> codes = new ArrayList<>();
    private final List<Mention> links = new ArrayList<>();
    private final List<String> anchors = new ArrayList<>();

    private Page(Path path) throws IOException {
        this.path = path;
        List<String> lines = Files.readAllLines(path);
        for (int i = 0; i < lines.size(); ) {
            String line = lines.get(i);
            if (line.startsWith(FENCE)) {
                i = fenced(lines, i);
            } else if (line.startsWith(INDENT) && i > 0 && lines.get(i - 1).isBlank()) {
                i = indented(lines, i);
            } else {
                prose(line, ++i);
            }
        }
    }

    /** All pages of the repository. */
    static List<Page> all() throws IOException {
        List<Page> pages = new ArrayList<>();
        for (String folder : new String[] {"", ".github", "cli/docs", "captures", "captures/lab"}) {
            try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
                for (Path file : files.sorted().toList()) {
                    if (file.toString().endsWith(".md")) {
                        pages.add(new Page(file));
                    }
                }
            }
        }
        return pages;
    }

    static Page of(String name) throws IOException {
        return new Page(ROOT.resolve(name));
    }

    private int fenced(List<String> lines, int start) {
        int end = start + 1;
        while (!lines.get(end).startsWith(FENCE)) {
            end++;
        }
        String language = lines.get(start).substring(FENCE.length()).strip();
        blocks.add(new Block(language, start + 2, List.copyOf(lines.subList(start + 1, end))));
        return end + 1;
    }

    private int indented(List<String> lines, int start) {
        int end = start;
        List<String> found = new ArrayList<>();
        while (end < lines.size()
                && (lines.get(end).startsWith(INDENT) || lines.get(end).isEmpty())) {
            found.add(lines.get(end).isEmpty() ? "" : lines.get(end).substring(INDENT.length()));
            end++;
        }
        while (found.get(found.size() - 1).isEmpty()) {
            found.remove(found.size() - 1);
        }
        blocks.add(new Block(null, start + 1, found));
        return end;
    }

    private void prose(String line, int number) {
        if (line.startsWith("#")) {
            anchors.add(anchor(line.replaceFirst("^#+ *", "")));
        }
        Matcher code = CODE.matcher(line);
        while (code.find()) {
            codes.add(new Mention(number, code.group(1).replace("\\|", "|")));
        }
        Matcher link = LINK.matcher(CODE.matcher(line).replaceAll(""));
        while (link.find()) {
            links.add(new Mention(number, link.group(1)));
        }
    }

    /** As GitHub makes it of a heading. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}\\- _]", "")
                .replace(' ', '-');
    }

    /** From the root of the repository. */
    String name() {
        return ROOT.relativize(path).toString();
    }

    Path path() {
        return path;
    }

    List<Block> blocks() {
        return blocks;
    }

    List<Mention> codes() {
        return codes;
    }

    List<Mention> links() {
        return links;
    }

    List<String> anchors() {
        return anchors;
    }
}
