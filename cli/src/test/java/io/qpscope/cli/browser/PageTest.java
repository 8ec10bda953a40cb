package io.qpscope.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.qpscope.cli.HtmlPages;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Clicks through the HTML report in a headless Chromium. */
class PageTest {
    private static final Pattern POINT = Pattern.compile("frame (\\d+), PSN (\\d+)");
    private static final String OVER = ".chart .u-over";
    private static final String RANGE = ".zoom output";

    @TempDir
    static Path folder;

    private static Chromium browser;
    private static Path lossy;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Path program = Chromium.find();
        assumeTrue(program != null, "no Chromium on the PATH: the page was not clicked through");
        lossy = HtmlPages.of("roce-loss5-mixed-downstream.pcap", folder);
        browser = new Chromium(program, Files.createDirectory(folder.resolve("profile")));
    }

    @AfterAll
    static void stop() throws InterruptedException {
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void nothingWentWrongAndNothingWasLoaded() {
        assertThat(browser.errors()).isEmpty();
        assertThat(browser.requests()).hasSize(1).allMatch(url -> url.startsWith("file:"));
    }

    private static void openPlots() throws InterruptedException {
        browser.open(lossy, 1280, 1000, false);
        browser.js("document.querySelector('.plots').scrollIntoView()");
        browser.until("document.querySelectorAll('.chart canvas').length >= 3");
    }

    /** Sweeps the pointer over the plot until it is told of a point. */
    private static double[] findPoint() throws InterruptedException {
        double[] over = browser.place(OVER);
        for (double y = 0.02; y < 1; y += 0.03) {
            for (double x = 0.02; x < 1; x += 0.01) {
                double[] at = {over[0] + over[2] * x, over[1] + over[3] * y};
                browser.move(at[0], at[1]);
                if (!browser.text(".tip").isEmpty()) {
                    return at;
                }
            }
        }
        throw new AssertionError("no point under the pointer");
    }

    /** How many of a canvas' pixels have a colour of the page. */
    private static int pixels(String canvas, String colour) throws InterruptedException {
        return browser.js("(() => { const c = " + canvas + ";"
                        + " const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
                        + " const hex = css('" + colour + "').slice(1);"
                        + " const [r, g, b] = [0, 2, 4].map(i => parseInt(hex.slice(i, i + 2), 16));"
                        + " let n = 0;"
                        + " for (let i = 0; i < d.length; i += 4)"
                        + " n += d[i] === r && d[i + 1] === g && d[i + 2] === b;"
                        + " return n; })()")
                .asInt();
    }

    private static void isTrue(String told) {
        Matcher point = POINT.matcher(told);
        assertThat(point.find()).as(told).isTrue();
        assertThat(HtmlPages.psn("roce-loss5-mixed-downstream.pcap", point.group(1)))
                .as(told)
                .isEqualTo(point.group(2));
    }

    @Test
    void thePointUnderThePointerIsTheFrameItNames() throws InterruptedException {
        openPlots();
        double[] at = findPoint();
        String tip = browser.text(".tip");
        isTrue(tip);
        browser.click(at[0], at[1]);
        assertThat(browser.text(".readout"))
                .startsWith(tip)
                .containsPattern("qpscope show --frame \\d+");
    }

    @Test
    void draggingZoomsAllChartsAndADoubleClickShowsAll() throws InterruptedException {
        openPlots();
        String all = browser.text(RANGE);
        assertThat(all).startsWith("all, ");
        double[] over = browser.place(OVER);
        double y = over[1] + over[3] / 2;
        browser.drag(over[0] + over[2] * 0.2, y, over[0] + over[2] * 0.5, y);
        assertThat(browser.text(RANGE)).doesNotStartWith("all").isNotEqualTo(all);
        // 30 % of 213 ms, to the pixel.
        assertThat(browser.text(RANGE)).containsPattern("\\((63\\.[6-9]|64(\\.\\d)?) ms\\)");
        browser.doubleClick(over[0] + over[2] / 2, y);
        assertThat(browser.text(RANGE)).isEqualTo(all);
    }

    @Test
    void keysZoomMoveAndStepFromEventToEvent() throws InterruptedException {
        openPlots();
        browser.js("document.querySelector('.plots').focus()");
        String all = browser.text(RANGE);
        browser.key("+");
        String half = browser.text(RANGE);
        assertThat(half).isNotEqualTo(all).containsPattern("\\(10[67] ms\\)");
        browser.key("ArrowRight");
        String later = browser.text(RANGE);
        assertThat(later).isNotEqualTo(half).containsPattern("\\(10[67] ms\\)");
        browser.key("ArrowLeft");
        assertThat(browser.text(RANGE)).isEqualTo(half);
        browser.key("-");
        assertThat(browser.text(RANGE)).isEqualTo(all);
        browser.key("n");
        String first = browser.text(".readout");
        assertThat(first).startsWith("NAK, frame 20, PSN 14410063, ");
        isTrue(first);
        browser.key("n");
        assertThat(browser.text(".readout")).startsWith("sent again, ");
        browser.key("p");
        assertThat(browser.text(".readout")).isEqualTo(first);
        browser.key(",");
        assertThat(browser.text(".readout")).startsWith("sent, ");
        browser.key("0");
        assertThat(browser.text(RANGE)).isEqualTo(all);
    }

    @Test
    void aFindingsFrameLeadsToItsPointInThePlot() throws InterruptedException {
        browser.open(lossy, 1280, 1000, false);
        browser.click("li.finding a.frame[data-frame='163']");
        browser.until("document.querySelector('.readout')?.textContent");
        assertThat(browser.text(".readout")).startsWith("NAK, frame 163, ");
        isTrue(browser.text(".readout"));
        assertThat(browser.text(RANGE)).doesNotStartWith("all");
        double[] plots = browser.place(".plots");
        assertThat(plots[1]).isLessThan(1000);
    }

    @Test
    void aKindOfPointIsHiddenAndShownByItsButton() throws InterruptedException {
        openPlots();
        assertThat(browser.text(".legend")).contains("NAK 5").contains("ACK timeout 1");
        browser.click(".legend button:last-child");
        assertThat(browser.js("document.querySelector('.legend button:last-child').ariaPressed")
                        .asString())
                .isEqualTo("false");
        browser.js("document.querySelector('.plots').focus()");
        browser.key("n");
        assertThat(browser.text(".readout")).startsWith("sent again, ");
    }

    @Test
    void aRecoveryOpensItsDiagram() throws InterruptedException {
        browser.open(lossy, 1280, 1000, false);
        assertThat(browser.js("document.querySelector('.ladder').checkVisibility()")
                        .asBoolean())
                .isFalse();
        browser.click(".episode summary b");
        assertThat(browser.js("document.querySelector('.ladder').checkVisibility()")
                        .asBoolean())
                .isTrue();
        assertThat(browser.text(".ladder")).contains("NAK 14410063, PSN sequence error");
        assertThat(browser.js("document.querySelector('.ladder .lost .cross') != null")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void darkAndLightFollowTheSystemAndTheKey() throws InterruptedException {
        String back = "getComputedStyle(document.body).backgroundColor";
        browser.open(lossy, 1280, 1000, false);
        String light = browser.js(back).asString();
        browser.key("t");
        String dark = browser.js(back).asString();
        assertThat(dark).isNotEqualTo(light);
        browser.click("#theme");
        assertThat(browser.js(back).asString()).isEqualTo(light);
        browser.open(lossy, 1280, 1000, true);
        assertThat(browser.js(back).asString()).isEqualTo(dark);
        browser.key("t");
        assertThat(browser.js(back).asString()).isEqualTo(light);
    }

    @Test
    void theListOfKeysOpensAndCloses() throws InterruptedException {
        browser.open(lossy, 1280, 1000, false);
        browser.key("?");
        assertThat(browser.js("document.querySelector('dialog').open").asBoolean())
                .isTrue();
        browser.key("Escape");
        browser.until("!document.querySelector('dialog').open");
        browser.key("j");
        assertThat(browser.js("document.activeElement.closest('details').id").asString())
                .isEqualTo("session-1");
        browser.key("f");
        assertThat(browser.js("document.activeElement.className").asString()).contains("finding");
    }

    @Test
    void aNarrowWindowDoesNotOverflow() throws InterruptedException {
        browser.open(lossy, 390, 844, true);
        browser.js("document.querySelector('.plots').scrollIntoView()");
        browser.until("document.querySelectorAll('.chart canvas').length >= 3");
        assertThat(browser.js("document.documentElement.scrollWidth").asInt()).isEqualTo(390);
        browser.size(1280, 900);
        browser.until("document.querySelector('.uplot').offsetWidth > 1000");
    }

    @Test
    void aPausedSessionHasALaneOfItsPauses() throws IOException, InterruptedException {
        browser.open(HtmlPages.paused(folder), 1280, 1000, false);
        browser.js("document.querySelector('.plots').scrollIntoView()");
        browser.until("document.querySelectorAll('.chart canvas').length === 4");
        assertThat(browser.text(".plots")).contains("Paused and waiting for credits");
        // Three of 122 ms and more, on a lane some 1100 pixels wide and 11 high.
        assertThat(pixels("[...document.querySelectorAll('.chart canvas')].pop()", "--pause"))
                .isBetween(100, 800);
        assertThat(browser.js("document.querySelector('.time-paused') != null").asBoolean())
                .isTrue();
    }

    @Test
    void anIwarpSessionIsDrawnByBytesOfItsStreams() throws IOException, InterruptedException {
        browser.open(HtmlPages.of("iwarp-perf-send-loss3.pcap", folder), 1280, 1000, false);
        browser.js("document.querySelector('.plots').scrollIntoView()");
        browser.until("document.querySelectorAll('.plots')[1].querySelector('canvas')");
        assertThat(browser.text(".plots")).contains("Position in the stream");
        assertThat(browser.text(".legend")).contains("message begins").contains("sent again 1");
        assertThat(browser.text(RANGE)).startsWith("busy part, ");
        browser.js("document.querySelector('.plots').focus()");
        browser.key("n");
        assertThat(browser.text(".readout")).startsWith("sent again, frame 86, at ");
    }

    @Test
    void aCampaignsPageShowsEachFailureAndItsScenario() throws InterruptedException {
        browser.show(HtmlPages.fuzz(folder), 1280, 1000, false);
        assertThat(browser.text("h1")).matches("fuzz: \\d+ cases failed in \\d+ ways?");
        assertThat(browser.text("#failure-1 code")).startsWith("qpscope replay ");
        assertThat(browser.js("document.querySelector('pre').checkVisibility()").asBoolean())
                .isFalse();
        double[] summary = browser.place("#failure-1 summary");
        browser.click(summary[0] + summary[2] / 2, summary[1] + summary[3] / 2);
        assertThat(browser.js("document.querySelector('pre').checkVisibility()").asBoolean())
                .isTrue();
        assertThat(browser.text("pre")).startsWith("name: fuzz\n");
    }

    @Test
    void printingDrawsThePlotsOfOpenSessionsInLight() throws InterruptedException {
        browser.open(lossy, 1280, 300, true);
        assertThat(browser.js("document.querySelectorAll('.chart').length").asInt())
                .isZero();
        browser.js("dispatchEvent(new Event('beforeprint'))");
        assertThat(browser.js("document.querySelectorAll('.chart').length").asInt())
                .isGreaterThanOrEqualTo(3);
        assertThat(browser.js("document.documentElement.dataset.theme").asString())
                .isEqualTo("light");
        browser.js("dispatchEvent(new Event('afterprint'))");
        assertThat(browser.js("document.documentElement.dataset.theme ?? ''").asString())
                .isEmpty();
    }
}
