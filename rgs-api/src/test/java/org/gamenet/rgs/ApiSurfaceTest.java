package org.gamenet.rgs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The surface against which games compile, as a text that a person reviews: run with {@code -Drgs.rewrite} to write it
 * anew, and read the difference.
 */
@DisplayName("The public surface is the one in api.txt")
class ApiSurfaceTest {

    private static final Path BASE = Path.of(System.getProperty("basedir", "."));

    @Test
    void equalsTheReviewedText() throws Exception {
        String surface = surface();
        Path reviewed = BASE.resolve("api.txt");
        if (System.getProperty("rgs.rewrite") != null) Files.writeString(reviewed, surface);
        assertTrue(Files.exists(reviewed), "no api.txt: run this test with -Drgs.rewrite");
        assertEquals(
                Files.readString(reviewed).replace("\r\n", "\n"),
                surface,
                "the public surface has changed: if that was meant, run this test with -Drgs.rewrite and review api.txt");
    }

    @Test
    void seesMembersParametersAndHierarchy() {
        assertEquals("""
                final class Sample extends Number implements Comparable<Sample>
                  constructor (int)
                  static field int COUNT
                  method int compareTo(Sample)
                  method double doubleValue()
                  method float floatValue()
                  method int intValue()
                  method long longValue()
                  static method <T extends Number> List<? super T> of(T[]...) throws IOException
                """, describe(Sample.class));
    }

