package org.gamenet.rgs.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Draws target/warping.svg: a state every second, each a second late, as in figure 19 of the report on Dueling Teapots.
 */
@DisplayName("T54 T55 the picture of figure 19")
class PictureTest {

    private static final int FRAMES_PER_SECOND = 60;
    private static final double END = 6;
    private static final double SCALE = 70;

    private record Point(double x, double y) {
        double to(Point other) {
            return Math.hypot(x - other.x, y - other.y);
        }
    }

    @Test
    void showsJumpsAboveAndNoneBelow() throws IOException {
        Smoothing smoothing = Smoothing.extrapolating().maxAge(10);
        List<Point> jumping = drawn(smoothing.halfLife(0));
        List<Point> letter = drawn(smoothing.halfLife(0.15).keepSpeed(false));
        List<Point> warped = drawn(smoothing.halfLife(0.15));
        // Each state after the first, one a second, throws it off its way, and nothing else does.
        List<Integer> jumps = jumps(jumping);
        assertEquals(List.of(60, 120, 180, 240), jumps, "frames after the first that jump");
        assertEquals(List.of(), jumps(letter));
        assertEquals(List.of(), jumps(warped));
        // The broken line has no sharp corner where speed is kept.
        assertTrue(sharpest(letter) > 3 * sharpest(warped), sharpest(letter) + " against " + sharpest(warped));
        String svg = svg(
                List.of(
                        "extrapolated: F = 0",
                        "warped, to the letter of the source",
                        "warped, speed kept (the default)"),
                List.of(jumping, letter, warped));
        Path target = Path.of(System.getProperty("basedir", "."), "target", "warping.svg");
        Files.createDirectories(target.getParent());
        Files.writeString(target, svg);
        assertEquals(4, svg.split("stroke-dasharray", -1).length - 1, "dashed jumps");
        assertEquals(svg.split("<g[ >]", -1).length, svg.split("</g>", -1).length);
    }

    /** A thing that weaves. */
    private static Point truth(double time) {
        return new Point(1.2 * time, 0.9 * Math.sin(1.1 * time));
    }

    private static List<Point> drawn(Smoothing smoothing) {
        Motion2 motion = new Motion2(smoothing);
        List<Point> points = new ArrayList<>();
        for (int frame = 2 * FRAMES_PER_SECOND; frame <= END * FRAMES_PER_SECOND; frame++) {
            if (frame % FRAMES_PER_SECOND == 0) {
                double sent = frame / FRAMES_PER_SECOND - 1;
                motion.received(sent, truth(sent).x(), truth(sent).y(), 1.2, 0.99 * Math.cos(1.1 * sent));
            }
            motion.advance(frame / (double) FRAMES_PER_SECOND);
            points.add(new Point(motion.x(), motion.y()));
        }
        return points;
    }

    /** Frames in which it goes more than 6 times as far as it could by its own speed of up to 1.6 a second. */
    private static List<Integer> jumps(List<Point> points) {
        List<Integer> jumps = new ArrayList<>();
        for (int i = 1; i < points.size(); i++)
            if (points.get(i).to(points.get(i - 1)) > 10.0 / FRAMES_PER_SECOND) jumps.add(i);
        return jumps;
    }

    /** The greatest change of velocity within a frame. */
    private static double sharpest(List<Point> points) {
        double most = 0;
        for (int i = 2; i < points.size(); i++) {
            Point a = points.get(i - 2);
            Point b = points.get(i - 1);
            Point c = points.get(i);
            most = Math.max(most, Math.hypot(c.x() - 2 * b.x() + a.x(), c.y() - 2 * b.y() + a.y()) * FRAMES_PER_SECOND);
        }
        return most;
    }

    private static String svg(List<String> titles, List<List<Point>> panels) {
        double height = 4.2 * SCALE;
        StringBuilder svg = new StringBuilder(text(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"%.0f\""
                        + " font-family=\"sans-serif\" font-size=\"13\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
                height * panels.size() + 30));
        for (int panel = 0; panel < panels.size(); panel++) {
            List<Point> points = panels.get(panel);
            svg.append(text(
                    "<g transform=\"translate(30 %.0f)\">%n<text y=\"%.0f\">%s</text>%n",
                    height * (panel + 0.5), 25 - height / 2, titles.get(panel)));
            List<Point> truth = new ArrayList<>();
            for (double t = 0; t <= END; t += 0.05) truth.add(truth(t));
            svg.append(line(truth, "#bbb", 1.5, ""));
            int start = 0;
            List<Integer> jumps = jumps(points);
            for (int jump : jumps) {
                svg.append(line(points.subList(start, jump), "#4aa3df", 3, ""));
                svg.append(line(points.subList(jump - 1, jump + 1), "#4aa3df", 2, " stroke-dasharray=\"5 4\""));
                start = jump;
            }
            svg.append(line(points.subList(start, points.size()), "#4aa3df", 3, ""));
            for (int second = 1; second <= END - 1; second++) svg.append(circle(truth(second), "black", second));
            for (int second = 2; second <= END; second++)
                svg.append(circle(points.get((second - 2) * FRAMES_PER_SECOND), "#d33", second));
            svg.append("</g>\n");
        }
        svg.append(text(
                "<text x=\"30\" y=\"%.0f\"><tspan fill=\"#999\">grey: the way it went</tspan>; black: states, sent at that second;"
                        + " <tspan fill=\"#d33\">red</tspan>: drawn at that second; <tspan "
                        + "fill=\"#4aa3df\">blue</tspan>: drawn</text>%n</svg>%n",
                height * panels.size() + 15));
        return svg.toString();
    }

    private static String line(List<Point> points, String colour, double width, String more) {
        StringBuilder d = new StringBuilder();
        for (Point p : points) d.append(text("%s%.1f %.1f", d.isEmpty() ? "M" : " L", p.x() * SCALE, -p.y() * SCALE));
        return text("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\"%s/>%n", d, colour, width, more);
    }

    private static String circle(Point at, String colour, int number) {
        return text(
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"9\" fill=\"%s\"/>%n"
                        + "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"white\">%d</text>%n",
                at.x() * SCALE, -at.y() * SCALE, colour, at.x() * SCALE, -at.y() * SCALE + 4.5, number);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
