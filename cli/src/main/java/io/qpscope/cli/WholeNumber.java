package io.qpscope.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads 64-bit numbers, decimal or with 0x in front; the upper half of the range too. */
final class WholeNumber implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        try {
            return text.startsWith("0x") || text.startsWith("0X")
                    ? Long.parseUnsignedLong(text.substring(2), 16)
                    : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is not a number, as 17 or 0x11");
        }
    }
}
