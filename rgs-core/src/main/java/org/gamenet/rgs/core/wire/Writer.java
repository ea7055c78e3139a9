package org.gamenet.rgs.core.wire;

/** Writes one message into a buffer that this thread uses again and again, and copies what it took. */
final class Writer {
    private final ThreadLocal<Output> outputs = ThreadLocal.withInitial(Output::new);

    byte[] write(Layout layout, Object message, SizeLimit limit, int headroom) {
        Output mine = outputs.get();
        Output out = mine.busy ? new Output() : mine; // an accessor that encodes: rare, and its own affair
        out.busy = true;
        try {
            out.start(limit.bytes());
            layout.write(out, message);
            return out.copy(headroom);
        } catch (Output.TooLarge e) {
            throw tooLarge(layout, message, limit, out);
        } finally {
            out.done();
        }
    }

    private static IllegalArgumentException tooLarge(Layout layout, Object message, SizeLimit limit, Output out) {
        String taken;
        try {
            out.startMeasuring(limit.bytes());
            layout.write(out, message);
            taken = out.size() + " bytes";
        } catch (Output.TooLarge e) {
            taken = "more than " + out.size() + " bytes";
        }
        return new IllegalArgumentException(message.getClass().getName() + " takes " + taken + "; " + limit.name()
                + " is " + limit.bytes() + ": raise it on every process of the game, or send less at once");
    }

    /** How the whole of a message is written; may be asked twice. */
    interface Layout {
        void write(Output out, Object message);
    }
}
