package org.gamenet.rgs.core.wire;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** The ways into and out of a record of the game, which may be private and of another module. */
final class RecordAccess {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private final Class<?> type;
    private final RecordComponent[] components;

    RecordAccess(Class<?> type) {
        this.type = type;
        this.components = type.getRecordComponents();
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

    MethodHandle accessor(int index) {
        Method accessor = components[index].getAccessor();
        open(accessor);
        try {
            return LOOKUP.unreflect(accessor);
        } catch (IllegalAccessException e) {
            throw closed(e);
        }
    }

    MethodHandle constructor() {
        Class<?>[] parameters =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(parameters);
            open(constructor);
            return LOOKUP.unreflectConstructor(constructor);
        } catch (NoSuchMethodException e) {
            throw new AssertionError("every record has its canonical constructor", e);
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
