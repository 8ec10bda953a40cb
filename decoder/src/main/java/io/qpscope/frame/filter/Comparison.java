package io.qpscope.frame.filter;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/** A field against one value, or against a set of them. */
record Comparison(Place name, Place sign, Operator operator, List<Literal> literals)
        implements Expression {

    @Override
    public <T> Predicate<T> bind(Fields<T> fields) throws FilterException {
        Field<T> field = fields.require(name);
        Predicate<Object> one = one(field);
        if (operator.negated()) {
            return subject -> {
                List<Object> values = field.values(subject);
                return !values.isEmpty() && values.stream().noneMatch(one);
            };
        }
        return subject -> field.values(subject).stream().anyMatch(one);
    }

    private Predicate<Object> one(Field<?> field) throws FilterException {
        if (operator == Operator.CONTAINS) {
            return contains(field);
        }
        return switch (field.type()) {
            case NUMBER -> number();
            case DECIMAL -> decimal();
            case TEXT -> text(field);
            case ADDRESS -> address();
            case BYTES -> bytes();
            case PRESENCE ->
                throw sign.error(
                        name.text() + " is a layer: it can be there or not, and has no value");
        };
    }

    private Predicate<Object> number() throws FilterException {
        List<Literal> wanted = new ArrayList<>();
        for (Literal written : literals) {
            Literal literal = written.flag();
            wanted.add(literal);
            if (literal.low() == null) {
                throw literal.place().error(name.text() + " is a number, decimal or 0x");
            }
            if (!operator.takesSet() && !literal.isNumber()) {
                throw literal.place().error("a range stands only in braces: in {1..9}");
            }
        }
        if (operator.ordering()) {
            long right = wanted.get(0).low();
            return value -> operator.orders(Long.compareUnsigned((Long) value, right));
        }
        return value -> wanted.stream().anyMatch(literal -> literal.contains((Long) value));
    }

    private Predicate<Object> decimal() throws FilterException {
        List<Span> wanted = new ArrayList<>();
        for (Literal literal : literals) {
            wanted.add(span(literal));
        }
        if (operator.ordering()) {
            double right = wanted.get(0).low();
            return value -> operator.orders(Double.compare((Double) value, right));
        }
        return value -> wanted.stream().anyMatch(span -> span.contains((Double) value));
    }

    /** A decimal number, or all between two. */
    private record Span(double low, double high) {
        boolean contains(double value) {
            return low <= value && value <= high;
        }
    }

    private Span span(Literal literal) throws FilterException {
        String text = literal.text();
        int dots = operator.takesSet() ? text.indexOf("..") : -1;
        try {
            double low = Double.parseDouble(dots < 0 ? text : text.substring(0, dots));
            double high = dots < 0 ? low : Double.parseDouble(text.substring(dots + 2));
            if (high < low) {
                throw literal.place().error(Parser.EMPTY_RANGE);
            }
            return new Span(low, high);
        } catch (NumberFormatException e) {
            throw literal.place().error(name.text() + " is a number with a decimal point");
        }
    }

    private Predicate<Object> text(Field<?> field) throws FilterException {
        noOrder();
        Set<String> wanted = new HashSet<>();
        for (Literal literal : literals) {
            if (!field.choices().isEmpty()
                    && field.choices().stream().noneMatch(literal.text()::equalsIgnoreCase)) {
                throw literal.place()
                        .error(name.text() + " is one of " + String.join(", ", field.choices()));
            }
            wanted.add(lower(literal.text()));
        }
        return value -> wanted.contains(lower((String) value));
    }

    private Predicate<Object> address() throws FilterException {
        noOrder();
        List<Address> wanted = new ArrayList<>();
        for (Literal literal : literals) {
            Address address = Address.parse(literal.text());
            if (address == null) {
                throw literal.place()
                        .error(name.text() + " is an address, as 10.9.0.1, fd00::1, 10.9.0.0/24 or"
                                + " 02:00:00:00:00:01");
            }
            wanted.add(address);
        }
        return value -> {
            Address address = value instanceof byte[] bytes
                    ? Address.of(bytes)
                    : Address.parse((String) value);
            return address != null && wanted.stream().anyMatch(w -> w.contains(address));
        };
    }

    private Predicate<Object> bytes() throws FilterException {
        noOrder();
        Set<String> wanted = new HashSet<>();
        for (Literal literal : literals) {
            wanted.add(hex(literal));
        }
        return wanted::contains;
    }

    /** Part of what is shown: bytes in bytes, else text in text. */
    private Predicate<Object> contains(Field<?> field) throws FilterException {
        Literal literal = literals.get(0);
        if (field.type() == Field.Type.BYTES) {
            String wanted = hex(literal);
            return value -> {
                int at = ((String) value).indexOf(wanted);
                while (at >= 0 && at % 2 != 0) {
                    at = ((String) value).indexOf(wanted, at + 1);
                }
                return at >= 0;
            };
        }
        if (field.type() != Field.Type.TEXT) {
            throw sign.error(name.text() + " is neither text nor bytes: == != in");
        }
        String wanted = lower(literal.text());
        return value -> lower((String) value).contains(wanted);
    }

    private String hex(Literal literal) throws FilterException {
        String text = lower(literal.text());
        String digits = (text.startsWith("0x") ? text.substring(2) : text).replaceAll("[:-]", "");
        if (!digits.matches("([0-9a-f]{2})+")) {
            throw literal.place().error(name.text() + " is bytes, as 00ff or 00:ff");
        }
        return digits;
    }

    private void noOrder() throws FilterException {
        if (operator.ordering()) {
            throw sign.error(name.text() + " is no number and knows no order: == != in");
        }
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
