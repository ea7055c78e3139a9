package org.gamenet.rgs.bench.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ByteSizeTest {

    @ParameterizedTest
    @CsvSource({"100, 100", "0, 0", "64KB, 65536", "64kb, 65536", "2 MB, 2097152", "7B, 7"})
    void readsWhatAPersonWrites(String text, int bytes) {
        assertEquals(bytes, new ByteSize().convert(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "KB", "-1", "1.5MB", "64 GB", "9999999999"})
    void refusesWhatIsNoSize(String text) {
        assertThrows(TypeConversionException.class, () -> new ByteSize().convert(text));
    }

    @Test
    void refusesMoreThanAnArrayHolds() {
        assertThrows(TypeConversionException.class, () -> new ByteSize().convert("2048MB"));
    }
}
