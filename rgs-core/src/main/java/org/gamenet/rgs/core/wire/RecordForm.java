package org.gamenet.rgs.core.wire;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records: their components in order, nothing between them. The first values of a type are written and read by
 * reflection; handles are made for a type that comes often. To make them takes some milliseconds a type, and the
 * messages of a recovery are of types that a process writes and reads for the first time. Two threads may make the same
 * handle.
 */
final class RecordForm extends Form {
    /**
     * Values of a type that are written, or read, by reflection. That of JDK 17 makes code of its own after 15 calls of
     * a method, which are not reached; that of later JDKs makes handles with the first.
     */
    static final int RARE = 12;

    private final String text;
    private final String shortName;
    private final RecordAccess access;
    private Form[] parts = {};
    private String[] places = {};
    private volatile MethodHandle @Nullable [] accessors;
    private volatile @Nullable MethodHandle decoder;
    private int written;
    private int read;
    private int leastBytes = -1;

    RecordForm(String text, String shortName, RecordAccess access) {
        this.text = text;
        this.shortName = shortName;
        this.access = access;
    }

    /** Ends the set-up: a record may hold itself, so its form is there before its components' forms are. */
    void bind(List<Form> forms) {
        parts = forms.toArray(Form[]::new);
        places = access.places();
        access.open();
    }

    /** Null while values are rare; a count that two threads lose between them does no harm. */
    private MethodHandle @Nullable [] writing() {
        MethodHandle[] known = accessors;
        return known != null || ++written <= RARE ? known : (accessors = accessors());
    }

    private MethodHandle[] accessors() {
        MethodHandle[] made = new MethodHandle[parts.length];
        for (int i = 0; i < made.length; i++)
            made[i] = access.accessor(i).asType(MethodType.methodType(parts[i].handed(), Object.class));
        return made;
    }

    private @Nullable MethodHandle reading() {
        MethodHandle known = decoder;
        return known != null || ++read <= RARE ? known : (decoder = decoder());
    }

    /**
     * {@code (Input)Object}: reads every component, from the first to the last, then calls the constructor; without
     * boxes on the way. An exception of the constructor is told apart in {@link #read}: a handle around it here doubles
     * the time of the set-up.
     */
    private MethodHandle decoder() {
        MethodHandle constructor = access.constructor();
        MethodHandle made = constructor.asType(constructor.type().changeReturnType(Object.class));
        if (parts.length == 0) return MethodHandles.dropArguments(made, 0, Input.class);
        MethodHandle[] readers = new MethodHandle[parts.length];
        for (int i = 0; i < parts.length; i++)
            readers[i] = parts[i].reader(constructor.type().parameterType(i));
        MethodHandle reading = MethodHandles.filterArguments(made, 0, readers);
        return MethodHandles.permuteArguments(
                reading, MethodType.methodType(Object.class, Input.class), new int[parts.length]);
    }

    @Override
    void write(Output out, Object value) {
        out.enter();
        MethodHandle[] handles = writing();
        try {
            if (handles == null) writeRare(out, value);
            else for (int i = 0; i < parts.length; i++) parts[i].writeComponent(out, handles[i], value, places[i]);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalArgumentException(shortName + " cannot be read: " + e, e);
        }
        out.leave();
    }

    private void writeRare(Output out, Object value) throws Throwable {
        for (int i = 0; i < parts.length; i++) {
            Object component = access.component(i, value);
            if (component == null) throw nothing(places[i]);
            parts[i].write(out, component);
        }
    }

    private Object readRare(Input in) throws Throwable {
        Object[] components = new Object[parts.length];
        for (int i = 0; i < parts.length; i++) components[i] = parts[i].read(in);
        return access.make(components);
    }

    @Override
    Object read(Input in) {
        in.enter();
        MethodHandle handle = reading();
        Object value;
        try {
            value = handle == null ? readRare(in) : (Object) handle.invokeExact(in);
        } catch (MalformedException e) {
            throw e;
        } catch (Throwable e) { // nothing that reads a component throws anything else
            if (e instanceof Error error && !(e instanceof StackOverflowError)) throw error;
            throw MalformedException.refused(shortName, e);
        }
        in.leave();
        return value;
    }

    @Override
    int leastBytes() {
        if (leastBytes < 0) {
            leastBytes = 0; // seen from inside itself
            long sum = 0;
            for (Form part : parts) sum += part.leastBytes();
            leastBytes = (int) Math.min(sum, 1 << 20);
        }
        return leastBytes;
    }

    @Override
    String text() {
        return text;
    }
}
