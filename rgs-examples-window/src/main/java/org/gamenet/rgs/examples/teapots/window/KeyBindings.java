package org.gamenet.rgs.examples.teapots.window;

import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.Input;
import org.gamenet.rgs.examples.teapots.pilot.Hands;
import org.gamenet.rgs.examples.teapots.world.Fire;
import org.gamenet.rgs.examples.teapots.world.Lob;
import org.gamenet.rgs.examples.teapots.world.Steer;

/** The keys that drive and throw. */
final class KeyBindings {
    /** For the line at the lower edge. */
    static final String DRIVING = "arrows drive · space sugar · X loaf";

    private KeyBindings() {}

    /** The keys that are held right now. */
    static Steer held(Pad pad) {
        double turn = axis(Input.Keys.LEFT, Input.Keys.A, Input.Keys.RIGHT, Input.Keys.D) + pad.turn();
        double thrust = axis(Input.Keys.DOWN, Input.Keys.S, Input.Keys.UP, Input.Keys.W) + pad.thrust();
        return new Steer(turn, thrust);
    }

    /** Whether that key throws something; then it is done. */
    static boolean pressed(int key, Hands hands) {
        switch (key) {
            case Input.Keys.SPACE -> hands.press(new Fire());
            case Input.Keys.X -> hands.press(new Lob());
            default -> {
                return false;
            }
        }
        return true;
    }

    private static double axis(int less, int orLess, int more, int orMore) {
        double value = 0;
        if (Gdx.input.isKeyPressed(less) || Gdx.input.isKeyPressed(orLess)) value--;
        if (Gdx.input.isKeyPressed(more) || Gdx.input.isKeyPressed(orMore)) value++;
        return value;
    }
}
