package org.gamenet.rgs.core.wire;

import org.gamenet.rgs.core.machine.Text;

/**
 * Strings, as UTF-8. Strings in RGS's own messages are bounded and printable: a string that goes out is made so, any
 * other that arrives is refused.
 */
final class TextForm extends Form {
    /** For the game's own records, whose limit is that of the message. */
    static final int ANY = -1;

    private final String where;
    private final int mostBytes;

    TextForm(String where, int mostBytes) {
        this.where = where;
        this.mostBytes = mostBytes;
    }

    @Override
    void write(Output out, Object value) {
        String text = (String) value;
        out.putText(mostBytes == ANY ? text : Text.fitting(text, mostBytes), where);
    }

    @Override
    Object read(Input in) {
        if (mostBytes == ANY) return in.getText(Integer.MAX_VALUE, where);
        String text = in.getText(mostBytes, where);
        if (!Text.isPrintable(text)) throw new MalformedException(where + " holds what cannot be printed");
        return text;
    }

    @Override
    int leastBytes() {
        return 1;
    }

    @Override
    String text() {
        return "String";
    }
}
