package org.gamenet.rgs.core.wire;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** How the values of one type look as bytes. Immutable once the set-up is done; any thread. */
abstract class Form {
    private static final MethodHandle READ;

    static {
        try {
            READ = MethodHandles.lookup()
                    .findVirtual(Form.class, "read", MethodType.methodType(Object.class, Input.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Writes a value, which is not null. */
    abstract void write(Output out, Object value);

    /** Reads a value; never null. */
    abstract Object read(Input in);

    /** No value takes fewer bytes. */
    abstract int leastBytes();

    /** The type, as the schema says it. */
    abstract String text();

    /** Writes what the accessor, of type {@code (Object)T}, gives; scalars avoid the box. */
    void writeComponent(Output out, MethodHandle accessor, Object record, String where) throws Throwable {
        Object value = (Object) accessor.invokeExact(record);
        if (value == null) throw nothing(where);
        write(out, value);
    }

    /** The type that the accessor shall give to {@link #writeComponent}. */
    Class<?> handed() {
        return Object.class;
    }

    /** {@code (Input)T} for a component of type T. */
    MethodHandle reader(Class<?> type) {
        return READ.bindTo(this).asType(MethodType.methodType(type, Input.class));
    }

    /**
     * For an element of a container: what takes no byte of its own takes one, so that no count is larger than the bytes
     * after it.
     */
    final void writeElement(Output out, Object value) {
        write(out, value);
        if (leastBytes() == 0) out.putByte(0);
    }

    final Object readElement(Input in) {
        Object value = read(in);
        if (leastBytes() == 0 && in.getByte() != 0) throw new MalformedException("an empty record is not empty");
        return value;
    }

    final int leastElementBytes() {
        return Math.max(1, leastBytes());
    }

    static IllegalArgumentException nothing(String where) {
        return new IllegalArgumentException(where + " is or holds null: messages carry no nulls, use Optional");
    }
}
