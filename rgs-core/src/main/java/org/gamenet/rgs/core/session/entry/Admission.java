package org.gamenet.rgs.core.session.entry;

import java.util.function.Consumer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.StandingBy;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.session.base.FailoverLog;
import org.gamenet.rgs.core.session.base.OfferedGame;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.session.game.EventPublisher;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.Routes;

/**
 * Into a game: as its founder, as a newcomer, as a spare that was offered it, or back as the same peer. Worker's thread
 * only.
 */
public final class Admission implements GameSearch.Way {
    /** The server, and two more members in case that it serves no longer. */
    private static final int SOUGHT_MOST = 3;

    private final ThisMember my;
    private final Routes routes;
    private final FailoverLog failovers;
    private final SessionSetup setup;
    private final EntryParts parts;
    private final Ending ending;

    /** The end of the session, before there is a machine. */
    public interface Ending {
        void end(Reason reason, String detail);
    }

    public Admission(
            ThisMember my, Routes routes, FailoverLog failovers, SessionSetup setup, EntryParts parts, Ending ending) {
        this.my = my;
        this.routes = routes;
        this.failovers = failovers;
        this.setup = setup;
        this.parts = parts;
        this.ending = ending;
    }

    // ---- the first time

    @Override
    public Member me() {
        return my.seat().me();
    }

    @Override
    public long now() {
        return my.time().now();
    }

    @Override
    public void another() {
        drawSelf();
        routes.linkTargets().none();
        parts.group().forget();
    }

    @Override
    public void founded(GameEntry listed, Epoch first) {
        enter(listed);
        my.seat().become(setup.plays() ? Kind.PLAYER : Kind.SERVER);
        my.seat().taken();
        my.stepper().start(MemberState.found(my.seat().mine(), my.game().rules(), first));
    }

    @Override
    public void connected(GameEntry listed) {
        enter(listed);
        if (my.seat().standsBy()) my.game().publisher().mute(true);
        else if (!setup.plays()) my.seat().become(Kind.SPECTATOR);
        routes.linkTargets()
                .sought(listed.endpoints().stream().limit(SOUGHT_MOST).toList());
        my.stepper().start(MemberState.join(my.seat().mine(), my.game().rules(), listed.epoch()));
        parts.group().seeksAdmission(my.time().now());
    }

    private void enter(GameEntry listed) {
        my.game().is(listed);
        parts.directoryAccess().game(listed.id(), false);
        parts.watch().begin();
        parts.watch().timing(my.game().timing());
        startTelling(listed);
        my.game().publisher().call(my.seat().id(), my.seat().self());
    }

    private void startTelling(GameEntry listed) {
        my.game().startTelling();
        my.game().publisher().game(listed.id(), my.game().rules());
    }

    @Override
    public void failed(Reason reason, String detail) {
        ending.end(reason, detail);
    }

    // ---- as a spare

    @Override
    public void standsBy() {
        parts.group().prepare();
        parts.renewals().rehearses(true);
        my.stepper().start(Step.to(MemberState.standBy(my.seat().mine())));
    }

    @Override
    public void rehearsed() {
        parts.renewals().rehearses(false);
    }

    /** The directory, or the local network, says something unasked. */
    public void pushed(DirectoryPush push) {
        if (push instanceof DirectoryPush.Offer made) offered(made);
        else if (push instanceof DirectoryPush.Elsewhere there)
            parts.directoryAccess().arbiter().elsewhere(there.game());
    }

    /** Another game is offered, or the same once more. Where it is the directory tells only a spare that has agreed. */
    private void offered(DirectoryPush.Offer made) {
        if (!made.spare().equals(my.seat().id())) return;
        OfferedGame before = my.game().offer();
        if (isFree()) agree(made);
        else if (before == null || before.offer() != made.offer())
            parts.directoryAccess()
                    .answerOffer(
                            new Effect.AnswerOffer(made.offer(), false, "busy"),
                            my.seat().id());
    }

    private boolean isFree() {
        return my.stepper().state() instanceof StandingBy && !my.seat().isLeaving();
    }

