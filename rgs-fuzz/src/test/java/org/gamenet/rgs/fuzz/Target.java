package org.gamenet.rgs.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.gamenet.rgs.core.directory.line.DirectoryLineTarget;
import org.gamenet.rgs.core.directory.server.DirectoryScriptTarget;
import org.gamenet.rgs.core.lanes.LaneFramesTarget;
import org.gamenet.rgs.core.session.FramesTarget;
import org.gamenet.rgs.core.session.SessionLogTarget;
import org.gamenet.rgs.core.transport.links.LinkTarget;
import org.gamenet.rgs.core.wire.RecordsTarget;
import org.gamenet.rgs.directory.DirectoryDiskTarget;
import org.gamenet.rgs.directory.WordsTarget;
import org.gamenet.rgs.testkit.simulation.SessionScriptTarget;

/**
 * A decoder that is fuzzed. Each target throws for whatever must not happen, and has the method that Jazzer looks for.
 *
 * @param longest input, bytes
 * @param seeds inputs to begin with, made from the code as it is now
 */
record Target(Class<?> type, int longest, Consumer<byte[]> input, Supplier<List<byte[]>> seeds) {
    static final List<Target> DECODERS = List.of(
            new Target(RecordsTarget.class, 2_048, RecordsTarget::fuzzerTestOneInput, RecordsTarget::seeds),
            new Target(FramesTarget.class, 4_096, FramesTarget::fuzzerTestOneInput, FramesTarget::seeds),
            new Target(LaneFramesTarget.class, 1_024, LaneFramesTarget::fuzzerTestOneInput, LaneFramesTarget::seeds),
            new Target(LinkTarget.class, 4_096, LinkTarget::fuzzerTestOneInput, LinkTarget::seeds),
            new Target(
                    DirectoryLineTarget.class,
                    4_096,
                    DirectoryLineTarget::fuzzerTestOneInput,
                    DirectoryLineTarget::seeds),
            new Target(
                    DirectoryDiskTarget.class,
                    4_096,
                    DirectoryDiskTarget::fuzzerTestOneInput,
                    DirectoryDiskTarget::seeds),
            new Target(SessionLogTarget.class, 4_096, SessionLogTarget::fuzzerTestOneInput, SessionLogTarget::seeds),
            new Target(WordsTarget.class, 256, WordsTarget::fuzzerTestOneInput, WordsTarget::seeds));

    static final List<Target> SCRIPTS = List.of(
            new Target(
                    DirectoryScriptTarget.class,
                    2_048,
                    DirectoryScriptTarget::fuzzerTestOneInput,
                    DirectoryScriptTarget::seeds),
            new Target(
                    SessionScriptTarget.class,
                    1_024,
                    SessionScriptTarget::fuzzerTestOneInput,
                    SessionScriptTarget::seeds));

    private static final Path CORPUS = Path.of("src", "test", "resources", "corpus");

    static List<Target> all() {
        return Stream.concat(DECODERS.stream(), SCRIPTS.stream()).toList();
    }

    String name() {
        return type.getSimpleName();
    }

    /** Inputs that once went wrong, or led into a corner: one in Base64 a line, in a file per target. */
    List<byte[]> kept() {
        Path file = CORPUS.resolve(name() + ".txt");
        if (!Files.exists(file)) return List.of();
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Base64.getDecoder()::decode)
                    .toList();
        } catch (IOException cannot) {
            throw new UncheckedIOException(cannot);
        }
    }
}
