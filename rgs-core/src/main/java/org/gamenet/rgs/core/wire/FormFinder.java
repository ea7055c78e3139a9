package org.gamenet.rgs.core.wire;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.gamenet.rgs.Codec;
import org.gamenet.rgs.core.machine.Text;
import org.jspecify.annotations.Nullable;

/**
 * The set-up: finds the form of every type that the messages reach, or says which component has none, and what to do
 * about it.
 */
final class FormFinder {
    /** Types within types: beyond it a generic record grows for ever. */
    private static final int DEEPEST = 100;

    private static final String CURE =
            "use primitives, String, enums, records, sealed interfaces of records, List, Set, Map, Optional, "
                    + "arrays, ByteBuffer, Duration or Peer, or register a Codec for the record";

    private final Map<Class<?>, Codec<?>> codecs;
    private final Map<String, Form> named = new HashMap<>();
    private final Map<String, Class<?>> classes = new HashMap<>();
    private final Map<String, RecordShape> shapes = new TreeMap<>();
    private final boolean strict;
    private int depth;

    /** @param strict whether texts are bounded and printable: see {@link Text} */
    FormFinder(Map<? extends Class<?>, ? extends Codec<?>> codecs, boolean strict) {
        this.codecs = Map.copyOf(codecs);
        this.strict = strict;
    }

    /** The form of a record that is a message, or the one record of a codec. */
    Form root(Class<?> type) {
        return find(type, Map.of(), type.getName());
    }

    /**
     * Ends the set-up, on the thread that made it: what forms find out about each other late is then known for all
     * threads.
     */
    List<RecordShape> finish() {
        named.values().forEach(Form::leastBytes);
        return List.copyOf(shapes.values());
    }

    /** The records that a class stands for: itself, or all that implement a sealed interface; sorted by name. */
    static List<Class<?>> records(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        collect(type, type, found);
        return found.stream().sorted(Comparator.comparing(Class::getName)).toList();
    }

    private static void collect(Class<?> type, Class<?> root, Set<Class<?>> into) {
        if (type.isRecord()) {
            into.add(type);
        } else if (type.isInterface() && type.isSealed()) {
            for (Class<?> permitted : type.getPermittedSubclasses()) collect(permitted, root, into);
        } else {
            String who = type == root ? type.getName() : type.getName() + ", of " + root.getName() + ",";
            throw new IllegalArgumentException(
                    who + " is neither a record nor a sealed interface of records: messages are records");
        }
    }

    private Form find(Type type, Map<TypeVariable<?>, Type> bound, String where) {
        if (++depth > DEEPEST) throw unsupported(type, where, "its types nest without end");
        Form form = findHere(type, bound, where);
        depth--;
        return form;
    }

    private Form findHere(Type type, Map<TypeVariable<?>, Type> bound, String where) {
        if (type instanceof Class<?> plain) return ofClass(plain, where);
        if (type instanceof ParameterizedType generic) return ofGeneric(generic, bound, where);
        if (type instanceof WildcardType wildcard) return find(wildcard.getUpperBounds()[0], bound, where);
        if (type instanceof GenericArrayType array) {
            return new ArrayForm(
                    new Elements(find(array.getGenericComponentType(), bound, where), where),
                    erased(array.getGenericComponentType(), bound));
        }
        TypeVariable<?> variable = (TypeVariable<?>) type;
        Type known = bound.get(variable);
        return known != null ? find(known, Map.of(), where) : find(variable.getBounds()[0], bound, where);
    }

    private Form ofClass(Class<?> type, String where) {
        if (type.isPrimitive()) return Scalar.OF_PRIMITIVE.get(type);
        if (Scalar.OF_BOX.containsKey(type)) return new Scalar.Boxed(Scalar.OF_BOX.get(type), type);
        if (type == String.class) return new TextForm(where, strict ? Text.REASON_BYTES : TextForm.ANY);
        if (Leaf.OF.containsKey(type)) return Leaf.OF.get(type);
        if (type.isArray()) {
            Class<?> element = type.getComponentType();
            if (element.isPrimitive()) return new ScalarArrayForm(Scalar.OF_PRIMITIVE.get(element), element);
            return new ArrayForm(new Elements(find(element, Map.of(), where), where), element);
        }
        if (type.isRecord()) return ofRecord(type, type.getName(), Map.of(), where);
        if (type.isEnum()) return ofEnum(type);
        if (type.isInterface() && type.isSealed()) return ofSealed(type, where);
        if (type == List.class || type == Set.class || type == Map.class || type == Optional.class) {
            throw unsupported(type, where, "say of what, for example List<String>");
        }
        throw unsupported(type, where, CURE);
    }

