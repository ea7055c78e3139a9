package org.gamenet.rgs.core.session;

import java.util.Map;

/** What the server last advertised, for {@code Session.game()} on every peer. {@code version} grows with every change. */
record Advert(long version, boolean open, Map<String, String> attributes) {
    Advert {
        attributes = Map.copyOf(attributes);
    }
}
