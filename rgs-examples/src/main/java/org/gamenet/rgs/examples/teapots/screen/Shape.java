package org.gamenet.rgs.examples.teapots.screen;

/**
 * A surface of triangles, ready for any renderer: y is up, front sides go round against the clock. Whoever takes the arrays leaves them as
 * they are.
 * @param vertices six numbers each: place, then the normal, which has the length 1
 * @param triangles three numbers of vertices each
 */
public record Shape(float[] vertices, short[] triangles) {
    /** Numbers that a vertex takes. */
    public static final int STRIDE = 6;

    private static final float[][] CUBE_SIDES = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};

    /** A cube from -0.5 to 0.5. */
    public static Shape cube() {
        float[] vertices = new float[CUBE_SIDES.length * 4 * STRIDE];
        short[] triangles = new short[CUBE_SIDES.length * 6];
        int at = 0;
        int index = 0;
        for (float[] n : CUBE_SIDES) {
            float[] u = {n[1], n[2], n[0]};
            float[] v = {n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]};
            int first = at / STRIDE;
            for (int corner = 0; corner < 4; corner++) {
                float a = corner == 0 || corner == 3 ? -0.5f : 0.5f;
                float b = corner < 2 ? -0.5f : 0.5f;
                for (int axis = 0; axis < 3; axis++) vertices[at + axis] = n[axis] * 0.5f + u[axis] * a + v[axis] * b;
                System.arraycopy(n, 0, vertices, at + 3, 3);
                at += STRIDE;
            }
            for (int corner : new int[] {0, 1, 2, 0, 2, 3}) triangles[index++] = (short) (first + corner);
        }
        return new Shape(vertices, triangles);
    }
}
