package org.gamenet.rgs.examples.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

/** A class of this package as another build of the game has it: compiled at run time, loaded beside its namesake. */
final class OtherBuild extends ClassLoader {
    private final Path classes;
    private final String name;

    private OtherBuild(Path classes, String name) {
        super(OtherBuild.class.getClassLoader());
        this.classes = classes;
        this.name = name;
    }

    static Class<?> of(Path folder, String simpleName, String declaration) throws IOException, ClassNotFoundException {
        String home = OtherBuild.class.getPackageName();
        Path source = Files.writeString(folder.resolve(simpleName + ".java"), "package " + home + ";\n" + declaration);
        int result =
                ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(), source.toString());
        if (result != 0) throw new AssertionError("does not compile: " + declaration);
        return new OtherBuild(folder, home + "." + simpleName).loadClass(home + "." + simpleName);
    }

    @Override
    protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
        if (!wanted.equals(name)) return super.loadClass(wanted, resolve);
        Class<?> loaded = findLoadedClass(wanted);
        if (loaded != null) return loaded;
        try {
            byte[] bytes = Files.readAllBytes(classes.resolve(wanted.replace('.', '/') + ".class"));
            return defineClass(wanted, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
