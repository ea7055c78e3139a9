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
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.OfferedGame;
import org.gamenet.rgs.core.session.base.Quest;
import org.jspecify.annotations.Nullable;

/** The game that this session is in, or tries to get into: its entry and its rules, and who tells the application of it. Worker's thread only. */
public final class CurrentGame {
    private final Telling telling;
    private GameRules rules;
    private @Nullable GameEntry entry;
    private @Nullable OfferedGame offer;
    private long hash;
    private @Nullable Narrator narrator;
    private @Nullable Lanes lanes;
    private Epoch advertised = Epoch.NONE;

    /** Makes those who tell of a game, for this game as it is known now. */
    public interface Telling {
        Lanes lanes(CurrentGame game);

        Narrator narrator(CurrentGame game, Lanes lanes);
    }

    public CurrentGame(Quest quest, Telling telling) {
        this.telling = telling;
        this.rules = rulesBefore(quest);
    }

    private static GameRules rulesBefore(Quest quest) {
        if (quest instanceof Quest.Register r) return r.rules();
        if (quest instanceof Quest.HostOrJoin h) return h.rules();
        String name = quest instanceof Quest.Join j ? j.name() : "";
        return new GameRules(name, 1, List.of(), 1_000, 30_000, 50, Map.of());
    }

    /** This one, as the directory lists it. */
    public void is(GameEntry listed) {
        entry = listed;
        hash = Frames.gameHash(listed.id());
        rules = listed.rules();
    }

    /** Agreed to serve this one, frozen as it is. Whoever told of another tells no more. */
    public void isOffered(OfferedGame made) {
        offer = made;
        narrator = null;
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
        if (narrator != null) return;
        if (hash == 0) hash = 1;
        Lanes running = telling.lanes(this);
        lanes = running;
        narrator = telling.narrator(this, running);
    }

    /** Whether the application was told that it is over. */
    public boolean isOver() {
        return narrator != null && narrator.isOver();
    }

    /** Over, for the application has left or was told so. */
    public void leave(long now) {
        if (narrator != null && !narrator.isOver()) narrator.leave(now);
    }

    /** It did not let me in: nothing of it is told. */
    public void forget() {
        narrator = null;
        lanes = null;
    }

    /** A holder has made itself known. */
    public void advertisedBy(Epoch epoch, long now) {
        if (narrator != null && epoch.isAfter(advertised)) servedIn(epoch, now);
    }

    /** I am the holder of this epoch. */
    public void servedIn(Epoch epoch, long now) {
        if (narrator == null) return;
        advertised = epoch;
        narrator.decided(now);
    }

    /** The members as this state knows them; of a game that was only offered, as the offer tells. */
    public List<Member> rosterIn(@Nullable MemberState at) {
        if (at == null) return List.of();
        if (!at.log().roster().members().isEmpty()) return at.log().roster().members();
        return offer != null && at.leads() ? offer.roster() : List.of();
    }

    public Narrator narrator() {
        Narrator known = narrator;
        if (known == null) throw new AssertionError("nobody to tell");
        return known;
    }

    @Nullable public Narrator narratorIfAny() {
        return narrator;
    }

    @Nullable public Lanes lanes() {
        return lanes;
    }

    @Nullable public OfferedGame offer() {
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
