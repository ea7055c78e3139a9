package org.gamenet.rgs.examples.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.gamenet.rgs.directory.Directory;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a test its {@link Tavern}. One directory serves all tests, in a folder whose path has spaces; each tavern has a
 * kind of game of its own.
 */
final class InTavern implements ParameterResolver {
    private static final Namespace HERE = Namespace.create(InTavern.class);

    /** The directory that all tests share. */
    private record Shared(Directory directory, Path folder) implements AutoCloseable {

        static Shared start() {
            try {
                Path folder = Files.createTempDirectory("rgs contract ");
                return new Shared(
                        Directory.builder()
                                .port(0)
                                .httpPort(0)
                                .folder(folder.resolve("the data of a directory"))
                                .start(),
                        folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            directory.close();
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
            } catch (IOException | UncheckedIOException busy) {
                System.out.println(folder + " is left to the system: " + busy);
            }
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Tavern.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Shared shared = context.getRoot()
                .getStore(HERE)
                .getOrComputeIfAbsent(Shared.class, key -> Shared.start(), Shared.class);
        return context.getStore(HERE)
                .getOrComputeIfAbsent(
                        Tavern.class,
                        key -> new Tavern(
                                shared.directory().port(), shared.directory().httpPort()),
                        Tavern.class);
    }
}
