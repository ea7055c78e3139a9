package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import org.gamenet.rgs.Codec;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.Stats;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rule 9: what may grow. */
@ExtendWith(InTavern.class)
class Rule9GrowthTest {

    @Test
    @DisplayName("Rule 9: specs and queries are RGS's own, so that they may gain methods")
    void rule9Growth() {
        for (Class<?> value : List.of(GameSpec.class, Query.class)) {
            assertTrue(Modifier.isFinal(value.getModifiers()), value + " can be extended");
            assertEquals(0, value.getConstructors().length, value + " can be made otherwise than by its own methods");
        }
    }

    @Test
    @DisplayName("Rule 9: what a game implements has few, fixed methods; whatever else is an interface, RGS implements")
    void whoImplementsWhat() {
        assertEquals(Set.of("packageState", "restoreState"), names(StateHandler.class));
        assertEquals(Set.of("encode", "decode"), names(Codec.class));
        for (Class<?> mine : List.of(Session.class, Rgs.class, Rgs.Builder.class, Stats.class))
            assertTrue(mine.isInterface());
    }

    private static Set<String> names(Class<?> type) {
        return java.util.Arrays.stream(type.getMethods())
                .filter(m -> Modifier.isAbstract(m.getModifiers()))
                .map(java.lang.reflect.Method::getName)
                .collect(java.util.stream.Collectors.toSet());
    }

    @Test
    @DisplayName(
            "Rule 9: a handler of SessionEvent and a switch with a default branch take every event that there is, and those to come")
    void newEventsFindTheirHandler(Tavern tavern) {
        assertTrue(SessionEvent.class.isSealed(), "no game adds events of its own");
        Guest ann = tavern.host("ann");
        List<SessionEvent> seen = new java.util.ArrayList<>();
        ann.session.on(SessionEvent.class, (peer, event) -> seen.add(event));
        Guest bob = tavern.guest(tavern.player("bob").join(ann.session.game()));
        tavern.until("joined", () -> seen.size() == 1 && bob.session.phase() == Session.Phase.PLAYING);
        bob.session.leave();
        tavern.until("left", () -> seen.size() == 2);
        ann.session.end("that is all");
        tavern.until("closed", () -> seen.size() == 3);
        SessionEvent.Closed closed = (SessionEvent.Closed) seen.get(2);
        String told = switch (closed.why()) {
            case NO_DIRECTORY -> "the directory";
            case KICKED -> "me";
            default -> "something else: " + closed.why();
        };
        assertEquals("something else: " + SessionEvent.Closed.Why.ENDED, told);
        assertFalse(ann.session.update());
    }
}
