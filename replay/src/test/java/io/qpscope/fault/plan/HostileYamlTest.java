package io.qpscope.fault.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.qpscope.fault.yaml.InvalidYamlException;

import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;

/** Files that mean no good end with a line, not with the program. */
class HostileYamlTest {
    private static String problem(String text) {
        InvalidYamlException wrong = catchThrowableOfType(
                InvalidYamlException.class, () -> FaultPlan.read("p.yaml", text));
        assertThat(wrong).isNotNull();
        assertThat(wrong.problems().size()).isLessThan(25);
        assertThat(wrong.getMessage().length()).isLessThan(20_000);
        return wrong.problems().get(0);
    }

    @Test
    void aBillionLaughs() {
        StringBuilder text = new StringBuilder("a: &a [lol, lol, lol, lol, lol, lol, lol, lol]\n");
        for (char c = 'b'; c < 'j'; c++) {
            String before = "*" + (char) (c - 1);
            text.append(c).append(": &").append(c).append(" [");
            text.append((before + ", ").repeat(8)).append(before).append("]\n");
        }
        assertThat(problem(text + "faults: *i\n"))
                .startsWith("p.yaml:1:")
                .contains("anchors (&) and aliases (*) are not taken here");
    }

    @Test
    void anAliasAlone() {
        assertThat(problem("faults: *none\n")).startsWith("p.yaml:1:");
    }

    @Test
    void aTag() {
        assertThat(problem("faults: !!java.io.File [x]\n")).contains("tags (!) are not taken here");
    }

    @Test
    void greatDepth() {
        assertThat(problem("faults: " + "[".repeat(100_000))).startsWith("p.yaml:1:");
        assertThat(problem("faults: " + "{a: ".repeat(100_000))).startsWith("p.yaml:1:");
        StringBuilder block = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            block.append(" ".repeat(i)).append("a:\n");
        }
        assertThat(problem(block.toString())).startsWith("p.yaml:");
    }

    @Test
    void depthHasALimit() throws InvalidYamlException {
        String deep = "faults: " + "[".repeat(31) + "]".repeat(31);
        assertThat(problem(deep)).doesNotContain("deeper");
        assertThat(problem("faults: " + "[".repeat(32) + "]".repeat(32)))
                .isEqualTo("p.yaml:1:40: nested deeper than 32 levels");
    }

    /** The place and the words are those of the problem, not of what was being read. */
    @Test
    void whereItIsNoYaml() {
        assertThat(problem("faults:\n\t- drop: {}\n"))
                .startsWith("p.yaml:2:1: ")
                .contains("found character '\\t(TAB)' that cannot start any token");
        assertThat(problem("faults:\n- drop: {qp: 1,\n"))
                .startsWith("p.yaml:3:1: ")
                .contains("expected the node content, but found '<stream end>'");
    }

    @Test
    void greatLength() {
        assertThat(problem("#".repeat((1 << 22) + 1))).contains("longer than 4194304 characters");
        assertThat(problem("faults:\n" + "- a\n".repeat(200_000))).contains("parts");
        assertThat(problem("faults:\n" + "- drop: {}\n".repeat(1001))).contains("1000 rules");
        assertThat(problem("faults:\n- " + "x".repeat(1000) + ": {}\n"))
                .hasSizeLessThan(400)
                .contains("xxx...");
        assertThat(problem("faults:\n- drop: {qp: " + "9".repeat(100_000) + "}\n"))
                .contains("qp: '9999")
                .hasSizeLessThan(400);
    }

    @Test
    void aKeyTwice() {
        assertThat(problem("faults:\n- drop: {qp: 1, psn: 2, qp: 3}\n"))
                .startsWith("p.yaml:2:")
                .contains("'qp'");
        assertThat(problem("faults:\n- drop: {}\nfaults:\n- drop: {}\n")).startsWith("p.yaml:3:");
    }

    @Test
    void twoDocuments() {
        assertThat(problem("faults:\n- drop: {}\n---\nfaults:\n- drop: {}\n"))
                .contains("a second document");
    }

    @Test
    void noYamlAtAll() {
        assertThat(problem("faults: [\n")).startsWith("p.yaml:");
        assertThat(problem("\u0000\u0001")).startsWith("p.yaml:");
        assertThat(problem("\t- x: {")).startsWith("p.yaml:");
        assertThat(problem("faults: \"\\x")).startsWith("p.yaml:");
        assertThat(problem("? [a, b]\n: c\n")).startsWith("p.yaml:");
    }

    /** Damaged plans are read, or refused with a line. */
    @Test
    void damage() throws InvalidYamlException {
        String good = """
                faults:
                - drop: {qp: 1, psn: 2..3}
                - corrupt: {field: bth.psn, xor: 1}
                - inject: {cnp: {qp: 1}, at: 2ms, every: 10us}
                """;
        FaultPlan.read("p.yaml", good);
        for (long seed = 1; seed <= 1_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder text = new StringBuilder(good);
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.setCharAt(at, (char) random.nextInt(1, 256));
                    case 1 -> text.deleteCharAt(at);
                    default -> text.insert(at, ":{}[]-*&!|>'\"#%@ \n".charAt(random.nextInt(18)));
                }
            }
            try {
                FaultPlan.read("p.yaml", text.toString());
            } catch (InvalidYamlException refused) {
                assertThat(refused.problems()).as("seed " + seed).isNotEmpty();
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }
}
