package org.gamenet.rgs.core.session.effects;

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
    private final ThisMember my;
    private final Routes routes;
    private final DirectoryAccess directoryAccess;
    private final CopyTalk copies;
    private final Packages packages;
    private final Counters counters;

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
        if (message instanceof Message.InitialAck) routes.sayAdvert(my, send.to());
        if (message instanceof Message.Wish) counters.order().messages(1);
        routes.frameSender().say(send.to(), (Record) message);
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