    private static String surface() throws IOException, ClassNotFoundException {
        Path classes = BASE.resolve("target").resolve("classes");
        List<Class<?>> types = new ArrayList<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                String name = classes.relativize(file)
                        .toString()
                        .replace(File.separatorChar, '.')
                        .replaceAll("\\.class$", "");
                if (name.endsWith("-info")) continue;
                Class<?> type = Class.forName(name, false, ApiSurfaceTest.class.getClassLoader());
                if (isVisible(type)) types.add(type);
            }
        }
        types.sort(Comparator.comparing(Class::getName));
        return types.stream().map(ApiSurfaceTest::describe).collect(Collectors.joining("\n"));
    }

    private static boolean isVisible(Class<?> type) {
        for (Class<?> t = type; t != null; t = t.getEnclosingClass())
            if (!Modifier.isPublic(t.getModifiers())) return false;
        return true;
    }

    private static String describe(Class<?> type) {
        List<String> lines = new ArrayList<>();
        if (type.isEnum()) for (Object constant : type.getEnumConstants()) lines.add("constant " + constant);
        if (type.isRecord())
            for (RecordComponent c : type.getRecordComponents())
                lines.add("component " + brief(c.getGenericType()) + " " + c.getName());
        for (Constructor<?> c : type.getDeclaredConstructors())
            if (Modifier.isPublic(c.getModifiers()) && !type.isRecord())
                lines.add("constructor " + brief(c.getGenericParameterTypes(), c.isVarArgs())
                        + thrown(c.getExceptionTypes()));
        for (Field f : type.getDeclaredFields())
            if (Modifier.isPublic(f.getModifiers()) && !f.isEnumConstant())
                lines.add(statically(f.getModifiers()) + "field " + brief(f.getGenericType()) + " " + f.getName());
        Arrays.stream(type.getDeclaredMethods())
                .filter(m -> Modifier.isPublic(m.getModifiers()) && !m.isSynthetic() && !isGiven(type, m))
                .sorted(Comparator.comparing(Method::getName).thenComparing(ApiSurfaceTest::describe))
                .forEach(m -> lines.add(describe(m)));
        return head(type) + "\n" + lines.stream().map(l -> "  " + l + "\n").collect(Collectors.joining());
    }

    /** The methods that the language gives every record and every enum, and those of every object. */
    private static boolean isGiven(Class<?> type, Method m) {
        String name = m.getName();
        return List.of("equals", "hashCode", "toString").contains(name)
                || type.isEnum() && List.of("values", "valueOf").contains(name)
                || type.isRecord()
                        && m.getParameterCount() == 0
                        && Arrays.stream(type.getRecordComponents())
                                .anyMatch(c -> c.getName().equals(name));
    }

    private static String head(Class<?> type) {
        if (type.isAnnotation()) return "annotation " + type.getName();
        String kind = type.isInterface()
                ? (type.isSealed() ? "sealed interface " : "interface ")
                : type.isEnum()
                        ? "enum "
                        : type.isRecord()
                                ? "record "
                                : (Modifier.isFinal(type.getModifiers())
                                                ? "final "
                                                : Modifier.isAbstract(type.getModifiers()) ? "abstract " : "")
                                        + "class ";
        String parameters = type.getTypeParameters().length == 0 ? "" : variables(type.getTypeParameters());
        String parent =
                type.getSuperclass() == null || type.isEnum() || type.isRecord() || type.getSuperclass() == Object.class
                        ? ""
                        : " extends " + brief(type.getGenericSuperclass());
        String parents = type.getGenericInterfaces().length == 0
                ? ""
                : (type.isInterface() ? " extends " : " implements ")
                        + Arrays.stream(type.getGenericInterfaces())
                                .map(ApiSurfaceTest::brief)
                                .collect(Collectors.joining(", "));
        return kind
                + (type.getName().startsWith("org.gamenet.rgs.") && isVisible(type)
                        ? type.getName()
                        : type.getSimpleName())
                + parameters
                + parent
                + parents;
    }

    private static String describe(Method m) {
        String variables = m.getTypeParameters().length == 0 ? "" : variables(m.getTypeParameters()) + " ";
        return statically(m.getModifiers()) + (m.isDefault() ? "default " : "") + "method " + variables
                + nullable(m.getAnnotatedReturnType()) + brief(m.getGenericReturnType()) + " " + m.getName()
                + brief(m.getGenericParameterTypes(), m.isVarArgs()) + thrown(m.getExceptionTypes());
    }

    private static String nullable(AnnotatedElement type) {
        return Arrays.stream(type.getAnnotations())
                        .anyMatch(a -> a.annotationType().getSimpleName().equals("Nullable"))
                ? "@Nullable "
                : "";
    }

    private static String statically(int modifiers) {
        return Modifier.isStatic(modifiers) ? "static " : "";
    }

    private static String variables(java.lang.reflect.TypeVariable<?>[] variables) {
        return Arrays.stream(variables)
                .map(v -> v.getName()
                        + (v.getBounds()[0] == Object.class
                                ? ""
                                : " extends "
                                        + Arrays.stream(v.getBounds())
                                                .map(ApiSurfaceTest::brief)
                                                .collect(Collectors.joining(" & "))))
                .collect(Collectors.joining(", ", "<", ">"));
    }

    private static String brief(Type[] parameters, boolean varArgs) {
        String all = Arrays.stream(parameters).map(ApiSurfaceTest::brief).collect(Collectors.joining(", ", "(", ")"));
        return varArgs ? all.replaceAll("\\[\\]\\)$", "...)") : all;
    }

    private static String thrown(Class<?>[] types) {
        return types.length == 0
                ? ""
                : Arrays.stream(types).map(ApiSurfaceTest::brief).collect(Collectors.joining(", ", " throws ", ""));
    }

    /** Without the packages, and without the outer type: the text is for reading. */
    private static String brief(Type type) {
        return type.getTypeName()
                .replaceAll("(?:[a-z][a-zA-Z0-9_]*\\.)+", "")
                .replaceAll("\\b[A-Z]\\w*[$.](?=[A-Z])", "");
    }

    /** Something of everything that the text has to show. */
    public static final class Sample extends Number implements Comparable<Sample> {
        private static final long serialVersionUID = 1;
        public static int COUNT;

        public Sample(int value) {}

        @SafeVarargs
        public static <T extends Number> List<? super T> of(T[]... values) throws IOException {
            return List.of();
        }

        @Override
        public int compareTo(Sample other) {
            return 0;
        }

        @Override
        public int intValue() {
            return 0;
        }

        @Override
        public long longValue() {
            return 0;
        }

        @Override
        public float floatValue() {
            return 0;
        }

        @Override
        public double doubleValue() {
            return 0;
        }

        void hidden() {}
    }
}
