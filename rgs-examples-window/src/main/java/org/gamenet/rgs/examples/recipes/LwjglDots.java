package org.gamenet.rgs.examples.recipes;

import static org.lwjgl.glfw.GLFW.*;
import static org.lwjgl.opengl.GL11.*;

import org.gamenet.rgs.Rgs;
import org.lwjgl.opengl.GL;

/** Dots in LWJGL 3, without an engine. One argument: a name. Wants a directory at localhost:7400. */
public final class LwjglDots {
    private static final int SIZE = 400;

    private LwjglDots() {}

    /** Opens a window; returns when it is closed, or when the game is over. */
    public static void main(String[] args) {
        if (!glfwInit()) throw new IllegalStateException("no display");
        long window = glfwCreateWindow(SIZE, SIZE, "dots", 0, 0);
        glfwMakeContextCurrent(window);
        GL.createCapabilities();
        glfwSwapInterval(1);
        try (Rgs rgs = Dots.setUp(args[0]).start()) {
            Dots game = new Dots(rgs.hostOrJoin(Dots.spec()));
            glfwSetMouseButtonCallback(window, (w, button, action, mods) -> {
                if (action == GLFW_PRESS) moveToPointer(window, game);
            });
            while (!glfwWindowShouldClose(window) && game.session().update()) {
                draw(game);
                game.session().drawn();
                glfwSwapBuffers(window);
                glfwPollEvents();
            }
        } finally {
            glfwTerminate();
        }
    }

    private static void moveToPointer(long window, Dots game) {
        double[] x = new double[1];
        double[] y = new double[1];
        glfwGetCursorPos(window, x, y);
        game.move(x[0] / SIZE, y[0] / SIZE);
    }

    private static void draw(Dots game) {
        glClear(GL_COLOR_BUFFER_BIT);
        glPointSize(20);
        glBegin(GL_POINTS);
        for (Dots.Dot dot : game.dots().values()) glVertex2d(2 * dot.x() - 1, 1 - 2 * dot.y());
        glEnd();
    }
}
