package org.gamenet.rgs.examples.teapots.window;

import com.badlogic.gdx.graphics.GL20;
import com.badlogic.gdx.graphics.Mesh;
import com.badlogic.gdx.graphics.VertexAttribute;
import com.badlogic.gdx.graphics.glutils.ShaderProgram;
import com.badlogic.gdx.math.Matrix4;
import com.badlogic.gdx.utils.Disposable;
import org.gamenet.rgs.examples.teapots.screen.Shape;

/** Many small shapes as one: a draw call for each of a hundred lumps costs more than the lumps. */
final class Heap implements Disposable {
    private static final int VERTICES_MAX = 12_000;
    private static final int CORNERS_MAX = 24_000;

    private final float[] vertices = new float[VERTICES_MAX * Shape.STRIDE];
    private final short[] corners = new short[CORNERS_MAX];
    private final Mesh mesh =
            new Mesh(false, VERTICES_MAX, CORNERS_MAX, VertexAttribute.Position(), VertexAttribute.Normal());
    private int vertexCount;
    private int cornerCount;

    void clear() {
        vertexCount = 0;
        cornerCount = 0;
    }

    /** Puts a shape at a place, with a size; what no longer fits is left out. */
    void add(Shape shape, Matrix4 where, float size) {
        int count = shape.vertices().length / Shape.STRIDE;
        if (vertexCount + count > VERTICES_MAX || cornerCount + shape.triangles().length > CORNERS_MAX) return;
        for (short corner : shape.triangles()) corners[cornerCount++] = (short) (vertexCount + corner);
        float[] from = shape.vertices();
        float[] m = where.val;
        for (int i = 0; i < count; i++) {
            int source = i * Shape.STRIDE;
            int target = (vertexCount + i) * Shape.STRIDE;
            for (int row = 0; row < 3; row++) {
                float a = m[row];
                float b = m[row + 4];
                float c = m[row + 8];
                vertices[target + row] = a * from[source] + b * from[source + 1] + c * from[source + 2] + m[row + 12];
                vertices[target + 3 + row] =
                        (a * from[source + 3] + b * from[source + 4] + c * from[source + 5]) / size;
            }
        }
        vertexCount += count;
    }

    /** Hands all that was added to the graphics card. */
    void load() {
        mesh.setVertices(vertices, 0, vertexCount * Shape.STRIDE);
        mesh.setIndices(corners, 0, cornerCount);
    }

    void render(ShaderProgram shader) {
        if (cornerCount > 0) mesh.render(shader, GL20.GL_TRIANGLES, 0, cornerCount);
    }

    @Override
    public void dispose() {
        mesh.dispose();
    }
}
