package org.gamenet.rgs.core.transport.jgroups;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jgroups.Global;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.util.ByteArray;
import org.jgroups.util.Util;

/**
 * Done once per JVM, before the first channel: JGroups is made quiet and deaf to objects, and then tried with a hostile
 * one.
 */
final class SafeStart {
    static {
        if (System.getProperty(Global.DESERIALIZATION_FILTER) == null) {
            System.setProperty(Global.DESERIALIZATION_FILTER, "!*");
        }
        QuietLog.install();
        WireTypes.restrict();
        tryObject();
    }

    private SafeStart() {}

    /**
     * Returns when the JVM is safe; throws {@link ExceptionInInitializerError} if a peer's object would be
     * deserialised.
     */
    static void ensure() {
        // the work is done by loading the class
    }

    private static void tryObject() {
        try {
            ByteArray hostile = Util.messageToBuffer(new ObjectMessage(null, new Bait()).setFlag(Message.Flag.OOB));
            try {
                Util.messageFromBuffer(hostile.array(), hostile.offset(), hostile.length());
            } catch (Exception refused) {
                // this is what must happen
            }
        } catch (Exception noMessage) {
            throw new IllegalStateException("the start-up test could not make its message", noMessage);
        }
        if (Bait.TAKEN.get()) {
            throw new IllegalStateException(
                    "this version of JGroups deserialises objects that peers send; RGS does not start on it");
        }
    }

    /** Notices when somebody reads it. */
    static final class Bait implements Serializable {
        static final AtomicBoolean TAKEN = new AtomicBoolean();

        private void readObject(ObjectInputStream in) throws IOException {
            TAKEN.set(true);
        }
    }
}
