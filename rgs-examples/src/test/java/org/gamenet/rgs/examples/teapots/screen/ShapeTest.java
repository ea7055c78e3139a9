package org.gamenet.rgs.examples.teapots.screen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShapeTest {

    @Test
    void closesEverySurface() {
        for (Shape shape :
                List.of(TeapotShape.of(5), TeapotShape.of(6), TeapotShape.of(11), Shape.cube(), Shape.cone(9))) {
            Map<List<List<Long>>, Integer> edges = new HashMap<>();
            for (int t = 0; t < shape.triangles().length; t += 3) {
                for (int i = 0; i < 3; i++) {
                    List<Long> from = place(shape, shape.triangles()[t + i]);
                    List<Long> to = place(shape, shape.triangles()[t + (i + 1) % 3]);
                    if (!from.equals(to)) edges.merge(List.of(from, to), 1, Integer::sum);
                }
            }
            edges.forEach((edge, times) -> {
                assertEquals(1, times, "two triangles on the same side of " + edge);
                assertEquals(1, edges.get(List.of(edge.get(1), edge.get(0))), "a hole at " + edge);
            });
        }
    }

    @Test
    void pointsNormalsOutward() {
        for (Shape shape : List.of(TeapotShape.of(5), TeapotShape.of(8), Shape.cube(), Shape.cone(9))) {
            double volume = 0;
            for (int t = 0; t < shape.triangles().length; t += 3) {
                double[] a = part(shape, shape.triangles()[t], 0);
                double[] b = part(shape, shape.triangles()[t + 1], 0);
                double[] c = part(shape, shape.triangles()[t + 2], 0);
                double[] facing = cross(minus(b, a), minus(c, a));
                volume += dot(a, cross(b, c)) / 6;
                double along = 0;
                for (int i = 0; i < 3; i++) {
                    double[] normal = part(shape, shape.triangles()[t + i], 3);
                    assertEquals(1, dot(normal, normal), 1e-5);
                    along += dot(normal, facing);
                }
                assertTrue(along > 0 || dot(facing, facing) < 1e-10, "normals against their triangle");
            }
            assertTrue(volume > 0, "inside out");
        }
    }

    @Test
    void standsOnTheTableWithItsSpoutAhead() {
        Shape pot = TeapotShape.of(8);
        double[] low = {9, 9, 9};
        double[] high = {-9, -9, -9};
        for (int v = 0; v < pot.vertices().length / Shape.STRIDE; v++) {
            double[] place = part(pot, v, 0);
            for (int axis = 0; axis < 3; axis++) {
                low[axis] = Math.min(low[axis], place[axis]);
                high[axis] = Math.max(high[axis], place[axis]);
            }
        }
        assertEquals(0, low[1], 1e-6);
        assertEquals(3.15, high[1], 1e-6);
        assertTrue(high[0] > 3.2 && low[0] < -2.8 && low[0] > -3.2, "spout ahead, handle behind");
        assertEquals(2, high[2], 0.05);
        assertEquals(-2, low[2], 0.05);
    }

    @Test
    void takesNoMoreCutsThanItCanNumber() {
        assertTrue(TeapotShape.of(40).vertices().length / Shape.STRIDE <= Short.MAX_VALUE);
        assertThrows(IllegalArgumentException.class, () -> TeapotShape.of(41));
        assertThrows(IllegalArgumentException.class, () -> TeapotShape.of(4));
    }

    private static List<Long> place(Shape shape, int vertex) {
        double[] p = part(shape, vertex, 0);
        return List.of(Math.round(p[0] * 1e5), Math.round(p[1] * 1e5), Math.round(p[2] * 1e5));
    }

    private static double[] part(Shape shape, int vertex, int from) {
        int at = vertex * Shape.STRIDE + from;
        return new double[] {shape.vertices()[at], shape.vertices()[at + 1], shape.vertices()[at + 2]};
    }

    private static double[] minus(double[] a, double[] b) {
        return new double[] {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }

    private static double[] cross(double[] a, double[] b) {
        return new double[] {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    }
}
