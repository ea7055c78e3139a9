package org.gamenet.rgs.directory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.keys.Ed25519;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.port.Keys;
import org.jspecify.annotations.Nullable;

/**
 * The key by which a directory signs grants (P36), in its folder: drawn once, and the same until that is lost. Whoever
 * has it can make grants that members believe while they cannot ask.
 */
final class GrantKey {

    private static final String FILE = "grants.key";
    private static final Keys KEYS = new Ed25519();

    /** Before there is one. */
    static final GrantKey NONE = new GrantKey(null);

    private final Keys.@Nullable Key key;

    private GrantKey(Keys.@Nullable Key key) {
        this.key = key;
    }

    /** The signature of that text; empty without a key. */
    byte[] sign(byte[] text) {
        return key == null ? new byte[0] : key.sign(text);
    }

    /** The text that tells a process by which key this directory signs. */
    Optional<DirectoryPush> signsWith() {
        return Optional.ofNullable(key).map(own -> new DirectoryPush.SignsWith(new Payload(own.publicKey())));
    }

    /** The key in that folder, which this directory holds; the error says what is wrong with it. */
    static GrantKey of(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        Keys.Key key = Files.exists(file) ? read(file) : draw(folder, file);
        // The first signature in a process takes some 50 ms: not in somebody's recovery.
        key.sign(new byte[0]);
        return new GrantKey(key);
    }

    private static Keys.Key read(Path file) throws IOException {
        try {
            return KEYS.of(Files.readAllBytes(file));
        } catch (IllegalArgumentException damaged) {
            throw new IOException(
                    "The key in " + file + " is damaged (" + damaged.getMessage()
                            + "): restore it from a copy, or delete it; members learn the new one "
                            + "as soon as they reach this directory",
                    damaged);
        }
    }

    private static Keys.Key draw(Path folder, Path file) throws IOException {
        Keys.Key key = KEYS.draw();
        try {
            Path begun = Files.createTempFile(folder, FILE, null, ownersOnly());
            try {
                try (FileChannel channel = FileChannel.open(begun, StandardOpenOption.WRITE)) {
                    ByteBuffer secret = ByteBuffer.wrap(key.secret());
                    while (secret.hasRemaining()) {
                        channel.write(secret);
                    }
                    channel.force(true);
                }
                Files.move(begun, file, StandardCopyOption.ATOMIC_MOVE);
                SnapshotFile.forceFolder(folder);
            } finally {
                Files.deleteIfExists(begun);
            }
        } catch (IOException e) {
            throw new IOException(
                    "The folder " + folder + " cannot be written to (" + e
                            + "): make room there, or choose a folder that this user may write to",
                    e);
        }
        return key;
    }

    private static FileAttribute<?>[] ownersOnly() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
