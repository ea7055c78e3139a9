package org.gamenet.rgs.bench.options;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of bytes as a person writes it: {@code 100}, {@code 64KB}, {@code 2MB}; a KB is 1024 bytes. Pure. */
public final class ByteSize implements ITypeConverter<Integer> {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})\\s*(B|KB|MB)?");
    private static final int KILO = 1024;

    /** {@inheritDoc} */
    @Override
    public Integer convert(String text) {
        Matcher size = SIZE.matcher(text.strip().toUpperCase(Locale.ROOT));
        if (!size.matches()) throw new TypeConversionException("'" + text + "' is no size; write 100, 64KB or 2MB");
        long unit = "MB".equals(size.group(2)) ? KILO * KILO : "KB".equals(size.group(2)) ? KILO : 1;
        long bytes = Long.parseLong(size.group(1)) * unit;
        if (bytes > Integer.MAX_VALUE) throw new TypeConversionException("'" + text + "' is more than 2047MB");
        return (int) bytes;
    }
}
