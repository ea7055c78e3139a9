package org.gamenet.rgs.examples.teapots.window;

import com.badlogic.gdx.graphics.glutils.ShaderProgram;

/** The window's shaders, from the files beside this class. */
final class Shaders {

    private Shaders() {}

    static ShaderProgram of(String vertex, String fragment) {
        ShaderProgram program =
                new ShaderProgram(Canvas.resource(vertex + ".vert"), Canvas.resource(fragment + ".frag"));
        if (!program.isCompiled())
            throw new IllegalStateException("this graphics driver refuses a shader: " + program.getLog());
        return program;
    }
}
