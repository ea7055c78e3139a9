package org.gamenet.rgs.core.wire;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The ways into and out of a record of the game, which may be private and of another module. */
final class RecordAccess {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private final Class<?> type;
    private final RecordComponent[] components;
    private final Constructor<?> canonical;

    RecordAccess(Class<?> type) {
        this.type = type;
        this.components = type.getRecordComponents();
        Class<?>[] parameters =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            this.canonical = type.getDeclaredConstructor(parameters);
        } catch (NoSuchMethodException e) {
            throw new AssertionError("every record has its canonical constructor", e);
        }
    }

    RecordComponent[] components() {
        return components;
    }

    /** {@code Teapot.score}, for messages to people. */
    String[] places() {
        return Arrays.stream(components)
                .map(component -> Names.shortened(type.getName()) + "." + component.getName())
                .toArray(String[]::new);
    }

    /**
     * Asks for all of it; throws {@link IllegalArgumentException}, naming the cure, if the record's module is closed.
     */
    void open() {
        open(canonical);
        for (RecordComponent component : components) open(component.getAccessor());
    }

    /** Once it is {@link #open}. Throws what the accessor throws. */
    @Nullable
    Object component(int index, Object record) throws Throwable {
        try {
            return components[index].getAccessor().invoke(record);
        } catch (IllegalAccessException e) {
            throw closed(e);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Once it is {@link #open}. Throws what the constructor throws. */
    Object make(Object[] values) throws Throwable {
        try {
            return canonical.newInstance(values);
        } catch (IllegalAccessException e) {
            throw closed(e);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Once it is {@link #open}. */
    MethodHandle accessor(int index) {
        try {
            return LOOKUP.unreflect(components[index].getAccessor());
        } catch (IllegalAccessException e) {
            throw closed(e);
        }
    }

    /** Once it is {@link #open}. */
    MethodHandle constructor() {
        try {
            return LOOKUP.unreflectConstructor(canonical);
        } catch (IllegalAccessException e) {
            throw closed(e);
        }
    }

    private void open(AccessibleObject member) {
        try {
            member.setAccessible(true);
        } catch (InaccessibleObjectException e) {
            throw closed(e);
        }
    }

    private IllegalArgumentException closed(Exception cause) {
        return new IllegalArgumentException(
                "record " + type.getName() + " cannot be read: its module "
                        + type.getModule().getName()
                        + " does not open the package to RGS; add \"opens " + type.getPackageName()
                        + ";\" to its module-info, or make the record "
                        + "public in an exported package",
                cause);
    }
}
