package io.qpscope.frame.filter;

import io.qpscope.frame.filter.Token.Kind;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The grammar, by recursive descent.
 *
 * <pre>
 * any     = all { ("or" | "||") all }
 * all     = one { ("and" | "&amp;&amp;") one }
 * one     = ("not" | "!") one | "(" any ")" | NAME [ test ]
 * test    = SIGN value | "contains" value | ["not"] "in" "{" value { [","] value } "}"
 * value   = bare or quoted string | number | number ".." number, in braces only
 * </pre>
 *
 * SIGN is one of {@code == != < <= > >=}, or Wireshark's word for it: {@code eq ne lt le gt ge}.
 * Numbers are decimal or hexadecimal with {@code 0x}, up to 64 bits.
 */
public final class Parser {
    static final String EMPTY_RANGE = "this range is empty: its end is below its start";

    /** Far more than anyone writes, far less than overflows the stack. */
    private static final int DEEPEST = 200;

    private static final String NUMBER = "0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20}";
    private static final Pattern NUMBERS =
            Pattern.compile("(" + NUMBER + ")(?:\\.\\.(" + NUMBER + "))?");

    private final List<Token> tokens;
    private int at;
    private int depth;

    private Parser(List<Token> tokens) {
        this.tokens = tokens;
    }

    /** Reads an expression; names stay unbound. */
    public static Expression parse(String text) throws FilterException {
        Parser parser = new Parser(new Lexer(text).tokens());
        Expression expression = parser.any();
        Token rest = parser.peek();
        if (!rest.is(Kind.END)) {
            throw rest.place().error("expected and, or, or the end, not " + rest.shown());
        }
        return expression;
    }

    private Expression any() throws FilterException {
        List<Expression> parts = new ArrayList<>();
        do {
            parts.add(all());
        } while (accept(Kind.OR));
        return parts.size() == 1 ? parts.get(0) : new Expression.Or(parts);
    }

    private Expression all() throws FilterException {
        List<Expression> parts = new ArrayList<>();
        do {
            parts.add(one());
        } while (accept(Kind.AND));
        return parts.size() == 1 ? parts.get(0) : new Expression.And(parts);
    }

    private Expression one() throws FilterException {
        Token token = next();
        if (++depth > DEEPEST) {
            throw token.place().error("nested too deep");
        }
        Expression expression = switch (token.kind()) {
            case NOT -> new Expression.Not(one());
            case OPEN -> inParentheses(token);
            case WORD -> test(token.place());
            default -> throw token.place().error("expected a field, not " + token.shown());
        };
        depth--;
        return expression;
    }

    private Expression inParentheses(Token open) throws FilterException {
        Expression inner = any();
        if (!accept(Kind.CLOSE)) {
            throw peek().is(Kind.END)
                    ? open.place().error("this parenthesis is never closed")
                    : peek().place().error("expected and, or, or ')', not " + peek().shown());
        }
        return inner;
    }

    private Expression test(Place name) throws FilterException {
        Place sign = peek().place();
        if (accept(Kind.COMPARE)) {
            for (Operator operator : Operator.values()) {
                if (operator.isWritten(sign.text())) {
                    return new Comparison(name, sign, operator, List.of(value()));
                }
            }
        }
        if (accept(Kind.CONTAINS)) {
            return new Comparison(name, sign, Operator.CONTAINS, List.of(value()));
        }
        if (accept(Kind.IN)) {
            return new Comparison(name, sign, Operator.IN, set());
        }
        if (accept(Kind.NOT)) {
            if (!accept(Kind.IN)) {
                throw peek().place().error("expected in, not " + peek().shown());
            }
            return new Comparison(name, sign, Operator.NOT_IN, set());
        }
        if (peek().is(Kind.WORD) || peek().is(Kind.QUOTED)) {
            throw sign.error("expected an operator: == != < <= > >= in contains");
        }
        return new Expression.Exists(name);
    }

    private List<Literal> set() throws FilterException {
        Token open = next();
        if (!open.is(Kind.OPEN_SET)) {
            throw open.place().error("expected { and a list of values, not " + open.shown());
        }
        List<Literal> values = new ArrayList<>();
        do {
            values.add(value());
            accept(Kind.COMMA);
            if (peek().is(Kind.END)) {
                throw open.place().error("this brace is never closed");
            }
        } while (!accept(Kind.CLOSE_SET));
        return values;
    }

    private Literal value() throws FilterException {
        Token token = next();
        if (token.is(Kind.QUOTED)) {
            return new Literal(token.place(), Lexer.unquote(token.text()), null, null);
        }
        if (!token.is(Kind.WORD)) {
            throw token.place().error("expected a value, not " + token.shown());
        }
        Matcher numbers = NUMBERS.matcher(token.text());
        if (!numbers.matches()) {
            return new Literal(token.place(), token.text(), null, null);
        }
        long low;
        long high;
        try {
            low = number(numbers.group(1));
            high = numbers.group(2) == null ? low : number(numbers.group(2));
        } catch (NumberFormatException e) {
            // 20 digits may be more than 64 bits: then it is text.
            return new Literal(token.place(), token.text(), null, null);
        }
        if (Long.compareUnsigned(high, low) < 0) {
            throw token.place().error(EMPTY_RANGE);
        }
        return new Literal(token.place(), token.text(), low, high);
    }

    private static long number(String text) {
        return text.startsWith("0x") || text.startsWith("0X")
                ? Long.parseUnsignedLong(text.substring(2), 16)
                : Long.parseUnsignedLong(text);
    }

    private Token peek() {
        return tokens.get(at);
    }

    private Token next() {
        Token token = tokens.get(at);
        if (!token.is(Kind.END)) {
            at++;
        }
        return token;
    }

    private boolean accept(Kind kind) {
        if (!peek().is(kind)) {
            return false;
        }
        at++;
        return true;
    }
}
