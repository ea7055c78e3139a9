package org.gamenet.rgs.core.session.base;

import java.util.Map;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.machine.GameRules;

/**
 * The server's last advertisement, for {@code Session.game()} on every peer. {@code version} grows with every change.
 */
public record Advert(long version, boolean open, Map<String, String> attributes) implements SessionMessage {
    public Advert {
        attributes = Map.copyOf(attributes);
    }

    /** That game, as it stands in this view. */
    public GameInfo info(String game, GameRules rules, View view) {
        return new GameInfo(
                game,
                rules.name(),
                view.players().size(),
                rules.maxPlayers(),
                open,
                view.servers().isEmpty() ? "" : view.servers().get(0).name(),
                view.servers().size() > 1,
                view.epoch(),
                attributes);
    }
}
