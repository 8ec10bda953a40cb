package io.qpscope.frame.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What a filter says, its names not yet bound to the fields of anything. */
public sealed interface Expression
        permits Expression.And, Expression.Or, Expression.Not, Expression.Exists, Comparison {
    /**
     * Looks the names up.
     *
     * @throws FilterException for a name that isn't there, or a value or operator that doesn't suit
     */
    <T> Predicate<T> bind(Fields<T> fields) throws FilterException;

    /** All hold. A list and not a pair: a long chain must not become a deep tree. */
    record And(List<Expression> parts) implements Expression {
        @Override
        public <T> Predicate<T> bind(Fields<T> fields) throws FilterException {
            List<Predicate<T>> bound = bindAll(parts, fields);
            return subject -> bound.stream().allMatch(part -> part.test(subject));
        }
    }

    /** At least one holds. */
    record Or(List<Expression> parts) implements Expression {
        @Override
        public <T> Predicate<T> bind(Fields<T> fields) throws FilterException {
            List<Predicate<T>> bound = bindAll(parts, fields);
            return subject -> bound.stream().anyMatch(part -> part.test(subject));
        }
    }

    /** Does not hold. */
    record Not(Expression inner) implements Expression {
        @Override
        public <T> Predicate<T> bind(Fields<T> fields) throws FilterException {
            return inner.bind(fields).negate();
        }
    }

    /** A field name alone: it has a value. */
    record Exists(Place name) implements Expression {
        @Override
        public <T> Predicate<T> bind(Fields<T> fields) throws FilterException {
            Field<T> field = fields.require(name);
            if (field.always()) {
                throw name.behind("expected an operator: == != < <= > >= in contains");
            }
            return subject -> !field.values(subject).isEmpty();
        }
    }

    private static <T> List<Predicate<T>> bindAll(List<Expression> parts, Fields<T> fields)
            throws FilterException {
        List<Predicate<T>> bound = new ArrayList<>();
        for (Expression part : parts) {
            bound.add(part.bind(fields));
        }
        return bound;
    }
}
