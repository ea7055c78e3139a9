package org.gamenet.rgs.examples.teapots.screen;

/**
 * A surface of triangles, ready for any renderer: y is up, front sides go round against the clock. The arrays are
 * shared, and stay as they are.
 *
 * @param vertices six numbers each: place, then the normal, which has the length 1
 * @param triangles three numbers of vertices each
 */
public record Shape(float[] vertices, short[] triangles) {
    /** Numbers that a vertex takes. */
    public static final int STRIDE = 6;

    private static final double CONE_RADIUS = 0.3;
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

    /** A cone, 1 high and 0.6 across, its middle at the origin, with so many sides. */
    public static Shape cone(int sides) {
        float[] vertices = new float[sides * 6 * STRIDE];
        short[] triangles = new short[sides * 6];
        for (int i = 0; i < sides; i++) {
            double from = 2 * Math.PI * i / sides;
            double to = 2 * Math.PI * (i + 1) / sides;
            float[][] corners = {{0, 0.5f, 0}, rim(to), rim(from), {0, -0.5f, 0}, rim(from), rim(to)};
            float[][] normals = {slope((from + to) / 2), slope(to), slope(from), {0, -1, 0}, {0, -1, 0}, {0, -1, 0}};
            for (int k = 0; k < corners.length; k++) {
                int at = i * 6 + k;
                System.arraycopy(corners[k], 0, vertices, at * STRIDE, 3);
                System.arraycopy(normals[k], 0, vertices, at * STRIDE + 3, 3);
                triangles[at] = (short) at;
            }
        }
        return new Shape(vertices, triangles);
    }

    private static float[] rim(double angle) {
        return new float[] {(float) (CONE_RADIUS * Math.cos(angle)), -0.5f, (float) (CONE_RADIUS * Math.sin(angle))};
    }

    /** The side of the cone leans back by its radius over its height. */
    private static float[] slope(double angle) {
        double length = Math.sqrt(1 + CONE_RADIUS * CONE_RADIUS);
        return new float[] {
            (float) (Math.cos(angle) / length), (float) (CONE_RADIUS / length), (float) (Math.sin(angle) / length)
        };
    }
}
