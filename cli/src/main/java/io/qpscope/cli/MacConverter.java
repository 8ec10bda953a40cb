package io.qpscope.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.util.regex.Pattern;

/** Reads six bytes with colons or hyphens between, and leaves twelve digits. */
final class MacConverter implements ITypeConverter<String> {
    private static final Pattern FORM = Pattern.compile("[0-9a-fA-F]{2}([:-][0-9a-fA-F]{2}){5}");

    @Override
    public String convert(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is not a MAC address, as 02:00:00:00:00:01");
        }
        return text.replaceAll("[:-]", "");
    }
}