    private Form ofGeneric(ParameterizedType type, Map<TypeVariable<?>, Type> bound, String where) {
        Class<?> raw = (Class<?>) type.getRawType();
        Type[] arguments = type.getActualTypeArguments();
        if (raw == List.class) return new ListForm(new Elements(find(arguments[0], bound, where), where));
        if (raw == Set.class) return new SetForm(new Elements(find(arguments[0], bound, where), where));
        if (raw == Optional.class) return new OptionalForm(find(arguments[0], bound, where));
        if (raw == Map.class)
            return new MapForm(find(arguments[0], bound, where), find(arguments[1], bound, where), where);
        if (!raw.isRecord()) throw unsupported(type, where, CURE);
        Map<TypeVariable<?>, Type> inner = new HashMap<>();
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            inner.put(raw.getTypeParameters()[i], resolved(arguments[i], bound, where));
            texts.add(find(arguments[i], bound, where).text());
        }
        return ofRecord(raw, raw.getName() + "<" + String.join(",", texts) + ">", inner, where);
    }

    private Form ofRecord(Class<?> type, String text, Map<TypeVariable<?>, Type> bound, String where) {
        if (codecs.containsKey(type)) return ofCodec(type);
        Form known = known(type, text);
        if (known != null) return known;
        RecordAccess access = new RecordAccess(type);
        RecordForm form = new RecordForm(text, Names.shortened(type.getName()), access);
        named.put(text, form);
        List<Form> forms = new ArrayList<>();
        List<String> parts = new ArrayList<>();
        for (RecordComponent component : access.components()) {
            Form part = part(component, bound, Names.shortened(type.getName()) + "." + component.getName());
            forms.add(part);
            parts.add(component.getName() + ":" + part.text());
        }
        form.bind(forms);
        shapes.put(text, new RecordShape(text, RecordShape.Kind.RECORD, parts));
        return form;
    }

    private Form part(RecordComponent component, Map<TypeVariable<?>, Type> bound, String where) {
        Text.Within within = strict ? component.getAnnotation(Text.Within.class) : null;
        return within != null ? new TextForm(where, within.value()) : find(component.getGenericType(), bound, where);
    }

    private Form ofCodec(Class<?> type) {
        Form known = known(type, type.getName());
        if (known != null) return known;
        Form form = byHand(type.asSubclass(Record.class));
        named.put(type.getName(), form);
        shapes.put(type.getName(), new RecordShape(type.getName(), RecordShape.Kind.CODEC, List.of()));
        return form;
    }

    @SuppressWarnings("unchecked") // the map is filled pair by pair: a class and its codec
    private <T extends Record> Form byHand(Class<T> type) {
        return new ByHandForm<>(type, (Codec<T>) codecs.get(type));
    }

    private Form ofEnum(Class<?> type) {
        Form known = known(type, type.getName());
        if (known != null) return known;
        EnumForm form = new EnumForm(type);
        named.put(type.getName(), form);
        shapes.put(type.getName(), new RecordShape(type.getName(), RecordShape.Kind.ENUM, form.names()));
        return form;
    }

    private Form ofSealed(Class<?> type, String where) {
        Form known = known(type, type.getName());
        if (known != null) return known;
        SealedForm form = new SealedForm(type.getName());
        named.put(type.getName(), form);
        List<Class<?>> leaves = records(type);
        form.bind(
                leaves, leaves.stream().map(leaf -> find(leaf, Map.of(), where)).toList());
        shapes.put(type.getName(), new RecordShape(type.getName(), RecordShape.Kind.SEALED, form.leaves()));
        return form;
    }

    private @Nullable Form known(Class<?> type, String text) {
        Class<?> before = classes.putIfAbsent(type.getName(), type);
        if (before != null && before != type) {
            throw new IllegalArgumentException(
                    "two classes are called " + type.getName() + ", of different class loaders: use one of them");
        }
        return named.get(text);
    }

    /** A type argument without variables, so that it can be looked at where those variables mean something else. */
    private Type resolved(Type type, Map<TypeVariable<?>, Type> bound, String where) {
        if (type instanceof TypeVariable<?> variable) return bound.getOrDefault(variable, variable.getBounds()[0]);
        if (type instanceof WildcardType wildcard) return resolved(wildcard.getUpperBounds()[0], bound, where);
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = Arrays.stream(generic.getActualTypeArguments())
                    .map(each -> resolved(each, bound, where))
                    .toArray(Type[]::new);
            return new Applied((Class<?>) generic.getRawType(), arguments);
        }
        if (type instanceof GenericArrayType array) {
            Type element = resolved(array.getGenericComponentType(), bound, where);
            return (AppliedArray) () -> element;
        }
        return type;
    }

    private static Class<?> erased(Type type, Map<TypeVariable<?>, Type> bound) {
        if (type instanceof Class<?> plain) return plain;
        if (type instanceof ParameterizedType generic) return (Class<?>) generic.getRawType();
        if (type instanceof GenericArrayType array)
            return Array.newInstance(erased(array.getGenericComponentType(), bound), 0)
                    .getClass();
        if (type instanceof WildcardType wildcard) return erased(wildcard.getUpperBounds()[0], bound);
        // The array is of what the record's declaration erases to, whatever the variable stands for here.
        return erased(((TypeVariable<?>) type).getBounds()[0], bound);
    }

    private static IllegalArgumentException unsupported(Type type, String where, String cure) {
        return new IllegalArgumentException(
                where + " is of type " + type.getTypeName() + ", which cannot travel: " + cure);
    }

    /** A generic type with its variables replaced. */
    private record Applied(Class<?> raw, Type[] arguments) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return arguments;
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return raw.getDeclaringClass();
        }
    }

    /** An array of a generic type with its variables replaced. */
    private interface AppliedArray extends GenericArrayType {}
}
