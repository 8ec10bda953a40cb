package io.qpscope.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.qpscope.cli.Main;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pictures of the documentation. Made again with {@code -Dqpscope.pictures=true}; else only what
 * the terminal's is drawn of is looked at.
 */
class PicturesTest {
    private static final Path DOCS = Path.of("../cli/docs");
    private static final String CAPTURES = "../captures/";
    private static final String DEAD = "roce-peer-killed.pcap";
    private static final String LOSSY = "roce-loss5-mixed-downstream.pcap";
    private static final Pattern ESCAPE = Pattern.compile("\u001b\\[([\\d;]*)m");

    /** Of the report's picture; long enough for findings, sessions and a plot. */
    private static final int WIDTH = 1080;

    private static final int HEIGHT = 1560;

    private static final Map<String, String> STYLES = Map.of(
            "1", "font-weight:bold;color:#fff",
            "2", "color:#8b949e",
            "32", "color:#56d364",
            "33", "color:#e3b341",
            "36", "color:#56d4dd",
            "1;31", "font-weight:bold;color:#ff7b72");

    @TempDir
    Path folder;

    private static String run(String... words) {
        StringWriter out = new StringWriter();
        int code = Main.run(words, new PrintWriter(out), new PrintWriter(out));
        assertThat(code).as(out.toString()).isZero();
        return out.toString();
    }

    private static String terminal() {
        return "$ cli/qpscope analyze captures/" + DEAD + "\n"
                + run("analyze", "--color=always", CAPTURES + DEAD).replace(CAPTURES, "captures/");
    }

    /** A terminal's text as HTML. */
    private static String html(String text) {
        StringBuilder html = new StringBuilder();
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
        Matcher matcher = ESCAPE.matcher(escaped);
        int at = 0;
        while (matcher.find()) {
            html.append(escaped, at, matcher.start());
            String code = matcher.group(1);
            if (code.equals("0")) {
                html.append("</span>");
            } else {
                assertThat(STYLES).as("style of a terminal").containsKey(code);
                html.append("<span style='").append(STYLES.get(code)).append("'>");
            }
            at = matcher.end();
        }
        return html.append(escaped.substring(at)).toString();
    }

    @Test
    void everyColourOfTheTerminalIsDrawn() {
        String text = terminal();
        String html = html(text);
        assertThat(html).contains("<span").doesNotContain("\u001b");
        assertThat(html.replaceAll("<[^>]+>", "").replace("&lt;", "<").replace("&amp;", "&"))
                .isEqualTo(ESCAPE.matcher(text).replaceAll(""));
    }

    @Test
    void makeThemAgain() throws Exception {
        assumeTrue(Boolean.getBoolean("qpscope.pictures"), "pictures are made when asked for");
        Path program = Chromium.find();
        assumeTrue(program != null, "no Chromium");
        Chromium browser = new Chromium(program, Files.createDirectory(folder.resolve("profile")));
        try {
            Path page = folder.resolve("terminal.html");
            Files.writeString(
                    page,
                    "<!doctype html><meta charset='utf-8'><body style='margin:0'><pre style='display:"
                            + "inline-block;margin:0;padding:16px 20px;background:#0d1117;color:#d0d7de;"
                            + "font:14px/1.35 \"DejaVu Sans Mono\",monospace'>"
                            + html(terminal()) + "</pre>");
            browser.show(page, 1200, 1200, false);
            JsonNode box = browser.js(
                    "(() => { const r = document.querySelector('pre')"
                            + ".getBoundingClientRect(); return [Math.ceil(r.width), Math.ceil(r.height)]; })()");
            take(browser, "terminal.png", box.get(0).asInt(), box.get(1).asInt());

            Path report = folder.resolve("report.html");
            run("analyze", "--html", report.toString(), CAPTURES + LOSSY);
            browser.open(report, WIDTH, HEIGHT, false);
            browser.until("document.querySelector('canvas')");
            take(browser, "report.png", WIDTH, HEIGHT);
        } finally {
            browser.close();
        }
    }

    private static void take(Chromium browser, String name, int width, int height)
            throws IOException, InterruptedException {
        browser.size(width, height);
        // What is drawn when it comes into view has been by the second frame.
        browser.js("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
        JsonNode picture = browser.call("Page.captureScreenshot", Map.of("format", "png"));
        Files.write(
                DOCS.resolve(name),
                Base64.getDecoder().decode(picture.get("data").asString()));
    }
}
