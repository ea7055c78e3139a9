package org.gamenet.rgs.core.session.base;

import java.util.Map;

/**
 * The server's last advertisement, for {@code Session.game()} on every peer. {@code version} grows with every change.
 */
public record Advert(long version, boolean open, Map<String, String> attributes) {
    public Advert {
        attributes = Map.copyOf(attributes);
    }
}
