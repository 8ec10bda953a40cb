package io.qpscope.frame;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Wireshark's command line, as installed; its preferences stay out. */
final class Tshark {
    /**
     * A field as tshark shows it.
     *
     * @param show its value in text
     * @param value its bytes in hexadecimal, shifted and masked; null when tshark made it up
     * @param at first byte of the frame
     * @param size bytes
     */
    record Shown(String name, String show, String value, int at, int size) {
        Shown moved(int by) {
            return new Shown(name, show, value, at + by, size);
        }
    }

    private static final int NAME_COLUMN = 2;

    private final Path configuration;

    /**
     * @param configuration an empty folder
     */
    Tshark(Path configuration) {
        this.configuration = configuration;
    }

    /** First line of {@code --version}; null when it can't be run. */
    String version() {
        try {
            return text("--version").lines().findFirst().orElse(null);
        } catch (IOException e) {
            return null;
        }
    }

    /** Every field name that tshark knows. */
    Set<String> names() throws IOException {
        return text("-G", "fields")
                .lines()
                .filter(line -> line.startsWith("F\t"))
                .map(line -> line.split("\t", -1)[NAME_COLUMN])
                .collect(Collectors.toSet());
    }

    /** The fields of each frame of a file, in order. */
    void frames(Path file, Consumer<List<Shown>> frame) throws IOException {
        Process process = start("-n", "-r", file.toString(), "-T", "pdml");
        try (InputStream out = process.getInputStream()) {
            read(out, frame);
        } catch (XMLStreamException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        } finally {
            process.destroy();
        }
    }

    /** Whether it takes a file, or gives up with an error. */
    boolean opens(Path file) throws IOException {
        Process process = start("-n", "-r", file.toString());
        try (InputStream out = process.getInputStream()) {
            out.readAllBytes();
            return process.waitFor() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private static void read(InputStream out, Consumer<List<Shown>> frame)
            throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        // JDK 24 and later stop at a depth of 100, which tshark passes on NVMe's log pages.
        factory.setProperty("jdk.xml.maxElementDepth", "0");
        XMLStreamReader reader = factory.createXMLStreamReader(out);
        List<Shown> fields = new ArrayList<>();
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT
                    && reader.getLocalName().equals("field")) {
                fields.add(new Shown(
                        reader.getAttributeValue(null, "name"),
                        reader.getAttributeValue(null, "show"),
                        reader.getAttributeValue(null, "value"),
                        number(reader.getAttributeValue(null, "pos")),
                        number(reader.getAttributeValue(null, "size"))));
            } else if (event == XMLStreamConstants.END_ELEMENT
                    && reader.getLocalName().equals("packet")) {
                frame.accept(fields);
                fields = new ArrayList<>();
            }
        }
    }

    private static int number(String text) {
        return text == null ? 0 : Integer.parseInt(text);
    }

    private String text(String... arguments) throws IOException {
        try (InputStream out = start(arguments).getInputStream()) {
            return new String(out.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("tshark"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("WIRESHARK_CONFIG_DIR", configuration.toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        return builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }
}
