package org.gamenet.rgs.examples.teapots.window;

import com.badlogic.gdx.Input;
import java.util.Optional;
import org.gamenet.rgs.examples.teapots.pilot.Hands;
import org.lwjgl.glfw.GLFW;
import org.lwjgl.glfw.GLFWGamepadState;

/** The first gamepad that is plugged in: the left stick drives, A throws what space throws. The thread that draws. */
final class Pad {
    private static final double DEAD = 0.15;

    private final GLFWGamepadState state = GLFWGamepadState.create();
    private boolean there;
    private boolean wasPressed;

    /** To be called once in every frame. */
    void poll(Optional<Hands> hands) {
        there = false;
        for (int id = GLFW.GLFW_JOYSTICK_1; id <= GLFW.GLFW_JOYSTICK_4 && !there; id++) {
            there = GLFW.glfwJoystickIsGamepad(id) && GLFW.glfwGetGamepadState(id, state);
        }
        boolean pressed = there && state.buttons(GLFW.GLFW_GAMEPAD_BUTTON_A) == GLFW.GLFW_PRESS;
        if (pressed && !wasPressed) hands.ifPresent(h -> Keys.pressed(Input.Keys.SPACE, h));
        wasPressed = pressed;
    }

    double turn() { return axis(GLFW.GLFW_GAMEPAD_AXIS_LEFT_X); }

    double thrust() { return -axis(GLFW.GLFW_GAMEPAD_AXIS_LEFT_Y); }

    private double axis(int which) {
        double value = there ? state.axes(which) : 0;
        return Math.abs(value) < DEAD ? 0 : value;
    }
}
