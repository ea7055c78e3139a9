package org.gamenet.rgs.core.session;

import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Standing;
import org.gamenet.rgs.core.reconfiguration.Step;

/** Into a game: as its founder, as a newcomer, as a spare that was offered it, or back as the same peer. Worker's thread only. */
final class Admission implements Seeker.Way {
    private final Common with;
    private final Parts parts;
    private final Ending ending;

    /** The end of the session, before there is a machine. */
    interface Ending {
        void end(Reason reason, String detail);
    }

    Admission(Common with, Parts parts, Ending ending) {
        this.with = with;
        this.parts = parts;
        this.ending = ending;
    }

    // ---- the first time

    @Override public Member me() {
        return with.seat().me();
    }

    @Override public long now() {
        return with.time().now();
    }

    @Override public void another() {
        drawSelf();
        with.ties().none();
        parts.group().forget();
    }

    @Override public void founded(GameEntry listed, Epoch first) {
        enter(listed);
        with.seat().become(with.setup().plays() ? Kind.PLAYER : Kind.SERVER);
        with.seat().taken();
        with.stepper().start(MemberState.found(with.seat().mine(), with.game().rules(), first));
    }

    @Override public void connected(GameEntry listed) {
        enter(listed);
        if (!with.setup().plays()) with.seat().become(Kind.SPECTATOR);
        with.voice().cast(new Present());
        with.ties().sought(listed.endpoints());
        with.stepper().start(MemberState.join(with.seat().mine(), with.game().rules(), listed.epoch()));
    }

    private void enter(GameEntry listed) {
        with.game().is(listed);
        parts.desk().game(listed.id(), false);
        parts.watch().begin();
        parts.watch().detector().timing(with.game().timing());
        startTelling(listed);
        with.game().narrator().call(with.seat().id(), with.seat().self());
    }

    private void startTelling(GameEntry listed) {
        with.game().startTelling();
        with.game().narrator().game(listed.id(), with.game().rules());
    }

    @Override public void failed(Reason reason, String detail) {
        ending.end(reason, detail);
    }

    // ---- as a spare

    @Override public void standsBy() {
        parts.group().prepare();
        parts.renewals().rehearses(true);
        with.stepper().start(Step.to(MemberState.standBy(with.seat().mine())));
    }

    @Override public void rehearsed() {
        parts.renewals().rehearses(false);
    }

    /** Another game is offered, or the same once more. Where it is the directory tells only a spare that has agreed. */
    void offered(DirectoryPush.Offer made) {
        if (!made.spare().equals(with.seat().id())) return;
        OfferedGame before = with.game().offer();
        if (isFree()) parts.desk().accept(made.offer(), made.spare(), told -> reserved(made, told));
        else if (before == null || before.offer() != made.offer())
            parts.desk().answerOffer(new Effect.AnswerOffer(made.offer(), false, "busy"), with.seat().id());
    }

    private boolean isFree() {
        return with.stepper().state() instanceof Standing && !with.seat().isLeaving();
    }

    private void reserved(DirectoryPush.Offer made, DirectoryReply.Reserved told) {
        if (!made.spare().equals(with.seat().id()) || !isFree()) return;
        with.game().isOffered(new OfferedGame(made.offer(), told.game(), told.roster()));
        parts.desk().game(made.game().id(), true);
        parts.watch().detector().timing(with.game().timing());
        startTelling(told.game());
        with.game().narrator().offered(told.roster(), made.frozenMillis(), with.time().now());
        with.stepper().happen(new Event.Offered(made.offer(), told.game().rules(), made.failed(), told.roster(), told.supporters(),
                made.frozenMillis()));
    }

    void standByAgain() {
        with.game().offerLapsed();
        parts.group().disconnect();
        with.ties().none();
        parts.group().prepare();
        parts.renewals().standBySoon();
    }

    // ---- let in, and back in

    void admitted(Effect.Admitted admitted) {
        parts.packages().admitted(admitted);
        with.game().learn(admitted.rules());
        with.seat().taken();
        parts.watch().detector().timing(with.game().timing());
        Lanes running = with.game().lanes();
        if (running != null) running.suspectAfter(with.game().timing().suspectNanos());
        parts.group().admitted();
    }

    /** As the same peer in a new incarnation (P21, P25, P27). */
    void rejoin(Effect.Rejoin again) {
        // Whoever has left, or was told that it is over, does not come back.
        if (with.seat().isLeaving() || with.game().narrator().isOver()) return;
        long now = with.time().now();
        parts.timers().clear();
        with.game().narrator().comesBack(again.why(), parts.watch().lastHeard(), now);
        with.failovers().say(with.seat().self(), "left behind: " + again.why());
        drawSelf();
        parts.watch().begin();
        with.stepper().start(MemberState.rejoin(with.seat().mine(), with.game().rules(), again.promise()));
        parts.group().seekMembers(now);
    }

    /** Whether the application holds what is left of a failed restoreState: then it does not resume, it comes back for the whole state (P40). */
    boolean reloads() {
        MemberState at = with.stepper().state();
        return at != null && at.plays() && !at.leads() && parts.packages().owesState();
    }

    /** Has resumed, as far as the machine knows; the application is not told. */
    void reload() {
        MemberState at = with.stepper().state();
        if (at != null) rejoin(new Effect.Rejoin(at.promise(), "restoreState failed here"));
    }

    private void drawSelf() {
        with.seat().draw();
        Narrator telling = with.game().narratorIfAny();
        if (telling != null) telling.call(with.seat().id(), with.seat().self());
    }
}
