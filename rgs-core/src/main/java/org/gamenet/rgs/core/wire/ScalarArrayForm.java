package org.gamenet.rgs.core.wire;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/** Arrays of primitives: a count, then all at once. */
final class ScalarArrayForm extends Form {
    private final Class<?> type;
    private final int bytesEach;

    ScalarArrayForm(Scalar scalar, Class<?> type) {
        this.type = type;
        this.bytesEach = scalar.leastBytes();
    }

    @Override
    void write(Output out, Object value) {
        out.putCount(Array.getLength(value));
        if (value instanceof byte[] array) {
            out.putBytes(array);
        } else if (value instanceof boolean[] array) {
            for (boolean each : array) out.putByte(each ? 1 : 0);
        } else if (value instanceof short[] array) {
            for (short each : array) out.putShort(each);
        } else if (value instanceof char[] array) {
            for (char each : array) out.putShort(each);
        } else if (value instanceof int[] array) {
            for (int each : array) out.putInt(each);
        } else if (value instanceof long[] array) {
            for (long each : array) out.putLong(each);
        } else if (value instanceof float[] array) {
            for (float each : array) out.putFloat(each);
        } else {
            for (double each : (double[]) value) out.putDouble(each);
        }
    }

    @Override
    Object read(Input in) {
        int count = in.getCount(bytesEach);
        Object value = Array.newInstance(type, count);
        if (value instanceof boolean[] array) {
            for (int i = 0; i < count; i++) array[i] = in.getBoolean();
            return value;
        }
        if (value instanceof byte[] array) {
            in.getBytes(array);
            return value;
        }
        ByteBuffer block = in.getBlock(count * bytesEach);
        if (value instanceof short[] array) {
            block.asShortBuffer().get(array);
        } else if (value instanceof char[] array) {
            block.asCharBuffer().get(array);
        } else if (value instanceof int[] array) {
            block.asIntBuffer().get(array);
        } else if (value instanceof long[] array) {
            block.asLongBuffer().get(array);
        } else if (value instanceof float[] array) {
            block.asFloatBuffer().get(array);
        } else {
            block.asDoubleBuffer().get((double[]) value);
        }
        return value;
    }

    @Override
    int leastBytes() {
        return 1;
    }

    @Override
    String text() {
        return type.getName() + "[]";
    }
}
