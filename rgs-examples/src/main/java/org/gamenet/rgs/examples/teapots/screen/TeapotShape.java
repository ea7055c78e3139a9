package org.gamenet.rgs.examples.teapots.screen;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The Utah teapot as a closed surface. It stands on y = 0 around the origin, 3.15 high, its body 2 in radius, the spout
 * along x. Newell's pot is open where its parts end, some of them inside others; each such hole gets a flat lid here.
 */
public final class TeapotShape {
    private static final double SAME_PLACE = 1e-5;
    private static final double NO_AREA = 1e-9;

    /**
     * How finely the rim, the two parts of the body, the knob, the lid and the bottom are cut from the top down, for
     * each cut of a quarter.
     */
    private static final double[] UP = {0.3, 0.5, 0.4, 0.7, 0.4, 0.2};
    /** The same for each of the two parts of handle and spout, and for half of their round. */
    private static final double ALONG = 0.5;

    private static final double HALF_ROUND = 0.6;

    private final List<float[]> vertices = new ArrayList<>();
    private final List<short[]> triangles = new ArrayList<>();

    private TeapotShape() {}

    /**
     * Cuts a quarter of its round so many times, 5 to 40, and everything else as finely as its size deserves: the
     * number of triangles grows with the square. With fewer cuts rim and spout would fold over themselves.
     */
    public static Shape of(int cuts) {
        if (cuts < 5 || cuts > 40) throw new IllegalArgumentException(cuts + " cuts: give 5 to 40");
        TeapotShape pot = new TeapotShape();
        for (int mirror = 0; mirror < 4; mirror++) {
            for (int i = 0; i < Newell.QUARTERS.length; i++) {
                pot.patch(
                        Newell.QUARTERS[i],
                        share(cuts, UP[i]),
                        cuts,
                        (mirror & 1) == 0 ? 1 : -1,
                        (mirror & 2) == 0 ? 1 : -1);
            }
        }
        for (int side : new int[] {1, -1}) {
            for (int[] patch : Newell.HALVES) pot.patch(patch, share(cuts, ALONG), share(cuts, HALF_ROUND), 1, side);
        }
        pot.closeHoles();
        return pot.shape();
    }

    private static int share(int cuts, double part) {
        return (int) Math.round(part * cuts);
    }

    // ---- patches

    private void patch(int[] points, int cutsAlong, int cutsAcross, int mirrorX, int mirrorY) {
        int first = vertices.size();
        for (int i = 0; i <= cutsAlong; i++) {
            for (int j = 0; j <= cutsAcross; j++)
                vertices.add(vertex(points, (double) i / cutsAlong, (double) j / cutsAcross, mirrorX, mirrorY));
        }
        boolean turned = mirrorX * mirrorY > 0;
        for (int i = 0; i < cutsAlong; i++) {
            for (int j = 0; j < cutsAcross; j++) {
                int a = first + i * (cutsAcross + 1) + j;
                int c = a + cutsAcross + 1;
                if (turned) {
                    triangle(a, a + 1, c);
                    triangle(a + 1, c + 1, c);
                } else {
                    triangle(a, c, a + 1);
                    triangle(a + 1, c, c + 1);
                }
            }
        }
    }

    private static float[] vertex(int[] points, double u, double v, int mirrorX, int mirrorY) {
        double[] place = sum(points, weights(u), weights(v));
        double[] along = sum(points, slopes(u), weights(v));
        double[] across = sum(points, weights(u), slopes(v));
        double nx = across[1] * along[2] - across[2] * along[1];
        double ny = across[2] * along[0] - across[0] * along[2];
        double nz = across[0] * along[1] - across[1] * along[0];
        double length = Math.sqrt(nx * nx + ny * ny + nz * nz);
        // Where a side of a patch is a point there is no cross product: the top of the knob and the middle of the
        // bottom.
        double[] n = length < NO_AREA
                ? new double[] {0, 0, place[2] > 1 ? 1 : -1}
                : new double[] {nx / length, ny / length, nz / length};
        return new float[] {
            (float) (place[0] * mirrorX),
            (float) place[2],
            (float) (-place[1] * mirrorY),
            (float) (n[0] * mirrorX),
            (float) n[2],
            (float) (-n[1] * mirrorY)
        };
    }

