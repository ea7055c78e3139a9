package org.gamenet.rgs.core.session.entry;

import java.util.Optional;
import java.util.function.Consumer;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.StandingBy;
import org.gamenet.rgs.core.session.base.Advert;
import org.gamenet.rgs.core.session.base.Beat;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.session.game.CurrentGame;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.FailureWatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the directory informed of who serves (P13) and of who stands by. Worker's thread only. */
public final class Renewals implements Beat {
    private static final Logger LOG = LoggerFactory.getLogger(Renewals.class);
    private static final long SPARE_BEAT_NANOS = 200_000_000;

    private final ThisMember my;
    private final SessionSetup setup;
    private final DirectoryAccess directoryAccess;
    private final FailureWatch watch;
    private long nextRenewalAt;
    private long nextStandByAt = Long.MAX_VALUE;
    private boolean rehearses;
    private boolean agrees;
    private boolean toldOfDrop;
    private Consumer<GameEntry> wanted = game -> {};

    public Renewals(ThisMember my, SessionSetup setup, DirectoryAccess directoryAccess, FailureWatch watch) {
        this.my = my;
        this.setup = setup;
        this.directoryAccess = directoryAccess;
        this.watch = watch;
    }

    /** Told of a game that wants this spare for a backup. */
    void onWanted(Consumer<GameEntry> told) {
        wanted = told;
    }

    @Override
    public int tick(long now) {
        renew(now);
        standBy(now);
        return 0;
    }

    /**
     * Only what is going to be done: what is due and waits for something else would keep the thread awake for nothing.
     */
    @Override
    public long nextAt(long now) {
        MemberState at = my.stepper().state();
        if (at == null) return Long.MAX_VALUE;
        return Math.min(standsBy(at) ? nextStandByAt : Long.MAX_VALUE, renews(at) ? nextRenewalAt : Long.MAX_VALUE);
    }

    /** The directory's knowledge is out of date: it is told at the next {@link #tick}. */
    public void renewSoon() {
        nextRenewalAt = my.time().now();
    }

    /** Whether the spare still rehearses: it is offered games last, and says so at the next {@link #tick}. */
    void rehearses(boolean still) {
        rehearses = still;
        standBySoon();
    }

    /**
     * Whether the spare's agreement to an offer is under way: whoever says that it stands by takes its agreement back
     * (P34).
     */
    void agrees(boolean underWay) {
        agrees = underWay;
    }

    private boolean standsBy(MemberState at) {
        return at instanceof StandingBy && !agrees;
    }

    /** The spare offers itself at the next {@link #tick}. */
    void standBySoon() {
        nextStandByAt = my.time().now();
    }

    /** The application leaves: the directory is told who stands by no more, and of the server once more. */
    public void leaves(MemberState at) {
        if (at instanceof StandingBy) directoryAccess.standDown(my.seat().id());
        if (at.leads()) renewNow();
    }

    /** Tells the directory at once, if it is for me to tell. */
    public void renewNow() {
        renewSoon();
        renew(nextRenewalAt);
    }

    /** There is a line to the directory again. */
    public void lineUp() {
        directoryAccess.grants().lineUp();
        renewSoon();
        if (my.stepper().state() instanceof StandingBy) standBySoon();
    }

    private void renew(long now) {
        MemberState at = my.stepper().state();
        if (at == null || !renews(at) || now < nextRenewalAt) return;
        nextRenewalAt = now + my.game().timing().beat();
        directoryAccess.grants().want(at.epoch());
        directoryAccess.renew(renewal(at, now), watch.asksForRenewal(now), () -> goAbove(at.promise()), this::dropped);
    }

    /** A number that the directory forgot may be promised: the next one is above it (P14). */
    private void goAbove(Epoch renewed) {
        MemberState at = my.stepper().state();
        if (at.leads() && at.promise().equals(renewed))
            my.stepper().happen(new Event.ChangeAsked(at.log().authority()));
    }

    private void dropped() {
        if (!toldOfDrop)
            LOG.warn(
                    "{}: the directory has dropped the game {}, for nobody served it there for {} ms, or "
                            + "it is over: nobody finds it any more, "
                            + "and nobody takes over",
                    my.seat().self(),
                    my.game().id(),
                    my.game().rules().giveUpAfterMillis());
        toldOfDrop = true;
        // The directory, which alone could let it go on, has forgotten the game.
        long still = my.game().publisher().frozenMillis(my.time().now());
        MemberState at = my.stepper().state();
        if (at.leads() && still >= my.game().rules().giveUpAfterMillis())
            my.stepper()
                    .happen(new Event.GameStatusKnown(at.epoch(), false, at.epoch(), false, true, Optional.empty()));
    }

    private boolean renews(MemberState at) {
        return at.leads() && directoryAccess.knowsGame() && !watch.stalled();
    }

    private DirectoryRequest.Renew renewal(MemberState at, long now) {
        CurrentGame game = my.game();
        Advert advert = game.publisher().advert();
        return new DirectoryRequest.Renew(
                game.id(),
                at.promise(),
                my.seat().id(),
                watch.roster(),
                at.listing(),
                watch.echoed(now),
                at.log().roster().seated().size(),
                advert.open(),
                at.log().authority().size() > 1,
                advert.attributes(),
                new DirectoryRequest.Revival(
                        setup.kind(),
                        game.group(),
                        game.rules(),
                        setup.records().schemaHash(),
                        SessionSetup.version()));
    }

    private void standBy(long now) {
        if (!standsBy(my.stepper().state()) || now < nextStandByAt) return;
        nextStandByAt = now + SPARE_BEAT_NANOS;
        Member me = my.seat().me();
        directoryAccess.standBy(
                new DirectoryRequest.StandBy(
                        setup.kind(),
                        setup.records().schemaHash(),
                        SessionSetup.version(),
                        me.id(),
                        me.name(),
                        me.endpoint(),
                        rehearses),
                refused ->
                        LOG.warn("{} stands by in vain: {} {}", my.seat().self(), refused.reason(), refused.detail()),
                game -> {
                    MemberState at = my.stepper().state();
                    if (at != null && standsBy(at) && !my.seat().isLeaving()) wanted.accept(game);
                });
    }
}
