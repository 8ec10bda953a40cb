package io.qpscope.cli.filter;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** A field against one value, or against a set of them. */
record Comparison(Place name, Place sign, Operator operator, List<Literal> literals)
        implements Expression {

    @Override
    public <T> Predicate<T> bind(Fields<T> fields) throws FilterException {
        Field<T> field = fields.require(name);
        Predicate<Object> one = field.type() == Field.Type.NUMBER ? number() : text(field);
        Predicate<T> any = subject -> field.values(subject).stream().anyMatch(one);
        return operator.negated() ? any.negate() : any;
    }

    private Predicate<Object> number() throws FilterException {
        for (Literal literal : literals) {
            if (literal.low() == null) {
                throw literal.place().error(name.text() + " is a number, decimal or 0x");
            }
            if (!operator.takesSet() && !literal.isNumber()) {
                throw literal.place().error("a range stands only in braces: in {1..9}");
            }
        }
        if (operator.ordering()) {
            long right = literals.get(0).low();
            return value -> operator.orders((Long) value, right);
        }
        return value -> literals.stream().anyMatch(literal -> literal.contains((Long) value));
    }

    private <T> Predicate<Object> text(Field<T> field) throws FilterException {
        if (operator.ordering()) {
            throw sign.error(name.text() + " is no number and knows no order: == != in");
        }
        Set<String> wanted = new HashSet<>();
        for (Literal literal : literals) {
            String form = field.form(literal.text());
            if (!field.choices().isEmpty()
                    && field.choices().stream().map(field::form).noneMatch(form::equals)) {
                throw literal.place()
                        .error(name.text() + " is one of " + String.join(", ", field.choices()));
            }
            wanted.add(form);
        }
        return value -> wanted.contains(field.form((String) value));
    }
}
