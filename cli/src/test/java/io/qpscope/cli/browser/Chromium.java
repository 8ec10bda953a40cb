package io.qpscope.cli.browser;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A headless Chromium, driven over its DevTools protocol as a person would: pointer and keys. */
final class Chromium {
    private static final String[] NAMES = {
        "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"
    };

    private static final long TIMEOUT_SECONDS = 60;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
    private final List<String> errors = Collections.synchronizedList(new ArrayList<>());
    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    private int calls;

    /** Null where there is none. */
    static Path find() {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            for (String name : NAMES) {
                Path program = Path.of(folder, name);
                if (Files.isExecutable(program)) {
                    return program;
                }
            }
        }
        return null;
    }

    /**
     * @param profile an empty folder
     */
    Chromium(Path program, Path profile) throws IOException, InterruptedException {
        process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--hide-scrollbars",
                        "--no-first-run",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        String port = port(profile.resolve("DevToolsActivePort"));
        socket = http.newWebSocketBuilder()
                .buildAsync(URI.create(page(port)), new Listener())
                .join();
        for (String domain : new String[] {"Page", "Runtime", "Log", "Network"}) {
            call(domain + ".enable", Map.of());
        }
    }

    private String port(Path file) throws IOException, InterruptedException {
        for (int i = 0; i < TIMEOUT_SECONDS * 20; i++) {
            if (!process.isAlive()) {
                throw new IOException("Chromium ended with " + process.exitValue());
            }
            if (Files.exists(file) && Files.size(file) > 0) {
                return Files.readAllLines(file).get(0);
            }
            Thread.sleep(50);
        }
        throw new IOException("Chromium names no port");
    }

    private String page(String port) throws IOException, InterruptedException {
        HttpRequest list = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/json/list"))
                .build();
        for (int i = 0; i < TIMEOUT_SECONDS * 20; i++) {
            String answer =
                    http.send(list, HttpResponse.BodyHandlers.ofString()).body();
            for (JsonNode target : JSON.readTree(answer)) {
                if (target.get("type").asString().equals("page")) {
                    return target.get("webSocketDebuggerUrl").asString();
                }
            }
            Thread.sleep(50);
        }
        throw new IOException("Chromium has no page");
    }

    /** Puts together the messages' parts, and tells events from answers. */
    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                JsonNode message = JSON.readTree(text.toString());
                text.setLength(0);
                if (message.has("id")) {
                    answers.add(message);
                } else {
                    event(message.get("method").asString(), message.get("params"));
                }
            }
            from.request(1);
            return null;
        }

        private void event(String method, JsonNode what) {
            switch (method) {
                case "Runtime.exceptionThrown" -> errors.add(what.toString());
                case "Runtime.consoleAPICalled" -> {
                    if (!what.get("type").asString().equals("log")) {
                        errors.add(what.toString());
                    }
                }
                case "Log.entryAdded" -> errors.add(what.toString());
                case "Network.requestWillBeSent" ->
                    requests.add(what.get("request").get("url").asString());
                default -> {}
            }
        }
    }

    JsonNode call(String method, Map<String, ?> parameters) throws InterruptedException {
        int id = ++calls;
        String message =
                JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters));
        socket.sendText(message, true).join();
        while (true) {
            JsonNode answer = answers.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (answer == null) {
                throw new IllegalStateException(method + " was not answered");
            }
            if (answer.get("id").asInt() == id) {
                if (answer.has("error")) {
                    throw new IllegalStateException(method + ": " + answer.get("error"));
                }
                return answer.get("result");
            }
        }
    }

    /** What went wrong in the page: exceptions, warnings of the console, refusals of the policy. */
    List<String> errors() {
        return List.copyOf(errors);
    }

    /** Addresses the page asked for. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    void open(Path page, int width, int height, boolean dark) throws InterruptedException {
        show(page, width, height, dark);
        until("!!document.querySelector('.scripted')");
    }

    /** The same for a page without scripts. */
    void show(Path page, int width, int height, boolean dark) throws InterruptedException {
        errors.clear();
        requests.clear();
        size(width, height);
        String scheme = dark ? "dark" : "light";
        call(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        call("Page.navigate", Map.of("url", page.toUri().toString()));
        until("document.readyState === 'complete'");
    }

    void size(int width, int height) throws InterruptedException {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** The value of an expression; fails if it throws. */
    JsonNode js(String expression) throws InterruptedException {
        JsonNode result = call(
                "Runtime.evaluate",
                Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (result.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + result.get("exceptionDetails"));
        }
        JsonNode value = result.get("result").get("value");
        return value == null ? JSON.nullNode() : value;
    }

    String text(String selector) throws InterruptedException {
        return js("(document.querySelector(" + quoted(selector) + ") ?? {}).textContent ?? ''")
                .asString();
    }

    /** Waits for a condition to hold. */
    void until(String condition) throws InterruptedException {
        for (int i = 0; i < TIMEOUT_SECONDS * 50; i++) {
            if (js("!!(" + condition + ")").asBoolean()) {
                return;
            }
            Thread.sleep(20);
        }
        throw new IllegalStateException("not within " + TIMEOUT_SECONDS + " s: " + condition);
    }

    private static String quoted(String text) {
        return JSON.writeValueAsString(text);
    }

    // ---- pointer and keys ----

    /**
     * Left, top, width and height in the window, after it was scrolled into view and nothing moves
     * any more: plots are made when they come into view.
     */
    double[] place(String selector) throws InterruptedException {
        String element = "document.querySelector(" + quoted(selector) + ")";
        JsonNode before;
        JsonNode place = null;
        do {
            before = place;
            place = js("new Promise(done => { const e = " + element + ";"
                    + " e.scrollIntoView({block: 'center', behavior: 'instant'});"
                    + " setTimeout(() => requestAnimationFrame(() => {"
                    + " const r = e.getBoundingClientRect();"
                    + " done([r.left, r.top, r.width, r.height]); }), 50); })");
        } while (!place.equals(before));
        return new double[] {
            place.get(0).asDouble(),
            place.get(1).asDouble(),
            place.get(2).asDouble(),
            place.get(3).asDouble()
        };
    }

    void move(double x, double y) throws InterruptedException {
        mouse("mouseMoved", x, y, 0);
    }

    void click(double x, double y) throws InterruptedException {
        move(x, y);
        mouse("mousePressed", x, y, 1);
        mouse("mouseReleased", x, y, 1);
    }

    void click(String selector) throws InterruptedException {
        double[] place = place(selector);
        click(place[0] + place[2] / 2, place[1] + place[3] / 2);
    }

    void doubleClick(double x, double y) throws InterruptedException {
        click(x, y);
        mouse("mousePressed", x, y, 2);
        mouse("mouseReleased", x, y, 2);
    }

    void drag(double x, double y, double toX, double toY) throws InterruptedException {
        move(x, y);
        mouse("mousePressed", x, y, 1);
        move((x + toX) / 2, (y + toY) / 2);
        move(toX, toY);
        mouse("mouseReleased", toX, toY, 1);
    }

    private void mouse(String type, double x, double y, int clicks) throws InterruptedException {
        boolean pressed = clicks > 0;
        call(
                "Input.dispatchMouseEvent",
                Map.of(
                        "type",
                        type,
                        "x",
                        x,
                        "y",
                        y,
                        "button",
                        pressed ? "left" : "none",
                        "clickCount",
                        clicks));
    }

    /** A key by what it writes, or by its name. */
    void key(String key) throws InterruptedException {
        boolean writes = key.length() == 1;
        call(
                "Input.dispatchKeyEvent",
                writes
                        ? Map.of("type", "keyDown", "key", key, "text", key)
                        : Map.of(
                                "type",
                                "rawKeyDown",
                                "key",
                                key,
                                "windowsVirtualKeyCode",
                                key.equals("Escape") ? 27 : key.equals("ArrowRight") ? 39 : 37));
        call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
    }

    void close() throws InterruptedException {
        socket.abort();
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
