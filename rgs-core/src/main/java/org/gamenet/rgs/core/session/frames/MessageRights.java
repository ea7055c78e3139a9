package org.gamenet.rgs.core.session.frames;

import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.reconfiguration.Joining;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Sender;
import org.gamenet.rgs.core.session.entry.DirectoryAccess;
import org.gamenet.rgs.core.session.entry.Warrants;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.wire.FrameHeader;

/**
 * The rights of a sender to tell the machine something: by the rows of its tables, and by what the directory says.
 * Worker's thread.
 */
public final class MessageRights {
    private static final Set<Class<? extends Message>> DOUBTS =
            Set.of(Message.Stale.class, Message.Collect.class, Message.EpochStart.class, Message.Suspicion.class);

    private final ThisMember my;
    private final DirectoryAccess directoryAccess;
    private final Warrants warrants;

    public MessageRights(ThisMember my, DirectoryAccess directoryAccess, Warrants warrants) {
        this.my = my;
        this.directoryAccess = directoryAccess;
        this.warrants = warrants;
    }

    /** A server asks first, unless it is shown the directory's word: no member's own word makes it pause (P21, P67). */
    void doubt(Origin origin, FrameHeader header, Message message, Runnable again, long now) {
        MemberState at = my.stepper().state();
        boolean acts = at != null && at.plays();
        // The arbiter hears of it also while this member may not act, for it lacks members that are bound elsewhere.
        directoryAccess.arbiter().outdone(header.sender(), message.about());
        if (acts && !directoryAccess.arbitrates()) return;
        if (!acts || directoryAccess.grants().isProved(message, header.sender(), origin.place())) again.run();
        else warrants.doubts(at.epoch(), my.seat().id(), now, again);
    }

    /**
     * Whether this message makes a server pause and ask, because it names a later epoch. With such messages each source
     * is heard now and then; other messages of a later epoch do not use that allowance up, for the server does nothing
     * about them.
     */
    boolean makesDoubt(Message message) {
        MemberState at = my.stepper().state();
        boolean says = DOUBTS.contains(message.getClass());
        return says && at != null && at.leads() && !at.epoch().allowedBy(message.about());
    }

    /**
     * The rows of the machine's tables say who may say what in which state, of which epoch: what has no row goes no
     * further, and touches nothing.
     */
    boolean mayAct(Origin origin, FrameHeader header, Message message, Runnable again, long now) {
        MemberState at = my.stepper().state();
        if (at == null) return false;
        MemberId from = header.sender();
        Optional<Sender> as = at.hears(from, message);
        if (as.isEmpty()) return false;
        // This member's answer to a holder binds it for one epoch: the start of a later one needs a warrant of its own.
        boolean goesFurther = as.get() == Sender.HOLDER
                && message instanceof Message.EpochStart
                && message.about().isAfter(at.promise());
        boolean asks = as.get() == Sender.ARBITER || goesFurther;
        if (message instanceof Message.Collect call
                && !directoryAccess.arbiter().mayBind(call)) return false;
        if ((asks || as.get() == Sender.NAMED) && !warrants.isReal(message.about(), at.promise(), now)) return false;
        if (!asks) return true;
        boolean putsOut = message instanceof Message.JoinDenied;
        boolean isNew = at instanceof Joining;
        // Where members decide, a member is put out by its holder, or by the server that its electorate names.
        if (putsOut && !isNew && !directoryAccess.arbitrates())
            return at.isFrom(Sender.HOLDER, from) || directoryAccess.isServedBy(header.epoch(), from);
        Payload grant = message instanceof Message.InitialAck ack ? ack.grant() : Payload.EMPTY;
        return warrants.covers(
                new Warrants.Claimant(from, origin.place(), isNew && !putsOut, grant), message.about(), now, again);
    }
}
