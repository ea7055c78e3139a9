package org.gamenet.rgs.examples.teapots.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.badlogic.gdx.Input;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.examples.teapots.window.Pad.Reading;
import org.junit.jupiter.api.Test;

class PadTest {
    private static final Reading AT_REST = new Reading(0, 0, false, false);
    private static final Reading AHEAD = new Reading(0, -1, false, false);
    private static final Reading AHEAD_THROWING = new Reading(0, -1, true, false);

    private final Map<Integer, Reading> plugged = new HashMap<>();
    private final Pad pad = new Pad(number -> Optional.ofNullable(plugged.get(number)));

    @Test
    void standsStillWithoutAny() {
        assertEquals(List.of(), pad.poll());
        steers(0, 0);
    }

    @Test
    void throwsOnceForEachPressHoweverLongItIsHeld() {
        assertEquals(List.of(), frame(0, AT_REST));
        assertEquals(List.of(Input.Keys.SPACE), frame(0, AHEAD_THROWING));
        for (int i = 0; i < 60; i++) assertEquals(List.of(), frame(0, AHEAD_THROWING));
        assertEquals(List.of(), frame(0, AHEAD));
        assertEquals(List.of(Input.Keys.SPACE, Input.Keys.X), frame(0, new Reading(0, -1, true, true)));
    }

    @Test
    void ignoresAStickThatDriftsAndBeginsGentlyBeyond() {
        for (double drift : new double[] {0.02, -0.08, 0.15, -0.15}) {
            frame(0, new Reading(drift, -drift, false, false));
            steers(0, 0);
        }
        frame(0, new Reading(0.16, -0.16, false, false));
        assertTrue(pad.turn() > 0 && pad.turn() < 0.02, "turn " + pad.turn());
        assertTrue(pad.thrust() > 0 && pad.thrust() < 0.02, "thrust " + pad.thrust());
        frame(0, new Reading(-1, 1, false, false));
        steers(-1, -1);
    }

    @Test
    void letsGoOfEverythingWhenItIsPulledOutAndThrowsNothingWhenItComesBack() {
        frame(0, AHEAD);
        frame(0, AHEAD_THROWING);
        steers(0, 1);
        plugged.clear();
        assertEquals(List.of(), pad.poll());
        steers(0, 0);
        assertEquals(List.of(), frame(0, AHEAD_THROWING), "it was held before anybody looked");
        steers(0, 1);
        frame(0, AHEAD);
        assertEquals(List.of(Input.Keys.SPACE), frame(0, AHEAD_THROWING));
    }

    @Test
    void takesTheOneOfTwoThatIsUsed() {
        plugged.put(0, AT_REST);
        frame(2, AHEAD);
        steers(0, 1);
        assertEquals(List.of(Input.Keys.SPACE), frame(2, AHEAD_THROWING));
        assertEquals(
                List.of(Input.Keys.SPACE),
                frame(0, new Reading(-1, 0.3, true, false)),
                "although A is held on the other");
        steers(-1, 1);
        plugged.remove(2);
        pad.poll();
        assertTrue(pad.thrust() < 0, "the other one is still there");
    }

    private List<Integer> frame(int number, Reading reading) {
        plugged.put(number, reading);
        return pad.poll();
    }

    private void steers(double turn, double thrust) {
        assertEquals(turn, pad.turn(), 1e-9);
        assertEquals(thrust, pad.thrust(), 1e-9);
    }
}
