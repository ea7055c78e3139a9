package org.gamenet.rgs.core.session;

import java.util.List;
import org.gamenet.rgs.core.detection.FailureDetector;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Standing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the directory informed of who serves (P13) and of who stands by. Worker's thread only. */
final class Renewals {
    private static final Logger LOG = LoggerFactory.getLogger(Renewals.class);
    private static final long SPARE_BEAT_NANOS = 200_000_000;

    private final Common with;
    private final DirectoryDesk desk;
    private final Watch watch;
    private long nextRenewalAt;
    private long nextStandByAt = Long.MAX_VALUE;
    private boolean rehearses;
    private boolean toldOfDrop;

    Renewals(Common with, DirectoryDesk desk, Watch watch) {
        this.with = with;
        this.desk = desk;
        this.watch = watch;
    }

    void tick(long now) {
        renew(now);
        standBy(now);
    }

    /** Only what is going to be done: what is due and waits for something else would keep the thread awake for nothing. */
    long nextAt(MemberState at) {
        return Math.min(at instanceof Standing ? nextStandByAt : Long.MAX_VALUE, renews(at) ? nextRenewalAt : Long.MAX_VALUE);
    }

    /** What the directory knows is out of date: it is told at the next {@link #tick}. */
    void renewSoon() {
        nextRenewalAt = with.time().now();
    }

    /** Whether the spare still rehearses: it is offered games last, and says so at the next {@link #tick}. */
    void rehearses(boolean still) {
        rehearses = still;
        standBySoon();
    }

    /** The spare offers itself at the next {@link #tick}. */
    void standBySoon() {
        nextStandByAt = with.time().now();
    }

    /** Tells the directory at once, if it is for me to tell. */
    void renewNow() {
        renewSoon();
        renew(nextRenewalAt);
    }

    /** There is a line to the directory again. */
    void lineUp() {
        renewSoon();
        if (with.stepper().state() instanceof Standing) standBySoon();
    }

    private void renew(long now) {
        MemberState at = with.stepper().state();
        if (at == null || !renews(at) || now < nextRenewalAt) return;
        nextRenewalAt = now + with.game().timing().beat();
        FailureDetector asking = watch.detector();
        long askedAt = asking.lived(now);
        DirectoryRequest.Renew asked = renewal(at, now);
        desk.renew(asked, () -> asking.renewed(askedAt), this::dropped);
    }

    private void dropped() {
        if (!toldOfDrop) LOG.warn("{}: the directory has dropped the game {}, for nobody served it there for {} ms, or it is over: nobody finds it any more, "
                + "and nobody takes over", with.seat().self(), with.game().id(), with.game().rules().giveUpAfterMillis());
        toldOfDrop = true;
    }

    private boolean renews(MemberState at) {
        return at.leads() && desk.knowsGame() && !watch.detector().stalled();
    }

    private DirectoryRequest.Renew renewal(MemberState at, long now) {
        CurrentGame game = with.game();
        Advert advert = game.narrator().advert();
        return new DirectoryRequest.Renew(game.id(), at.promise(), with.seat().id(), watch.roster(), at.listing(),
                watch.detector().echoed(now), at.log().roster().players().size(),
                advert.open(), at.log().authority().size() > 1, advert.attributes(),
                new DirectoryRequest.Revival(with.setup().kind(), game.group(), game.rules(), with.setup().records().schemaHash(),
                        SessionSetup.version()));
    }

    private void standBy(long now) {
        if (!(with.stepper().state() instanceof Standing) || now < nextStandByAt) return;
        nextStandByAt = now + SPARE_BEAT_NANOS;
        Member me = with.seat().me();
        SessionSetup setup = with.setup();
        desk.standBy(new DirectoryRequest.StandBy(setup.kind(), setup.records().schemaHash(), SessionSetup.version(), me.id(), me.name(),
                me.endpoint(), rehearses), refused -> refused.ifPresent(r -> LOG.warn("{} stands by in vain: {} {}", with.seat().self(), r.reason(),
                        r.detail())));
    }
}
