package io.qpscope.cli;

import java.util.Locale;

/** Names of constants as users write them. */
final class Names {
    private Names() {}

    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
