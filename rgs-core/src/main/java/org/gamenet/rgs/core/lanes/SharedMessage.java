package org.gamenet.rgs.core.lanes;

import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.core.machine.Epoch;
import org.jspecify.annotations.Nullable;

/** A reliable message that is owed to one or more receivers; counts in the outbox until the last of them has it. */
final class SharedMessage {
    final OutgoingMessage message;
    private final SendQueue outbox;
    private int owed = 1;
    private boolean released;
    private byte @Nullable [] marks;
    private Epoch marksOf = Epoch.NONE;

    /** Owed to whoever makes it, until {@link #settle}. */
    SharedMessage(OutgoingMessage message, SendQueue outbox) {
        this.message = message;
        this.outbox = outbox;
    }

    SharedMessage owe() {
        owed++;
        return this;
    }

    /** One receiver less. */
    void settle() {
        if (--owed == 0) outbox.settled(message);
    }

    /** Of a request: the server has it; it is kept, but hinders nobody. */
    void release() {
        if (released) return;
        released = true;
        settle();
    }

    /** The marks of a state as they travel in this epoch; made once for all receivers. */
    byte[] marks(Epoch epoch) {
        StateMarks state = message.state();
        if (state == null) throw new AssertionError("no state");
        byte[] made = marks;
        if (made == null || !marksOf.equals(epoch)) {
            made = DataFrame.marks(state, epoch);
            marks = made;
            marksOf = epoch;
        }
        return made;
    }

    /** Neither for the server nor in the one order. */
    boolean isToMembers() {
        return message.to() != OutgoingMessage.To.SERVER && message.how() != Delivery.TOTAL_ORDER;
    }

    boolean ordered() {
        return message.how() == Delivery.RELIABLE_ORDERED;
    }
}
