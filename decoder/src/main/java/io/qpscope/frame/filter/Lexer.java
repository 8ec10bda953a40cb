package io.qpscope.frame.filter;

import io.qpscope.frame.filter.Token.Kind;

import java.util.ArrayList;
import java.util.List;

/** Cuts an expression into tokens. */
final class Lexer {
    /** Longest first, so that {@code <=} is not read as {@code <}. */
    private static final List<String> SIGNS =
            List.of("==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "(", ")", "{", "}", ",");

    private final String text;
    private int at;

    Lexer(String text) {
        this.text = text;
    }

    /** All tokens, the last one {@link Kind#END}. */
    List<Token> tokens() throws FilterException {
        List<Token> tokens = new ArrayList<>();
        while (true) {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            if (at == text.length()) {
                tokens.add(new Token(Kind.END, new Place(text, at, "")));
                return tokens;
            }
            tokens.add(next());
        }
    }

    private Token next() throws FilterException {
        char first = text.charAt(at);
        if (first == '"' || first == '\'') {
            return quoted(first);
        }
        for (String sign : SIGNS) {
            if (text.startsWith(sign, at)) {
                return take(kind(sign), sign.length());
            }
        }
        int end = at;
        while (end < text.length() && isWordPart(text.charAt(end))) {
            end++;
        }
        if (end == at) {
            String hint = first == '=' ? "'=' alone is no operator: use ==" : "unexpected " + first;
            throw new FilterException(text, at, hint);
        }
        return take(kind(text.substring(at, end)), end - at);
    }

    private Token take(Kind kind, int length) {
        Token token = new Token(kind, new Place(text, at, text.substring(at, at + length)));
        at += length;
        return token;
    }

    /** The place's text keeps quotes and escapes; {@link #unquote} takes them off. */
    private Token quoted(char quote) throws FilterException {
        int end = at + 1;
        while (end < text.length() && text.charAt(end) != quote) {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        if (end >= text.length()) {
            throw new FilterException(text, at, "this quote is never closed");
        }
        return take(Kind.QUOTED, end + 1 - at);
    }

    static String unquote(String quoted) {
        return quoted.substring(1, quoted.length() - 1).replaceAll("\\\\(.)", "$1");
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || "_.:/-%*".indexOf(c) >= 0;
    }

    private static Kind kind(String text) {
        return switch (text) {
            case "and", "&&" -> Kind.AND;
            case "or", "||" -> Kind.OR;
            case "not", "!" -> Kind.NOT;
            case "in" -> Kind.IN;
            case "contains" -> Kind.CONTAINS;
            case "(" -> Kind.OPEN;
            case ")" -> Kind.CLOSE;
            case "{" -> Kind.OPEN_SET;
            case "}" -> Kind.CLOSE_SET;
            case "," -> Kind.COMMA;
            case "==", "!=", "<", "<=", ">", ">=" -> Kind.COMPARE;
            case "eq", "ne", "lt", "le", "gt", "ge" -> Kind.COMPARE;
            default -> Kind.WORD;
        };
    }
}
