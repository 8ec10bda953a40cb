package io.qpscope.frame.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class FilterTest {
    /** A subject is a map; a field it lacks has no value. */
    private static final Fields<Map<String, Object>> FIELDS = new Fields<>(List.of(
            field("n", Field.Type.NUMBER, List.of(), true),
            field("flag", Field.Type.NUMBER, List.of(), true),
            field("ms", Field.Type.DECIMAL, List.of(), true),
            field("psn", Field.Type.NUMBER, List.of(), false),
            field("kind", Field.Type.TEXT, List.of("Red", "Green"), true),
            field("a.name", Field.Type.TEXT, List.of(), false),
            field("ip", Field.Type.ADDRESS, List.of(), true)));

    private static final Map<String, Object> SUBJECT = Map.of(
            "n",
            List.of(17L),
            "flag",
            List.of(1L),
            "ms",
            List.of(0.64),
            "kind",
            "Red",
            "a.name",
            "O'Neil x",
            "ip",
            List.of("10.0.0.1", "fd00::1"));

    private static Field<Map<String, Object>> field(
            String name, Field.Type type, List<String> choices, boolean always) {
        return new Field<>(name, type, choices, always, subject -> {
            Object value = subject.get(name);
            return value == null
                    ? List.of()
                    : value instanceof List<?> list ? new ArrayList<>(list) : List.of(value);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "->",
            quoteCharacter = '`',
            value = {
                "n == 17                         -> true",
                "n == 18                         -> false",
                "n == 0x11                       -> true",
                "n==0X11                         -> true",
                "n != 17                         -> false",
                "n != 18                         -> true",
                "n < 18                          -> true",
                "n < 17                          -> false",
                "n <= 17                         -> true",
                "n <= 16                         -> false",
                "n > 16                          -> true",
                "n > 17                          -> false",
                "n >= 17                         -> true",
                "n >= 18                         -> false",
                "n in {1, 17}                    -> true",
                "n in {1 17}                     -> true",
                "n in {1,2}                      -> false",
                "n in {10..20}                   -> true",
                "n in {18..0x20}                 -> false",
                "n not in {1, 2}                 -> true",
                "n not in {17}                   -> false",
                "kind == red -> true",
                "kind == \"Green\" -> false",
                "kind != Green -> true",
                "kind in {green, RED} -> true",
                "kind in {green} -> false",
                "a.name == 'O\\'Neil x' -> true",
                "a.name == \"O'Neil x\" -> true",
                "a.name == \"O'Neil\" -> false",
                "a.name -> true",
                "psn -> false",
                "not psn                         -> true",
                "psn == 1 -> false",
                "psn != 1 -> false",
                "psn not in {1} -> false",
                "not psn == 1 -> true",
                "psn < 1 -> false",
                "ip == 10.0.0.1 -> true",
                "ip == fd00:0::1 -> true",
                "ip == FD00:0:0:0:0:0:0:1 -> true",
                "ip == 10.0.0.2 -> false",
                "ip != 10.0.0.1 -> false",
                "ip != 10.0.0.2 -> true",
                "ip == 10.0.0.0/24 -> true",
                "ip == 10.0.1.0/24 -> false",
                "ip == 10.0.0.0/30 -> true",
                "ip == 10.0.0.2/31 -> false",
                "ip == 0.0.0.0/0 -> true",
                "ip != 10.0.0.0/24 -> false",
                "ip == fd00::/16 -> true",
                "ip in {10.1.0.0/16, fd00::1} -> true",
                "a.name contains neil -> true",
                "a.name contains 'x y' -> false",
                "n == 0xffffffffffffffff -> false",
                "n < 0xffffffffffffffff -> true",
                "n == 17 and kind == red         -> true",
                "n == 17 && kind == green        -> false",
                "n == 1 or kind == red           -> true",
                "n == 1 || kind == green         -> false",
                "not n == 1                      -> true",
                "!n == 17 -> false",
                "!(n == 17 and psn) -> true",
                "n == 1 and n == 2 or n == 17    -> true",
                "n == 1 and (n == 2 or n == 17)  -> false",
                "not n == 1 and n == 17          -> true",
                "n < 18446744073709551615        -> true",
                "n > 9999999999999999999         -> false",
                "n eq 17 and not n ne 17         -> true",
                "n lt 18 and n le 17             -> true",
                "n gt 17 or n ge 18              -> false",
                "n == true                       -> false",
                "flag == true                    -> true",
                "flag == False                   -> false",
                "flag == 1                       -> true",
                "ms == 0.64                      -> true",
                "ms in {0.1..0.5}                -> false",
                "ms in {0.1..0.5, 0.64..1}       -> true",
                "ms not in {0..1}                -> false",
                "ms > 0.63 and ms < 0.65         -> true",
                "ip == 0x0a000001                -> true",
                "ip == fd000000000000000000000000000001 -> true",
                "a.name == \"o'neil X\"            -> true",
                "n == 17 or psn and n == 1       -> true",
                "(n == 17 or psn) and n == 1     -> false",
                "not not n == 17                 -> true",
                "n == 17 and not (kind == red)   -> false",
            })
    void holdsOrNot(String text, boolean expected) throws FilterException {
        assertThat(Parser.parse(text).bind(FIELDS).test(SUBJECT)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "|0|expected a field, not the end",
                "   |3|expected a field, not the end",
                "n = 17|2|'=' alone is no operator: use ==",
                "n == |5|expected a value, not the end",
                "n == ==|5|expected a value, not '=='",
                "n 17|2|expected an operator",
                "n|1|expected an operator",
                "n == 1 n == 2|7|expected and, or, or the end, not 'n'",
                "(n == 1|0|this parenthesis is never closed",
                "(n == 1}|7|expected and, or, or ')', not '}'",
                "n == 1)|6|expected and, or, or the end, not ')'",
                "n == 1 and|10|expected a field, not the end",
                "and n == 1|0|expected a field, not 'and'",
                "n in 5|5|expected { and a list of values, not '5'",
                "n in {5|5|this brace is never closed",
                "n in {}|6|expected a value, not '}'",
                "n in {9..5}|6|this range is empty",
                "n == 5..9|5|a range stands only in braces",
                "n not 5|6|expected in, not '5'",
                "n == red|5|n is a number",
                "n == 18446744073709551616|5|n is a number",
                "ms == red|6|ms is a number with a decimal point",
                "ms == 0.1..0.5|6|ms is a number with a decimal point",
                "ms in {0.5..0.1}|7|this range is empty",
                "ms in {0.1..x}|7|ms is a number with a decimal point",
                "n eq|4|expected a value, not the end",
                "n == 1 &|7|unexpected &",
                "ip == 0a000001|6|ip is an address",
                "n in {1, 'x'}|9|n is a number",
                "n == 99999999999999999999|5|n is a number",
                "kind == blue|8|kind is one of Red, Green",
                "kind < red|5|kind is no number and knows no order",
                "ip == nohost|6|ip is an address",
                "ip == 10.0.0.256|6|ip is an address",
                "ip == 10.0.0.0/33|6|ip is an address",
                "ip == 1::2::3|6|ip is an address",
                "ip < 10.0.0.1|3|ip is no number and knows no order",
                "n contains 1|2|n is neither text nor bytes",
                "m == 1|0|no field 'm'; fields are n, flag, ms, psn, kind, a.name, ip",
                "n == 1 or m == 1|10|no field 'm'",
                "a.name == 'x|10|this quote is never closed",
                "n == 1 ; n|7|unexpected ;",
            })
    void pointsAtTheMistake(String text, int position, String message) {
        String expression = text == null ? "" : text;
        FilterException problem = catchThrowableOfType(
                FilterException.class, () -> Parser.parse(expression).bind(FIELDS));
        assertThat(problem).as(expression).isNotNull().hasMessageContaining(message);
        assertThat(problem.position()).isEqualTo(position);
        assertThat(problem.picture().lines())
                .containsExactly("  " + expression, " ".repeat(2 + position) + "^");
    }

    @Test
    void neitherDepthNorLengthBreaksIt() throws FilterException {
        FilterException problem = catchThrowableOfType(
                FilterException.class, () -> Parser.parse("(".repeat(100_000) + "n == 1"));
        assertThat(problem).hasMessage("nested too deep");
        String longOne = "n == 1 or ".repeat(50_000) + "n == 17";
        assertThat(Parser.parse(longOne).bind(FIELDS).test(SUBJECT)).isTrue();
    }
}
