package org.gamenet.rgs.core.wire;

/** Writes one message into a buffer that this thread uses again and again, and copies what it took. */
final class Writer {
    /** What a message may take where nobody said otherwise: all that an array holds. */
    static final int NO_LIMIT = Integer.MAX_VALUE - 64;
    private final ThreadLocal<Output> outputs = ThreadLocal.withInitial(Output::new);

    byte[] write(Class<?> type, Size size, int headroom, Message message) {
        Output mine = outputs.get();
        Output out = mine.busy ? new Output() : mine; // an accessor that encodes: rare, and its own affair
        out.busy = true;
        try {
            out.start(size.limit());
            message.writeTo(out);
            return out.copy(headroom);
        } catch (Output.TooLarge e) {
            throw tooLarge(type, size, message, out);
        } finally {
            out.done();
        }
    }

    private static IllegalArgumentException tooLarge(Class<?> type, Size size, Message message, Output out) {
        String taken;
        try {
            out.startMeasuring(size.limit());
            message.writeTo(out);
            taken = out.size() + " bytes";
        } catch (Output.TooLarge e) {
            taken = "more than " + out.size() + " bytes";
        }
        return new IllegalArgumentException(type.getName() + " takes " + taken + "; " + size.name() + " is " + size.limit()
                + ": raise it on every process of the game, or send less at once");
    }

    /** Writes the whole message; may be called twice. */
    interface Message {
        void writeTo(Output out);
    }

    /** How large, and what that limit is called. */
    record Size(String name, int limit) {
        static final Size ANY = new Size("an array", NO_LIMIT);
    }
}
