package io.qpscope.fuzz.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.generate.RandomCases;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

class CorpusFolderTest {
    @TempDir
    Path folder;

    private static List<Case> cases(int count) {
        RandomCases random = new RandomCases(Device.SOUND, new SplittableRandom(9));
        List<Case> cases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            cases.add(random.next());
        }
        return cases;
    }

    private static List<Path> files(Path in) throws IOException {
        try (var list = Files.list(in)) {
            return list.sorted().toList();
        }
    }

    @Test
    void aFolderThatIsNotThereIsEmptyAndStaysSo() throws IOException {
        Path none = folder.resolve("none");
        CorpusFolder corpus = CorpusFolder.read(none);
        assertThat(corpus.cases()).isEmpty();
        assertThat(corpus.add(List.of())).isZero();
        assertThat(none).doesNotExist();
    }

    @Test
    void eachContentIsWrittenOnce() throws IOException {
        List<Case> cases = cases(20);
        Path deep = folder.resolve("a/b");
        CorpusFolder corpus = CorpusFolder.read(deep);
        assertThat(corpus.add(cases)).isEqualTo(20);
        assertThat(corpus.add(cases)).isZero();
        assertThat(files(deep)).hasSize(20).allMatch(each -> each.toString().endsWith(".yaml"));

        CorpusFolder again = CorpusFolder.read(deep);
        assertThat(again.problems()).isEmpty();
        assertThat(again.cases()).containsExactlyInAnyOrderElementsOf(cases);
        Case elsewhere = cases.get(0).with(new Device("rxe", "", ""));
        assertThat(again.add(List.of(elsewhere, cases.get(1)))).isZero();
        assertThat(again.add(List.of(cases.get(0).withSeed(12)))).isEqualTo(1);
        assertThat(files(deep)).hasSize(21);
    }

    @Test
    void aDamagedFileIsNamedAndTheOthersAreRead() throws IOException {
        CorpusFolder.read(folder).add(cases(3));
        Path first = files(folder).get(0);
        String text = Files.readString(first);
        Files.writeString(first, text.substring(0, text.indexOf("flows")));
        Files.write(folder.resolve("binary.yaml"), new byte[] {(byte) 0xff, 0, 1});
        Files.write(folder.resolve("huge.yaml"), new byte[(1 << 20) + 1]);
        Files.createDirectory(folder.resolve("folder.yaml"));
        Files.writeString(folder.resolve("readme.txt"), "not looked at");
        CorpusFolder corpus = CorpusFolder.read(folder);
        assertThat(corpus.cases()).hasSize(2);
        assertThat(corpus.problems())
                .hasSize(4)
                .anyMatch(each -> each.startsWith(first + ":1:1: ") && each.contains("flows"))
                .anyMatch(each -> each.endsWith("binary.yaml: not UTF-8 text"))
                .anyMatch(each -> each.endsWith("huge.yaml: longer than 1048576 bytes"))
                .anyMatch(each -> each.contains("folder.yaml: "));
    }
}