    private static double[] sum(int[] points, double[] along, double[] across) {
        double[] sum = new double[3];
        for (int i = 0; i < points.length; i++) {
            double weight = along[i / 4] * across[i % 4];
            for (int axis = 0; axis < 3; axis++) sum[axis] += weight * Newell.POINTS[points[i]][axis];
        }
        return sum;
    }

    /** Bernstein's polynomials of the third degree. */
    private static double[] weights(double t) {
        double s = 1 - t;
        return new double[] {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
    }

    private static double[] slopes(double t) {
        double s = 1 - t;
        return new double[] {-3 * s * s, 3 * s * s - 6 * s * t, 6 * s * t - 3 * t * t, 3 * t * t};
    }

    // ---- holes

    /** Fills each ring of edges that only one triangle has. */
    private void closeHoles() {
        Map<List<Long>, Integer> next = openEdges();
        while (!next.isEmpty()) {
            List<Integer> ring = new ArrayList<>();
            List<Long> place = next.keySet().iterator().next();
            for (Integer vertex = next.remove(place); vertex != null; vertex = next.remove(place)) {
                ring.add(vertex);
                place = key(vertex);
            }
            fill(ring);
        }
    }

    /**
     * From a place to the vertex at the end of the edge that is missing there: the opposite of the one that there is.
     */
    private Map<List<Long>, Integer> openEdges() {
        Map<List<List<Long>>, Integer> open = new LinkedHashMap<>();
        for (short[] triangle : triangles) {
            for (int i = 0; i < 3; i++) {
                List<Long> from = key(triangle[i]);
                List<Long> to = key(triangle[(i + 1) % 3]);
                if (open.remove(List.of(to, from)) == null) open.put(List.of(from, to), (int) triangle[i]);
            }
        }
        Map<List<Long>, Integer> next = new LinkedHashMap<>();
        open.forEach((edge, start) -> next.put(edge.get(1), start));
        return next;
    }

    private void fill(List<Integer> ring) {
        float[] middle = new float[3];
        for (int vertex : ring) {
            for (int axis = 0; axis < 3; axis++) middle[axis] += vertices.get(vertex)[axis] / ring.size();
        }
        for (int i = 0; i < ring.size(); i++) {
            float[] from = vertices.get(ring.get(i));
            float[] to = vertices.get(ring.get((i + 1) % ring.size()));
            float[] normal = normal(middle, from, to);
            int first = vertices.size();
            for (float[] corner : List.of(middle, from, to)) {
                vertices.add(new float[] {corner[0], corner[1], corner[2], normal[0], normal[1], normal[2]});
            }
            triangle(first, first + 1, first + 2);
        }
    }

    // ---- triangles

    /** Adds it, unless two of its corners are one place: a patch whose side is a point has such. */
    private void triangle(int a, int b, int c) {
        if (key(a).equals(key(b)) || key(b).equals(key(c)) || key(c).equals(key(a))) return;
        triangles.add(new short[] {(short) a, (short) b, (short) c});
    }

    private List<Long> key(int vertex) {
        float[] v = vertices.get(vertex);
        return List.of(Math.round(v[0] / SAME_PLACE), Math.round(v[1] / SAME_PLACE), Math.round(v[2] / SAME_PLACE));
    }

    private static float[] normal(float[] a, float[] b, float[] c) {
        float[] p = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        float[] q = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
        float[] n = {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
        float length = (float) Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        return length < NO_AREA ? new float[] {0, 1, 0} : new float[] {n[0] / length, n[1] / length, n[2] / length};
    }

    private Shape shape() {
        float[] flat = new float[vertices.size() * Shape.STRIDE];
        for (int i = 0; i < vertices.size(); i++)
            System.arraycopy(vertices.get(i), 0, flat, i * Shape.STRIDE, Shape.STRIDE);
        short[] corners = new short[triangles.size() * 3];
        for (int i = 0; i < corners.length; i++) corners[i] = triangles.get(i / 3)[i % 3];
        return new Shape(flat, corners);
    }
}
