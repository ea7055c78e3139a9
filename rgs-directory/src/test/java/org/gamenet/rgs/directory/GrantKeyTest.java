package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.directory.client.DirectoryClient;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.directory.protocol.GrantText;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Member;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The key by which a directory signs what it grants, and what its processes know of it. */
@Timeout(120)
class GrantKeyTest {

    @TempDir
    private Path temp;

    private static byte[] text(GameEntry game, Member holder, boolean placed) {
        Optional<Endpoint> place = placed ? Optional.of(holder.endpoint()) : Optional.empty();
        return GrantText.of(game.id(), game.epoch(), holder.id(), place);
    }

    @Test
    @DisplayName(
            "K6 P36 what a directory signs every process knows for its own that ever had a line to it, also after a restart")
    void signs() throws IOException {
        Member founder = Caller.member("ada");
        byte[] signature;
        byte[] text;
        try (Directory directory = Directory.start(0, temp);
                DirectoryClient one = DirectoryTest.client(directory);
                DirectoryClient two = DirectoryTest.client(directory);
                DirectoryClient never = new DirectoryClient(List.of("127.0.0.1:1"))) {
            GameEntry game = new Caller(one)
                    .ask(
                            new DirectoryRequest.Register(Caller.registration("duel", founder)),
                            DirectoryReply.Registered.class)
                    .game();
            DirectoryReply.GrantSigned signed = new Caller(one)
                    .ask(new DirectoryRequest.SignGrant(game.id(), game.epoch()), DirectoryReply.GrantSigned.class);
            assertEquals(game.epoch(), signed.epoch());
            signature = signed.signature().bytes();
            text = text(game, founder, signed.placed());
            new Caller(two).ask(DirectoryTest.discover("teapots"), DirectoryReply.Games.class);
            assertTrue(two.signs() && two.hasSigned(text, signature));
            assertFalse(two.hasSigned(text(game, Caller.member("rogue"), false), signature));
            assertFalse(two.hasSigned(text, new byte[signature.length]));
            assertFalse(never.signs() || never.hasSigned(text, signature));
        }
        try (Directory directory = Directory.start(0, temp);
                DirectoryClient three = DirectoryTest.client(directory)) {
            new Caller(three).ask(DirectoryTest.discover("teapots"), DirectoryReply.Games.class);
            assertTrue(three.hasSigned(text, signature), "the key is in the folder");
        }
        try (Directory other = Directory.start(0, temp.resolve("other"));
                DirectoryClient four = DirectoryTest.client(other)) {
            new Caller(four).ask(DirectoryTest.discover("teapots"), DirectoryReply.Games.class);
            assertTrue(four.signs());
            assertFalse(four.hasSigned(text, signature), "another folder, another key");
        }
    }

    @Test
    @DisplayName("S16 the key is its owner's alone; a damaged one is a sentence, and one that is deleted is drawn anew")
    void isKept() throws IOException {
        Optional<DirectoryPush> key = GrantKey.of(temp).signsWith();
        assertEquals(key, GrantKey.of(temp).signsWith());
        Path file = temp.resolve("grants.key");
        if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix"))
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        byte[] bytes = Files.readAllBytes(file);
        bytes[40] ^= 1;
        Files.write(file, bytes);
        IOException damaged = assertThrows(IOException.class, () -> GrantKey.of(temp));
        assertTrue(damaged.getMessage().contains("grants.key is damaged"), damaged.getMessage());
        Files.delete(file);
        assertNotEquals(key, GrantKey.of(temp).signsWith());
        try (var left = Files.list(temp)) {
            assertEquals(1, left.count(), "nothing half made is left behind");
        }
    }
}
