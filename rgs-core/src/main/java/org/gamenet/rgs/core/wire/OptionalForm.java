package org.gamenet.rgs.core.wire;

import java.util.Optional;

/** Optional: whether, then what. */
final class OptionalForm extends Form {
    private final Form inner;

    OptionalForm(Form inner) {
        this.inner = inner;
    }

    @Override
    void write(Output out, Object value) {
        Optional<?> optional = (Optional<?>) value;
        out.putByte(optional.isPresent() ? 1 : 0);
        if (optional.isPresent()) inner.write(out, optional.get());
    }

    @Override
    Object read(Input in) {
        return in.getBoolean() ? Optional.of(inner.read(in)) : Optional.empty();
    }

    @Override
    int leastBytes() {
        return 1;
    }

    @Override
    String text() {
        return "Optional<" + inner.text() + ">";
    }
}
