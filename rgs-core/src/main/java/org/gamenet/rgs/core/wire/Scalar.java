package org.gamenet.rgs.core.wire;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;

/** Primitives and their boxes: the same bytes, of fixed size, big-endian. */
abstract class Scalar extends Form {
    private final Class<?> primitive;
    private final int bytes;
    private final MethodHandle reader;

    private Scalar(Class<?> primitive, int bytes) {
        this.primitive = primitive;
        this.bytes = bytes;
        String name = primitive.getName();
        String getter = "get" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
        try {
            reader = MethodHandles.lookup().findVirtual(Input.class, getter, MethodType.methodType(primitive));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    int leastBytes() {
        return bytes;
    }

    @Override
    String text() {
        return primitive.getName();
    }

    @Override
    Class<?> handed() {
        return primitive;
    }

    @Override
    MethodHandle reader(Class<?> type) {
        return reader.asType(MethodType.methodType(type, Input.class));
    }

    static final Scalar BOOLEAN = new Scalar(boolean.class, 1) {
        @Override
        void write(Output out, Object value) {
            out.putByte((boolean) value ? 1 : 0);
        }

        @Override
        Object read(Input in) {
            return in.getBoolean();
        }

        @Override
        void writeComponent(Output out, MethodHandle accessor, Object record, String where) throws Throwable {
            out.putByte((boolean) accessor.invokeExact(record) ? 1 : 0);
        }
    };

    static final Scalar BYTE = new Scalar(byte.class, 1) {
        @Override
        void write(Output out, Object value) {
            out.putByte((byte) value);
        }

        @Override
        Object read(Input in) {
            return in.getByte();
        }

        @Override
        void writeComponent(Output out, MethodHandle accessor, Object record, String where) throws Throwable {
            out.putByte((byte) accessor.invokeExact(record));
        }
    };

    static final Scalar SHORT = new Scalar(short.class, 2) {
        @Override
        void write(Output out, Object value) {
            out.putShort((short) value);
        }

        @Override
        Object read(Input in) {
            return in.getShort();
        }

        @Override
        void writeComponent(Output out, MethodHandle accessor, Object record, String where) throws Throwable {
            out.putShort((short) accessor.invokeExact(record));
        }
    };

    static final Scalar CHAR = new Scalar(char.class, 2) {
        @Override
        void write(Output out, Object value) {
            out.putShort((char) value);
        }

        @Override
        Object read(Input in) {
            return in.getChar();
        }

        @Override
        void writeComponent(Output out, MethodHandle accessor, Object record, String where) throws Throwable {
            out.putShort((char) accessor.invokeExact(record));
        }
    };

    static final Scalar INT = new Scalar(int.class, 4) {
        @Override
        void write(Output out, Object value) {
            out.putInt((int) value);
        }

        @Override
        Object read(Input in) {
            return in.getInt();
        }

        @Override
        void writeComponent(Output out, MethodHandle accessor, Object record, String where) throws Throwable {
            out.putInt((int) accessor.invokeExact(record));
        }
    };

    static final Scalar LONG = new Scalar(long.class, 8) {
        @Override
        void write(Output out, Object value) {
            out.putLong((long) value);
        }

        @Override
        Object read(Input in) {
            return in.getLong();
        }

        @Override
        void writeComponent(Output out, MethodHandle accessor, Object record, String where) throws Throwable {
            out.putLong((long) accessor.invokeExact(record));
        }
    };

    static final Scalar FLOAT = new Scalar(float.class, 4) {
        @Override
        void write(Output out, Object value) {
            out.putFloat((float) value);
        }

        @Override
        Object read(Input in) {
            return in.getFloat();
        }

        @Override
        void writeComponent(Output out, MethodHandle accessor, Object record, String where) throws Throwable {
            out.putFloat((float) accessor.invokeExact(record));
        }
    };

    static final Scalar DOUBLE = new Scalar(double.class, 8) {
        @Override
        void write(Output out, Object value) {
            out.putDouble((double) value);
        }

        @Override
        Object read(Input in) {
            return in.getDouble();
        }

        @Override
        void writeComponent(Output out, MethodHandle accessor, Object record, String where) throws Throwable {
            out.putDouble((double) accessor.invokeExact(record));
        }
    };

    static final Map<Class<?>, Scalar> OF_PRIMITIVE = Map.of(
            boolean.class,
            BOOLEAN,
            byte.class,
            BYTE,
            short.class,
            SHORT,
            char.class,
            CHAR,
            int.class,
            INT,
            long.class,
            LONG,
            float.class,
            FLOAT,
            double.class,
            DOUBLE);

    static final Map<Class<?>, Scalar> OF_BOX = Map.of(
            Boolean.class,
            BOOLEAN,
            Byte.class,
            BYTE,
            Short.class,
            SHORT,
            Character.class,
            CHAR,
            Integer.class,
            INT,
            Long.class,
            LONG,
            Float.class,
            FLOAT,
            Double.class,
            DOUBLE);

    /** The same bytes for a component of the boxed type, which may be null by mistake. */
    static final class Boxed extends Form {
        private final Scalar inner;
        private final String text;

        Boxed(Scalar inner, Class<?> box) {
            this.inner = inner;
            this.text = box.getSimpleName();
        }

        @Override
        void write(Output out, Object value) {
            inner.write(out, value);
        }

        @Override
        Object read(Input in) {
            return inner.read(in);
        }

        @Override
        int leastBytes() {
            return inner.leastBytes();
        }

        @Override
        String text() {
            return text;
        }
    }
}