    private void agree(DirectoryPush.Offer made) {
        parts.renewals().agrees(true);
        parts.directoryAccess().accept(made.offer(), made.spare(), told -> {
            parts.renewals().agrees(false);
            told.ifPresent(where -> reserved(made, where));
        });
    }

    private void reserved(DirectoryPush.Offer made, DirectoryReply.Reserved told) {
        if (!made.spare().equals(my.seat().id()) || !isFree()) return;
        my.game().isOffered(new OfferedGame(made.offer(), told.game(), told.roster()));
        parts.directoryAccess().game(made.game().id(), true);
        parts.watch().timing(my.game().timing());
        startTelling(told.game());
        my.game()
                .publisher()
                .offered(told.roster(), made.frozenMillis(), my.time().now());
        my.stepper()
                .happen(new Event.Offered(
                        made.offer(),
                        told.game().rules(),
                        made.failed(),
                        told.roster(),
                        told.supporters(),
                        made.frozenMillis()));
    }

    @Override
    public void onWanted(Consumer<GameEntry> told) {
        parts.renewals().onWanted(told);
    }

    @Override
    public void standsDown() {
        parts.directoryAccess().standDown(my.seat().id());
        my.stepper().clear();
    }

    /**
     * The game is over for a spare whose application does not know that it was in it, to back it up: it stands by for
     * the next one. False if that is not so.
     */
    public boolean standsByAnew() {
        if (!my.game().isMuted() || my.seat().isLeaving()) return false;
        standsByFromHere();
        return true;
    }

    @Override
    public void standsByFromHere() {
        failovers.say(my.seat().self(), "stands by again");
        parts.timers().clear();
        my.stepper().clear();
        my.game().forget();
        parts.packages().forget();
        parts.directoryAccess().game("", false);
        parts.group().disconnect();
        another();
        parts.watch().leaveGame();
        parts.group().prepare();
        parts.renewals().standBySoon();
        my.stepper().start(Step.to(MemberState.standBy(my.seat().mine())));
    }

    public void standByAgain() {
        my.game().offerLapsed();
        parts.group().disconnect();
        routes.linkTargets().none();
        parts.group().prepare();
        parts.renewals().standBySoon();
    }

    // ---- let in, and back in

    public void admitted(Effect.Admitted admitted) {
        parts.packages().admitted(admitted);
        my.game().learn(admitted.rules());
        parts.directoryAccess().arbiter().admitted(admitted.log().end());
        my.seat().taken();
        parts.watch().timing(my.game().timing());
        Lanes running = my.game().lanes();
        if (running != null) running.suspectAfter(my.game().timing().suspectNanos());
        parts.group().admitted();
    }

    /** As the same peer in a new incarnation (P21, P25, P27). */
    public void rejoin(Effect.Rejoin again) {
        // A session that has left, or was told that it is over, does not come back.
        if (my.seat().isLeaving() || my.game().publisher().isOver()) return;
        long now = my.time().now();
        parts.timers().clear();
        my.game().publisher().comesBack(again.why(), parts.watch().lastHeard(), now);
        failovers.say(my.seat().self(), "left behind: " + again.why());
        drawSelf();
        parts.watch().begin();
        Log kept = parts.packages().keep() ? again.log() : Log.EMPTY;
        my.stepper().start(MemberState.rejoin(my.seat().mine(), my.game().rules(), again.promise(), kept));
        parts.group().seekMembers(now);
    }

    /**
     * Whether the application holds what is left of a failed restoreState: then it does not resume, it comes back for
     * the whole state (P40).
     */
    public boolean reloads() {
        MemberState at = my.stepper().state();
        return at != null && at.plays() && !at.leads() && parts.packages().owesState();
    }

    /**
     * Has resumed, as far as the machine knows; the application is not told. {@code known}: the log as it was told of
     * it, from which it goes on with its package if everybody else is gone (P75).
     */
    public void reload(Log known) {
        MemberState at = my.stepper().state();
        if (at != null) rejoin(new Effect.Rejoin(at.promise(), "restoreState failed here", known));
    }

    private void drawSelf() {
        my.seat().draw();
        EventPublisher telling = my.game().narratorIfAny();
        if (telling != null) telling.call(my.seat().id(), my.seat().self());
    }
}
