package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every cure is tried by taking it away: then some walk or search must break. */
class MutantTest {

    private static final int WALKS = Integer.getInteger("rgs.mutant.walks", 250);
    private static final int STATES = Integer.getInteger("rgs.mutant.states", 15_000);

    /** A rule, and how to break it. */
    record Mutant(String rule, String file, String text, String instead) {}

    private static final List<Mutant> MUTANTS = List.of(
            new Mutant("P2 accepts what is below its promise", "reconfiguration/FullMember", "return !epoch.allowedBy(promise());", "return false;"),
            new Mutant("P2 HG23 a newcomer takes an older InitialAck", "reconfiguration/Joining",
                    "if (!ack.promise().allowedBy(promise) || !epoch.allowedBy(promise))", "if (ack.rules() == null)"),
            new Mutant("P3 P42 HG3 resumes without the prefix test", "ordering/Log",
                    "if (!log.end.epoch().equals(goal.epoch()) || log.end.seq() > goal.seq()) return new Catchup.Diverged(log.end, goal);",
                    "if (!log.end.equals(goal)) { Log end = new Log(goal, log.roster, log.authority, log.ordered, log.kept, false); path.add(target);"
                            + " return new Catchup.Reached(end.with(target), path); }"),
            new Mutant("P8 HG17 ACK before the arbiter has confirmed", "reconfiguration/Collecting",
                    "effects.add(new Effect.StartTimer(Timer.REPEAT, FullMember.REPEAT_MILLIS));\n        return Step.to(this, effects);",
                    "return serve().after(effects.toArray(Effect[]::new));"),
            new Mutant("P21 a deposed holder stays", "reconfiguration/Serving",
                    "if (known.active().isAfter(epoch())) return deposed(\"epoch \" + known.active().number() + \" is on\");", ""),
            new Mutant("P22 frames are dropped before all have them", "reconfiguration/Serving", "if (at == null) return Position.NONE;",
                    "if (at == null) continue;"),
            new Mutant("P26 HG11 InitialAck before JOIN", "reconfiguration/Serving", "waiting.put(id, Newcomer.waiting(next.part.log()));",
                    "waiting.put(id, Newcomer.waiting(part.log()));"),
            new Mutant("S7 an incarnation comes in twice", "reconfiguration/Serving", "if (part.log().roster().isOut(id)) return outcast(id);", ""),
            new Mutant("P36 an answer promises nothing", "reconfiguration/FullMember", "Part bound = part().promising(call.epoch());", "Part bound = part();"),
            new Mutant("P37 packages of a voided round are used", "reconfiguration/Gathered", "return new Gathered(roster, logs, Map.of(), unadmitted, gone);",
                    "return new Gathered(roster, logs, answers, unadmitted, gone);"),
            new Mutant("P37 HG19 its own log is not among the answers", "reconfiguration/Collecting",
                    "if (part.isEmpty() || basis == Basis.REBUILD && !freezing.packageDone()) return this;", "if (basis != null) return this;"),
            new Mutant("P41 the ACK comes without what its receiver lacks", "reconfiguration/Serving",
                    "part.log().after(from).stream().filter(f -> !f.equals(ack)).toList()", "List.of()"),
            new Mutant("P42 resumes though it is not in M", "reconfiguration/FullMember", "if (!body.members().contains(part().id())) return leftBehind(",
                    "if (body.members().isEmpty()) return leftBehind("));

    @TestFactory
    @DisplayName("every cure has a walk or a search that fails without it")
    Stream<DynamicTest> killsEveryMutant() {
        return MUTANTS.stream().map(m -> DynamicTest.dynamicTest(m.rule(), () -> assertFalse(hunt(m).isEmpty(), "survives: " + m)));
    }

    static List<Mutant> all() {
        return MUTANTS;
    }

    static String hunt(Mutant mutant) throws Exception {
        Map<String, byte[]> changed = compile(mutant);
        ClassLoader own = new Own(changed);
        Method first = own.loadClass(Hunt.class.getName()).getDeclaredMethod("first", int.class, int.class);
        first.setAccessible(true);
        return (String) first.invoke(null, WALKS, STATES);
    }

    private static Path sources() {
        Path here = Path.of("src/main/java/org/gamenet/rgs/core");
        return Files.isDirectory(here) ? here : Path.of("rgs-core").resolve(here);
    }

    private static Map<String, byte[]> compile(Mutant mutant) throws IOException {
        Path file = sources().resolve(mutant.file() + ".java");
        String source = Files.readString(file);
        assertEquals(2, source.split(java.util.regex.Pattern.quote(mutant.text()), -1).length, "exactly once in " + file + ": " + mutant.text());
        String broken = source.replace(mutant.text(), mutant.instead());
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        URI name = URI.create("string:///org/gamenet/rgs/core/" + mutant.file() + ".java");
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null); Kept kept = new Kept(files)) {
            List<String> options = List.of("-nowarn", "-proc:none", "-cp", classPath());
            boolean done = compiler.getTask(said, kept, null, options, null, List.of(new Text(name, broken))).call();
            assertTrue(done, () -> mutant + "\n" + said);
            Map<String, byte[]> classes = new HashMap<>();
            kept.classes.forEach((n, bytes) -> classes.put(n, bytes.toByteArray()));
            return classes;
        }
    }

    private static String classPath() {
        Set<String> places = new TreeSet<>();
        for (Class<?> type : List.of(MemberState.class, Failover.class, NullMarked.class, MutantTest.class))
            places.add(Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString())).toString());
        return String.join(System.getProperty("path.separator"), places);
    }

    private static final class Text extends SimpleJavaFileObject {
        private final String text;

        Text(URI name, String text) {
            super(name, Kind.SOURCE);
            this.text = text;
        }

        @Override public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Kept extends ForwardingJavaFileManager<JavaFileManager> {
        final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

        Kept(JavaFileManager files) {
            super(files);
        }

        @Override public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("string:///" + name.replace('.', '/') + kind.extension), kind) {
                @Override public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    classes.put(name, bytes);
                    return bytes;
                }
            };
        }
    }

    /** Its own copy of the whole core, the changed classes in it. */
    private static final class Own extends ClassLoader {
        private final Map<String, byte[]> changed;

        Own(Map<String, byte[]> changed) {
            super(MutantTest.class.getClassLoader());
            this.changed = changed;
            setDefaultAssertionStatus(true);
        }

        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("org.gamenet.rgs.core.")) return super.loadClass(name, resolve);
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            byte[] bytes = changed.get(name);
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (bytes == null && in == null) throw new ClassNotFoundException(name);
                byte[] whole = bytes != null ? bytes : in.readAllBytes();
                return defineClass(name, whole, 0, whole.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
