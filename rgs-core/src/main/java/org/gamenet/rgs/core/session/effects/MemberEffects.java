package org.gamenet.rgs.core.session.effects;

import java.util.LinkedHashMap;
import java.util.Map;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.EffectPerformer;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.entry.DirectoryAccess;
import org.gamenet.rgs.core.session.game.Packages;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.CopyTalk;
import org.gamenet.rgs.core.session.peers.Routes;

/** Performs effects on other members: messages. Worker's thread. */
public final class MemberEffects implements EffectPerformer.Members {
    private static final int ADMITTED_MOST = 256;

    private final ThisMember my;
    private final Routes routes;
    private final DirectoryAccess directoryAccess;
    private final CopyTalk copies;
    private final Packages packages;
    private final Counters counters;
    /** The place of the last {@code InitialAck} that was said to each of the latest newcomers. */
    private final Map<MemberId, Position> admitted = new LinkedHashMap<>();

    public MemberEffects(
            ThisMember my,
            Routes routes,
            DirectoryAccess directoryAccess,
            CopyTalk copies,
            Packages packages,
            Counters counters) {
        this.my = my;
        this.routes = routes;
        this.directoryAccess = directoryAccess;
        this.copies = copies;
        this.packages = packages;
        this.counters = counters;
    }

    @Override
    public void send(Effect.Send send) {
        // Words that are said to a newcomer once are lost if its end of the group changes just then; its InitialAck
        // is said until it has it.
        Message message = directoryAccess.grants().shown(send.message());
        if (!copies.outputs().mayTell(send.to(), message)) return;
        if (message instanceof Message.InitialAck admission) {
            if (isOnItsWay(send.to(), admission)) return;
            routes.sayAdvert(my, send.to());
        }
        if (message instanceof Message.Wish) counters.order().messages(1);
        routes.frameSender().say(send.to(), (Record) message);
    }

    /**
     * Whether this was said to the newcomer, and may not have left yet. It has the game's state in it: repeated every
     * 100 ms it would fill a thin way, and what is urgent would come behind all the copies (P26.1).
     */
    private boolean isOnItsWay(MemberId newcomer, Message.InitialAck admission) {
        Position place = admission.log().end();
        boolean again = place.equals(admitted.put(newcomer, place));
        if (admitted.size() > ADMITTED_MOST)
            admitted.remove(admitted.keySet().iterator().next());
        return again && routes.frameSender().waits(newcomer);
    }

    @Override
    public void cast(Effect.Cast cast) {
        if (cast.message() instanceof Message.EntryNews news) copies.outputs().cast(news);
        else routes.frameSender().cast((Record) directoryAccess.grants().shown(cast.message()));
        count(cast.message());
    }

    /** Counts a message to each other player. A message that is shown goes to this member as well. */
    private void count(Message message) {
        boolean shown = message instanceof Message.Shown;
        if (!shown && !(message instanceof Message.Wish)) return;
        MemberState at = my.stepper().state();
        int all = at == null ? 1 : at.log().roster().members().size();
        counters.order().messages(shown ? all : all - 1);
    }

    @Override
    public void confirmCopy(Effect.ConfirmCopy confirm) {
        packages.holds(confirm.copy());
        copies.confirm(confirm);
    }
}
