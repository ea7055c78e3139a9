package org.gamenet.rgs.examples.teapots.window;

import java.util.Optional;
import org.lwjgl.glfw.GLFW;
import org.lwjgl.glfw.GLFWGamepadState;

/** The gamepads of this machine, whichever their make: GLFW knows their buttons. The thread that draws. */
final class GlfwPads implements Pad.Source {
    private final GLFWGamepadState state = GLFWGamepadState.create();

    @Override
    public Optional<Pad.Reading> read(int number) {
        int id = GLFW.GLFW_JOYSTICK_1 + number;
        if (!GLFW.glfwJoystickIsGamepad(id) || !GLFW.glfwGetGamepadState(id, state)) return Optional.empty();
        return Optional.of(new Pad.Reading(
                state.axes(GLFW.GLFW_GAMEPAD_AXIS_LEFT_X),
                state.axes(GLFW.GLFW_GAMEPAD_AXIS_LEFT_Y),
                held(GLFW.GLFW_GAMEPAD_BUTTON_A),
                held(GLFW.GLFW_GAMEPAD_BUTTON_X)));
    }

    private boolean held(int button) {
        return state.buttons(button) == GLFW.GLFW_PRESS;
    }
}
