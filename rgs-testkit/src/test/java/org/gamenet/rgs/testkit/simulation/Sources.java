package org.gamenet.rgs.testkit.simulation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gamenet.rgs.core.machine.Mix;

/**
 * The sources that a simulated story depends on: whoever changes one plays other seeds, and one commit plays the same
 * seeds everywhere.
 */
final class Sources {
    private static final Path MODULE = Path.of(System.getProperty("basedir", "."));
    private static final List<Path> ROOTS = List.of(
            MODULE.resolve("../rgs-api/src/main/java"),
            MODULE.resolve("../rgs-core/src/main/java"),
            MODULE.resolve("src/main/java"),
            MODULE.resolve("src/test/java/org/gamenet/rgs/testkit/simulation"));
    private static final long SEEDS_APART = 1_000_000;
    private static final int RANGES = 1 << 30;

    private Sources() {}

    /** The same wherever the sources lie, whatever ends their lines. */
    static long firstSeed() throws IOException {
        List<Map<String, String>> all = new ArrayList<>();
        for (Path root : ROOTS) all.add(read(root));
        return firstSeed(all);
    }

    static long firstSeed(List<Map<String, String>> roots) {
        MessageDigest digest = sha256();
        for (Map<String, String> root : roots) {
            new TreeMap<>(root).forEach((file, text) -> {
                add(digest, file);
                add(digest, text.replace("\r", ""));
            });
        }
        long mixed = 0;
        for (byte each : digest.digest()) mixed = Mix.of(mixed, each);
        return (1 + Math.floorMod(mixed, RANGES)) * SEEDS_APART;
    }

    private static void add(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
    }

    private static Map<String, String> read(Path root) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                texts.put(root.relativize(file).toString().replace('\\', '/'), Files.readString(file));
            }
        }
        if (texts.isEmpty()) throw new IOException("no sources under " + root.toAbsolutePath());
        return texts;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
