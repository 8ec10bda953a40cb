package io.qpscope.fuzz.corpus;

import io.qpscope.fault.yaml.InvalidYamlException;
import io.qpscope.fault.yaml.YamlWriter;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.oracle.CaseScenario;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A corpus on disk: a file a case, as a scenario that {@code replay} runs, named by its content.
 * Cases that differ only in the device they were run against are one.
 */
public final class CorpusFolder {
    /** Cases that are read; a campaign keeps fewer. */
    private static final int MOST = 100_000;

    private static final long LONGEST_FILE = 1 << 20;
    private static final String ENDING = ".yaml";
    private static final int NAME_BYTES = 8;

    private final Path folder;
    private final List<Case> cases = new ArrayList<>();
    private final Set<Case> known = new HashSet<>();
    private final List<String> problems = new ArrayList<>();

    private CorpusFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Reads all {@code *.yaml} of a folder, in the order of their names; none where there is no
     * folder.
     *
     * @throws IOException when the folder can't be read; a file that can't is one of {@link #problems}
     */
    public static CorpusFolder read(Path folder) throws IOException {
        CorpusFolder corpus = new CorpusFolder(folder);
        List<Path> files;
        try (Stream<Path> list = Files.list(folder)) {
            files = list.filter(each -> each.toString().endsWith(ENDING))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException e) {
            return corpus;
        } catch (NotDirectoryException e) {
            throw new IOException(folder + ": expected a folder", e);
        }
        for (Path file : files.subList(0, Math.min(MOST, files.size()))) {
            corpus.readFile(file);
        }
        if (files.size() > MOST) {
            corpus.problems.add(
                    folder + ": " + files.size() + " files, only " + MOST + " were read");
        }
        return corpus;
    }

    private void readFile(Path file) {
        try {
            if (Files.size(file) > LONGEST_FILE) {
                problems.add(file + ": longer than " + LONGEST_FILE + " bytes");
                return;
            }
            Case one = CaseReader.read(file.toString(), Files.readString(file));
            if (known.add(content(one))) {
                cases.add(one);
            }
        } catch (InvalidYamlException e) {
            problems.add(e.problems().get(0));
        } catch (CharacterCodingException e) {
            problems.add(file + ": not UTF-8 text");
        } catch (IOException e) {
            problems.add(file + ": can't be read: " + e.getMessage());
        }
    }

    private static Case content(Case one) {
        return one.with(Device.SOUND);
    }

    /**
     * Writes those cases that the folder does not hold yet, and makes the folder where it must. A file
     * is there as a whole or not at all.
     *
     * @return how many were written
     */
    public int add(List<Case> more) throws IOException {
        int added = 0;
        for (Case one : more) {
            if (known.add(content(one))) {
                write(one);
                cases.add(one);
                added++;
            }
        }
        return added;
    }

    private void write(Case one) throws IOException {
        byte[] text = YamlWriter.write(CaseScenario.document(one)).getBytes(StandardCharsets.UTF_8);
        String name = name(text) + ENDING;
        Files.createDirectories(folder);
        Path part = folder.resolve("." + name + ".part");
        Files.write(part, text);
        Files.move(part, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }

    /** A short name for a content. */
    public static String name(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return HexFormat.of().formatHex(digest, 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What it held when it was read, and what was added since. */
    public List<Case> cases() {
        return List.copyOf(cases);
    }

    /** What could not be read, a line each: file, place, what was expected. */
    public List<String> problems() {
        return List.copyOf(problems);
    }
}
