package org.gamenet.rgs.core.session.game;

import java.util.List;
import java.util.Map;
import org.gamenet.rgs.core.detection.Timing;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.session.base.Advert;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.OfferedGame;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.jspecify.annotations.Nullable;

/**
 * The game that this session is in, or tries to get into: its entry and its rules, and who tells the application of it.
 * Worker's thread only.
 */
public final class CurrentGame {
    private final Telling telling;
    private GameRules rules;
    private @Nullable GameEntry entry;
    private @Nullable OfferedGame offer;
    private long hash;
    private @Nullable EventPublisher publisher;
    private @Nullable Lanes lanes;
    private Epoch advertised = Epoch.NONE;

    /** Makes those who tell of a game, for this game as it is known now. */
    public interface Telling {
        Lanes lanes(CurrentGame game);

        EventPublisher publisher(CurrentGame game, Lanes lanes);
    }

    public CurrentGame(SearchGoal goal, Telling telling) {
        this.telling = telling;
        this.rules = rulesBefore(goal);
    }

    private static GameRules rulesBefore(SearchGoal goal) {
        if (goal instanceof SearchGoal.Register r) return r.rules();
        if (goal instanceof SearchGoal.HostOrJoin h) return h.rules();
        String name = goal instanceof SearchGoal.Join j
                ? j.name()
                : goal instanceof SearchGoal.Rejoin again ? again.seat().name() : "";
        return new GameRules(name, 1, List.of(), 1_000, 30_000, 50, Map.of());
    }

    /** This one, as the directory lists it. */
    public void is(GameEntry listed) {
        entry = listed;
        hash = Frames.gameHash(listed.id());
        rules = listed.rules();
    }

    /** Agreed to serve this one, frozen as it is. The publisher of the game before tells no more. */
    public void isOffered(OfferedGame made) {
        offer = made;
        publisher = null;
        is(made.game());
    }

    public void offerLapsed() {
        offer = null;
    }

    public void learn(GameRules known) {
        rules = known;
    }

    /** From now on there is somebody to tell. */
    public void startTelling() {
        if (publisher != null) return;
        if (hash == 0) hash = 1;
        Lanes running = telling.lanes(this);
        lanes = running;
        publisher = telling.publisher(this, running);
    }

    /** Whether the application was told that it is over. */
    public boolean isOver() {
        return publisher != null && publisher.isOver();
    }

    /** Over, for the application has left or was told so. */
    public void leave(long now) {
        if (publisher != null && !publisher.isOver()) publisher.leave(now);
    }

    /** Whether a spare is in it, or on its way into it, whose application does not know that. */
    public boolean isMuted() {
        return publisher != null && publisher.isMuted();
    }

    /** It did not let me in, or it is over for a spare that was not told of it: nothing of it is told. */
    public void forget() {
        if (publisher != null) publisher.mute(false);
        publisher = null;
        lanes = null;
    }

    /** A holder has made itself known. */
    public void advertisedBy(Epoch epoch, long now) {
        if (publisher != null && epoch.isAfter(advertised)) servedIn(epoch, now);
    }

    /** I am the holder of this epoch. */
    public void servedIn(Epoch epoch, long now) {
        if (publisher == null) return;
        advertised = epoch;
        publisher.decided(now);
    }

    /** The members as this state knows them; of a game that was only offered, as the offer tells. */
    public List<Member> rosterIn(@Nullable MemberState at) {
        if (at == null) return List.of();
        if (!at.log().roster().members().isEmpty()) return at.log().roster().members();
        return offer != null && at.leads() ? offer.roster() : List.of();
    }

    public EventPublisher publisher() {
        EventPublisher known = publisher;
        if (known == null) throw new AssertionError("nobody to tell");
        return known;
    }

    @Nullable
    public EventPublisher publisherIfAny() {
        return publisher;
    }

    /** The server advertised this; told once the game is known. */
    public void advertised(Advert advert, long now) {
        EventPublisher telling = publisher;
        if (telling != null) telling.advertised(advert, now);
    }

    @Nullable
    public Lanes lanes() {
        return lanes;
    }

    @Nullable
    public OfferedGame offer() {
        return offer;
    }

    public GameRules rules() {
        return rules;
    }

    public Timing timing() {
        return Timing.ofMillis(rules.suspectAfterMillis());
    }

    /** As in the frames' headers. */
    public long hash() {
        return hash;
    }

    public String id() {
        return entry == null ? "" : entry.id();
    }

    public String group() {
        return entry == null ? "" : entry.group();
    }
}
