package org.gamenet.rgs.core.directory.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DirectoryAddressTest {

    @Test
    @DisplayName("T33 names, IPv4 and IPv6 addresses are read, and written as they were")
    void reads() {
        for (String text : List.of(
                "localhost:7400", "127.0.0.1:1", "games.example.org:65535", "[::1]:7400", "[fe80::1%eth0]:7400")) {
            assertEquals(text, DirectoryAddress.parse(text).toString());
        }
        assertEquals(new DirectoryAddress("::1", 7400), DirectoryAddress.parse(" [::1]:7400 "));
    }

    @Test
    @DisplayName("an address that is none is refused with what is wrong and what is right")
    void refuses() {
        for (String text : List.of(
                "",
                "localhost",
                "localhost:",
                "localhost:0",
                "localhost:65536",
                "localhost:-1",
                "localhost:http",
                ":7400",
                "::1:7400",
                "[::1]",
                "http://localhost:7400",
                "a b:7400",
                "x".repeat(300) + ":7400",
                "\u001b[2J",
                "\u009b2J")) {
            String message = assertThrows(IllegalArgumentException.class, () -> DirectoryAddress.parse(text), text)
                    .getMessage();
            assertTrue(
                    message.contains("write host:port")
                            && message.length() < 300
                            && message.chars().noneMatch(Character::isISOControl),
                    message);
        }
        assertThrows(IllegalArgumentException.class, () -> new DirectoryClient(List.of()));
        assertThrows(IllegalArgumentException.class, () -> new DirectoryClient(List.of("localhost:7400", "localhost")));
    }
}
