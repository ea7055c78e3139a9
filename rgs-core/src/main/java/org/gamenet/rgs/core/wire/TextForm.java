package org.gamenet.rgs.core.wire;

/** Strings, as UTF-8. */
final class TextForm extends Form {
    private final String where;

    TextForm(String where) {
        this.where = where;
    }

    @Override void write(Output out, Object value) {
        out.putText((String) value, where);
    }

    @Override Object read(Input in) {
        return in.getText();
    }

    @Override int leastBytes() {
        return 1;
    }

    @Override String text() {
        return "String";
    }
}
