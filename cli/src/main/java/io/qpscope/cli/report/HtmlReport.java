package io.qpscope.cli.report;

import io.qpscope.cli.report.plot.Plots;
import io.qpscope.session.SessionSummary;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * One page that holds all it needs: styles, scripts and data. Texts, tables and diagrams are there
 * without scripts; plots are drawn by uPlot. A content security policy lets nothing but the page's own
 * scripts run and nothing be loaded.
 */
public final class HtmlReport implements Report {
    /** Sessions with a section of their own, the worst. */
    static final int SECTIONS = 40;

    private static final String WEBJAR = "/META-INF/resources/webjars/uplot/";

    private final String version;
    private final String uplot;
    private final List<Plots> plots;
    /** Null without a simulated run. */
    private PortPlots ports;

    /**
     * @param version of the program
     * @param uplot version of the charting library on the class path
     * @param plots of the tracker, or of each tap's as they were made
     */
    public HtmlReport(String version, String uplot, List<Plots> plots) {
        this.version = version;
        this.uplot = uplot;
        this.plots = List.copyOf(plots);
    }

    /** With the verdict and the ports of a simulated run. */
    public HtmlReport with(PortPlots run) {
        ports = run;
        return this;
    }

    @Override
    public void write(Analysis analysis, PrintWriter out) {
        String folder = WEBJAR + uplot + "/";
        // The address of its home would be the only one in the page.
        String library = notice(resource(folder + "LICENSE"))
                + resource(folder + "dist/uPlot.iife.min.js").replace("https://", "");
        List<String> scripts = List.of(
                library,
                resource("plots.js"),
                resource("charts.js"),
                resource("session.js"),
                resource("page.js"));
        String styles = resource(folder + "dist/uPlot.min.css") + "\n" + resource("page.css");
        List<SessionSummary> sessions = TextReport.worstFirst(analysis);
        List<SessionSummary> told = sessions.subList(0, Math.min(SECTIONS, sessions.size()));
        out.print("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        out.print("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        out.print("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
                + " img-src data:; style-src 'unsafe-inline'; script-src");
        for (String script : scripts) {
            out.print(" 'sha256-" + hash(script) + "'");
        }
        out.print("\">\n");
        Html html = new Html(out);
        html.element("title", title(analysis)).line();
        out.print("<style>\n" + styles + "</style>\n</head>\n<body>\n");
        new HtmlSummary(html, version).write(analysis);
        html.open("main").line();
        if (ports != null) {
            ports.write(html);
        }
        if (analysis.taps() != null) {
            new HtmlTaps(html).write(analysis);
        }
        new HtmlFindings(html).write(analysis, told);
        Drawn drawn = new Drawn(analysis, plots);
        HtmlSessions section = new HtmlSessions(html, drawn);
        section.table(analysis, sessions, told);
        for (int i = 0; i < told.size(); i++) {
            section.section(told.get(i), i);
        }
        html.close("main").line();
        out.print(resource("help.html"));
        out.print("<script type=\"application/json\" id=\"data\">");
        new PlotData(drawn).write(analysis, told, out);
        out.print("</script>\n");
        for (String script : scripts) {
            out.print("<script>" + script + "</script>\n");
        }
        out.print("</body>\n</html>\n");
        out.flush();
    }

    private static String title(Analysis analysis) {
        StringBuilder title = new StringBuilder("QPScope:");
        for (Analysis.Capture capture : analysis.captures()) {
            title.append(' ').append(name(capture.info().file()));
        }
        return title.toString();
    }

    /** The last part of a path. */
    static String name(String path) {
        return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    }

    private static String notice(String licence) {
        return "/*! uPlot\n" + licence.strip().replace("*/", "* /") + "\n*/\n";
    }

    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(script.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** With line ends as a browser reads them, for the hash to be right. */
    static String resource(String name) {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
