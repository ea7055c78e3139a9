package org.gamenet.rgs.core.session.game;

import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.session.base.Advert;

/** The facts of a game beside its members: its id, its rules, and what its server has advertised last. */
final class GameFacts {
    private String id = "";
    private GameRules rules;
    private Advert advert;

    GameFacts(GameRules rules) {
        this.rules = rules;
        this.advert = new Advert(0, true, rules.attributes());
    }

    void is(String listed) {
        id = listed;
    }

    void learn(GameRules known) {
        rules = known;
        if (advert.version() == 0) advert = new Advert(0, advert.open(), rules.attributes());
    }

    /** Whether it is news. */
    boolean advertised(Advert newer) {
        boolean isNewer = newer.version() > advert.version();
        if (isNewer) advert = newer;
        return isNewer;
    }

    GameRules rules() {
        return rules;
    }

    Advert advert() {
        return advert;
    }

    SessionStatus status(Phase phase, View view, ServerRole role, Epoch epoch) {
        if (phase == Phase.WAITING) return SessionStatus.waiting();
        return new SessionStatus(phase, view, role, advert.info(id, rules, view), epoch, rules.peers());
    }
}
