package io.qpscope.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.cli.Syntax;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What pages name is there: links and anchors, files, classes, options, and what Maven is asked for. */
class DocsNamesTest {
    /** Two words or more, or the name of a doer. */
    private static final Pattern CLASS =
            Pattern.compile("[A-Z][a-z]+([A-Z][a-z]+)+|[A-Z][a-z]+(er|or)");

    private static final Pattern FILE =
            Pattern.compile("(cli|decoder|replay|fuzzer|captures|\\.ci|\\.github)/[\\w./-]+");
    private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]+|-[a-zA-Z]");
    private static final Pattern MAVEN =
            Pattern.compile("-P(?<profile>\\S+)|-D(test|bench\\.main)=\"?(?<class>[\\w.#,*]+)");

    /** Of other programs, or of the job for Spark. */
    private static final Set<String> OTHER_OPTIONS = Set.of("--partitions");

    private static final Set<String> FILES = new HashSet<>();

    @BeforeAll
    static void list() throws IOException {
        for (String module : new String[] {"decoder", "replay", "fuzzer", "cli"}) {
            try (Stream<Path> files = Files.walk(Page.ROOT.resolve(module))) {
                files.filter(file -> !file.toString().contains("/target/"))
                        .forEach(file -> FILES.add(file.getFileName().toString()));
            }
        }
    }

    @Test
    void linksLeadSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Page page : Page.all()) {
            for (Page.Mention link : page.links()) {
                if (!link.text().contains("://") && !leads(page, link.text())) {
                    broken.add(page.name() + ":" + link.line() + " " + link.text());
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static boolean leads(Page from, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty()
                ? from.path()
                : from.path().resolveSibling(parts[0]).normalize();
        if (!Files.exists(target)) {
            return false;
        }
        return parts.length == 1
                || Page.of(Page.ROOT.relativize(target).toString()).anchors().contains(parts[1]);
    }

    @Test
    void everyPageIsInTheReadmesTable() throws IOException {
        Set<String> linked = new TreeSet<>();
        Page.of("README.md").links().forEach(link -> linked.add(link.text()));
        for (Page page : Page.all()) {
            if (page.name().startsWith("cli/docs/")) {
                assertThat(linked).contains(page.name());
            }
        }
    }

    @Test
    void namedFilesAreThere() throws IOException {
        List<String> missing = new ArrayList<>();
        for (Page page : Page.all()) {
            for (Page.Mention code : page.codes()) {
                if (FILE.matcher(code.text()).matches()
                        && !code.text().contains("/target")
                        && !code.text().matches("cli/docs/[A-Z]+")
                        && !Files.exists(Page.ROOT.resolve(code.text()))) {
                    missing.add(page.name() + ":" + code.line() + " " + code.text());
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    /** On the page for contributors, in sentences and in drawings. */
    @Test
    void namedClassesAreThere() throws IOException {
        Page page = Page.of("cli/docs/architecture.md");
        List<String> names = new ArrayList<>();
        page.codes().forEach(code -> names.add(code.text().replaceFirst("\\..*", "")));
        for (Page.Block block : page.blocks()) {
            block.lines().forEach(line -> names.addAll(List.of(line.split("[^A-Za-z]+"))));
        }
        names.removeIf(name -> !CLASS.matcher(name).matches());
        assertThat(names).hasSizeGreaterThan(15);
        assertThat(names).allMatch(name -> FILES.contains(name + ".java"));
    }

    @Test
    void namedOptionsAreTaken() throws IOException {
        Set<String> options = Syntax.options();
        List<String> unknown = new ArrayList<>();
        for (Page page : Page.all()) {
            if (page.name().startsWith("captures/")) {
                // Options of perftest, rlab and the lab.
                continue;
            }
            for (Page.Mention code : page.codes()) {
                String word = code.text().split("[ =]", 2)[0];
                if (OPTION.matcher(word).matches()
                        && !options.contains(word)
                        && !OTHER_OPTIONS.contains(word)) {
                    unknown.add(page.name() + ":" + code.line() + " " + code.text());
                }
            }
        }
        assertThat(unknown).isEmpty();
    }

    @Test
    void whatMavenIsAskedForIsThere() throws IOException {
        String poms = "";
        for (String module : new String[] {"", "decoder", "replay", "fuzzer", "cli", "cli/spark"}) {
            Path pom = Page.ROOT.resolve(module).resolve("pom.xml");
            poms += Files.exists(pom) ? Files.readString(pom) : "";
        }
        int profiles = 0;
        for (Page page : Page.all()) {
            for (Page.Mention code : page.codes()) {
                if (!code.text().startsWith("mvn ")) {
                    continue;
                }
                Matcher asked = MAVEN.matcher(code.text());
                while (asked.find()) {
                    if (asked.group("profile") != null) {
                        profiles++;
                        assertThat(poms).contains("<id>" + asked.group("profile") + "</id>");
                    } else {
                        exists(asked.group("class"), page.name() + ":" + code.line());
                    }
                }
            }
        }
        assertThat(profiles).isPositive();
    }

    private static void exists(String test, String place) {
        String name = test.replaceFirst("#.*", "").replaceFirst(".*\\.", "");
        Pattern pattern = Pattern.compile(name.replace("*", ".*") + "\\.java");
        assertThat(FILES).as(place).anyMatch(file -> pattern.matcher(file).matches());
    }
}
