package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.helpers.FormattingTuple;
import org.slf4j.helpers.MessageFormatter;

class LedgerLogTest {

    @Test
    @DisplayName(
            "N11 what is tried again is said in one line, with the cause in it, whoever gives it: no braces, no stack")
    void saysWhyInOneLine() {
        for (Exception failure : new Exception[] {new IllegalStateException("the disk is slow"), null}) {
            FormattingTuple line = MessageFormatter.format("tried again: {}", LedgerLog.why(failure));
            String why = failure == null ? "no reason given" : "java.lang.IllegalStateException: the disk is slow";
            assertEquals("tried again: " + why, line.getMessage());
            assertEquals(null, line.getThrowable());
        }
    }
}
