package io.qpscope.fault.yaml;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads one YAML document. Size, depth and number of parts are bounded; anchors, aliases and tags
 * are refused: a plan has no use for them, and they make small files huge.
 */
public final class YamlReader {
    /** Characters of a document at most. */
    public static final int MOST_CHARACTERS = 1 << 22;

    private static final int MOST_DEPTH = 32;
    private static final int MOST_NODES = 100_000;

    private static final Pattern PLACE =
            Pattern.compile(" *in reader, line (\\d{1,9}), column (\\d{1,9})");

    private static final YAMLFactory FACTORY = YAMLFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(2 * MOST_DEPTH)
                    .maxNameLength(MOST_CHARACTERS)
                    .maxStringLength(MOST_CHARACTERS)
                    .maxNumberLength(MOST_CHARACTERS)
                    .build())
            .build();

    /** Ends the reading; what is wrong has been told. */
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused() {
            super(null, null, false, false);
        }
    }

    private final YAMLParser parser;
    private final Problems problems;
    private int nodes;

    private YamlReader(YAMLParser parser, Problems problems) {
        this.parser = parser;
        this.problems = problems;
    }

    /**
     * Reads a whole document.
     *
     * @param text the file's contents
     * @param problems gets what is wrong, and names the file
     * @throws InvalidYamlException when it is no YAML, or not of the kind taken here
     */
    public static YamlNode read(String text, Problems problems) throws InvalidYamlException {
        if (text.length() > MOST_CHARACTERS) {
            problems.add(1, 1, "longer than " + MOST_CHARACTERS + " characters");
            problems.check();
        }
        YamlNode root = null;
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            root = new YamlReader((YAMLParser) parser, problems).document();
        } catch (JacksonException e) {
            tell(e, problems);
        } catch (Refused told) {
            root = null;
        }
        problems.check();
        return root;
    }

    /**
     * The library's last sentence, which is the problem, and its last place; those before are where
     * it had begun to read.
     */
    private static void tell(JacksonException e, Problems problems) {
        TokenStreamLocation at = e.getLocation();
        int line = at == null ? 1 : Math.max(1, at.getLineNr());
        int column = at == null ? 1 : Math.max(1, at.getColumnNr());
        String words = "unreadable";
        for (String each : String.valueOf(e.getOriginalMessage()).lines().toList()) {
            Matcher place = PLACE.matcher(each);
            if (place.lookingAt()) {
                line = Integer.parseInt(place.group(1));
                column = Integer.parseInt(place.group(2));
            } else if (!each.isBlank() && !each.startsWith(" ")) {
                words = each;
            }
        }
        problems.add(line, column, "not YAML as expected here: " + words);
    }

    private YamlNode document() {
        JsonToken first = parser.nextToken();
        if (first == null) {
            return YamlNode.text(1, 1, null);
        }
        YamlNode root = node(first);
        if (parser.nextToken() != null) {
            throw refuse("a second document; expected one in a file");
        }
        return root;
    }

    private YamlNode node(JsonToken token) {
        TokenStreamLocation at = parser.currentTokenLocation();
        int line = at.getLineNr();
        int column = at.getColumnNr();
        if (parser.streamReadContext().getNestingDepth() > MOST_DEPTH) {
            throw refuse("nested deeper than " + MOST_DEPTH + " levels");
        }
        if (++nodes > MOST_NODES) {
            throw refuse("more than " + MOST_NODES + " parts");
        }
        if (parser.isCurrentAlias() || parser.getObjectId() != null) {
            throw refuse("anchors (&) and aliases (*) are not taken here; write it out");
        }
        if (parser.getTypeId() != null) {
            throw refuse("tags (!) are not taken here; leave them out");
        }
        return switch (token) {
            case START_OBJECT -> map(line, column);
            case START_ARRAY -> list(line, column);
            case VALUE_NULL -> YamlNode.text(line, column, null);
            default -> YamlNode.text(line, column, parser.getString());
        };
    }

    private YamlNode list(int line, int column) {
        List<YamlNode> items = new ArrayList<>();
        JsonToken token = parser.nextToken();
        while (token != JsonToken.END_ARRAY) {
            items.add(node(token));
            token = parser.nextToken();
        }
        return YamlNode.list(line, column, List.copyOf(items));
    }

    private YamlNode map(int line, int column) {
        List<YamlNode.Entry> entries = new ArrayList<>();
        Map<String, Integer> lines = new HashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            TokenStreamLocation at = parser.currentTokenLocation();
            String key = parser.currentName();
            Integer before = lines.putIfAbsent(key, at.getLineNr());
            if (before != null) {
                problems.add(
                        at.getLineNr(),
                        at.getColumnNr(),
                        String.format(
                                Locale.ROOT,
                                "'%s' again; it stands in line %d already",
                                Names.shown(key),
                                before));
            }
            YamlNode value = node(parser.nextToken());
            entries.add(new YamlNode.Entry(key, at.getLineNr(), at.getColumnNr(), value));
        }
        return YamlNode.map(line, column, List.copyOf(entries));
    }

    private Refused refuse(String what) {
        TokenStreamLocation at = parser.currentTokenLocation();
        problems.add(Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()), what);
        return new Refused();
    }
}
