package io.qpscope.cli;

import picocli.CommandLine.ITypeConverter;

/** As {@link WholeNumber}, and with a minus sign in front if need be. */
final class SignedNumber implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        WholeNumber number = new WholeNumber();
        return text.startsWith("-") ? -number.convert(text.substring(1)) : number.convert(text);
    }
}
