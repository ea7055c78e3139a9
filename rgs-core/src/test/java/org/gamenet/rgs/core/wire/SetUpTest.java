package org.gamenet.rgs.core.wire;

import static org.gamenet.rgs.core.wire.Samples.misuse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleFinder;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record that cannot travel is refused when the game starts. The message names the component, and what to do. */
class SetUpTest {
    record Chat(String text, StringBuilder colour) {}

    record Holder(Map<String, Optional<Thread>> threads) {}

    record Raw(@SuppressWarnings("rawtypes") List list) {}

    record Concrete(ArrayList<String> list) {}

    record Open<T>(T value) {}

    record Growing<T>(Optional<Growing<List<T>>> next) {}

    sealed interface Leaky permits Fine, Loose {}

    record Fine() implements Leaky {}

    static non-sealed class Loose implements Leaky {}

    @Test
    void namesRecordComponentTypeAndCure() {
        String message = misuse(() -> Records.of(Chat.class));
        assertTrue(
                message.startsWith("Chat.colour is of type java.lang.StringBuilder, which cannot travel: use"),
                message);
        assertTrue(message.contains("register a Codec"), message);
    }

    @Test
    void findsWhatIsDeepInside() {
        assertTrue(misuse(() -> Records.of(Holder.class)).startsWith("Holder.threads is of type java.lang.Thread"));
        assertTrue(misuse(() -> Records.of(Concrete.class))
                .startsWith("Concrete.list is of type java.util.ArrayList<java.lang.String>"));
    }

    @Test
    void refusesWhatDoesNotSayOfWhatItIs() {
        assertTrue(misuse(() -> Records.of(Raw.class)).endsWith("say of what, for example List<String>"));
        assertTrue(misuse(() -> Records.of(Open.class)).startsWith("Open.value is of type java.lang.Object"));
    }

    @Test
    void refusesATypeThatGrowsForEver() {
        record Start(Growing<Integer> growing) {}
        assertTrue(misuse(() -> Records.of(Start.class)).endsWith("its types nest without end"));
    }

    @Test
    void refusesWhatIsNoRecord() {
        assertTrue(misuse(() -> Records.of(String.class))
                .startsWith("java.lang.String is neither a record nor a sealed interface"));
        String message = misuse(() -> Records.of(Leaky.class));
        assertTrue(message.contains("Loose, of " + Leaky.class.getName() + ", is neither a record"), message);
    }

    @Test
    void refusesNegativeAndDoubledIds() {
        assertTrue(misuse(() -> Records.ofIds(Map.of(-1, Fine.class))).contains("negative"));
        assertTrue(misuse(() -> Records.ofIds(Map.of(1, Fine.class, 2, Fine.class)))
                .contains("has two ids"));
    }

    static final class One {
        record Ping(int a) {}
    }

    static final class Two {
        record Ping(String a) {}
    }

    @Test
    void takesTwoRecordsOfTheSameSimpleName() {
        Records records = Records.of(One.Ping.class, Two.Ping.class);
        for (Record each : List.of(new One.Ping(1), new Two.Ping("x"))) {
            assertEquals(each, records.decode(ByteBuffer.wrap(records.encode(each)), PeerNames.NONE));
        }
    }

    record Inner(int a) {}

    record Outer(Inner inner) {}

    record Another(Inner inner) {}

    /** Its own copies of the records here. */
    private static final class Twins extends ClassLoader {
        Twins() {
            super(SetUpTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(SetUpTest.class.getName() + "$")) return super.loadClass(name, resolve);
            Class<?> known = findLoadedClass(name);
            if (known != null) return known;
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void refusesTwoClassesOfOneName() throws Exception {
        Class<?> inner = new Twins().loadClass(Inner.class.getName());
        assertTrue(misuse(() -> Records.of(Inner.class, inner))
                .startsWith("two records are called " + Inner.class.getName()));
        Class<?> outer = new Twins().loadClass(Outer.class.getName());
        assertTrue(misuse(() -> Records.of(Another.class, outer))
                .startsWith("two classes are called " + Inner.class.getName()));
    }

    @Test
    void aModuleThatKeepsItsRecordsClosedIsNamedWithTheCure(@TempDir Path folder) throws Exception {
        String message = misuse(() -> Records.of(inModule(folder.resolve("closed"), "shy", "exports shy;")));
        assertTrue(
                message.startsWith("record shy.Secret cannot be read: its module shy does not open the package to RGS"),
                message);
        assertTrue(message.contains("add \"opens shy;\" to its module-info"), message);
    }

    @Test
    void aModuleThatOpensItsPackageHidesNothing(@TempDir Path folder) throws Exception {
        Class<?> secret = inModule(folder.resolve("open"), "frank", "opens frank;");
        Records records = Records.of(secret);
        assertEquals(
                Set.of(secret),
                Set.of(records.decode(ByteBuffer.wrap(new byte[] {0, 0, 0, 0, 7}), PeerNames.NONE)
                        .getClass()));
    }

    /** A package-private record in a module of its own, compiled and loaded here. */
    private static Class<?> inModule(Path folder, String name, String directive) throws Exception {
        Path source = Files.createDirectories(folder.resolve("src"));
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path info = Files.writeString(source.resolve("module-info.java"), "module " + name + " { " + directive + " }");
        Path record = Files.createDirectories(source.resolve(name)).resolve("Secret.java");
        Files.writeString(record, "package " + name + "; record Secret(int a) {}");
        File[] sources = {info.toFile(), record.toFile()};
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), sources[0].getPath(), sources[1].getPath());
        assertEquals(0, failed);
        ModuleLayer boot = ModuleLayer.boot();
        ModuleLayer layer = boot.defineModulesWithOneLoader(
                boot.configuration().resolve(ModuleFinder.of(classes), ModuleFinder.of(), Set.of(name)),
                ClassLoader.getSystemClassLoader());
        return layer.findLoader(name).loadClass(name + ".Secret");
    }
}
