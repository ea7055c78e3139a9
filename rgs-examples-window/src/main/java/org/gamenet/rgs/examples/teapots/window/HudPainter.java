package org.gamenet.rgs.examples.teapots.window;

import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.graphics.PerspectiveCamera;
import com.badlogic.gdx.math.Vector3;
import org.gamenet.rgs.examples.teapots.screen.Hud;
import org.gamenet.rgs.examples.teapots.screen.Palette;
import org.gamenet.rgs.examples.teapots.screen.Scene;
import org.gamenet.rgs.examples.teapots.window.Canvas.Align;

/** Writes names over heads, and the lines of the {@link Hud} around the table. */
final class HudPainter {
    private static final float SIZE = 14;
    private static final float MARGIN = 12;
    private static final float LINE = 19;
    private static final float ABOVE_SUGAR = 70;
    private static final float NAME_HEIGHT = 3.4f;
    private static final float NAME_FAR = 45;
    private static final double FLASH_SEEN = 0.05;
    private static final int GLOW = 6;

    private final Canvas canvas;
    private final PerspectiveCamera camera;
    private final Vector3 spot = new Vector3();

    HudPainter(Canvas canvas, PerspectiveCamera camera) {
        this.canvas = canvas;
        this.camera = camera;
    }

    void paint(Scene scene, Hud hud) {
        canvas.begin();
        if (!hud.banner().isEmpty()) canvas.in(0.06f, 0.06f, 0.1f, 0.45f).box(0, 0, canvas.width(), canvas.height());
        scene.pots().stream()
                .filter(Scene.Pot::mine)
                .filter(pot -> pot.flash() > FLASH_SEEN)
                .forEach(this::struck);
        scene.pots().stream().filter(pot -> !pot.mine()).forEach(this::name);
        strip(hud);
        round(hud);
        players(hud);
        sugar(hud);
        news(hud);
        keys(hud);
        if (!hud.banner().isEmpty()) banner(hud.banner());
        canvas.end();
    }

    /** The edges of the picture glow red: that hurt. */
    private void struck(Scene.Pot mine) {
        float wide = canvas.width();
        float high = canvas.height();
        for (int i = 0; i < GLOW; i++) {
            float rim = 6 * (GLOW - i);
            canvas.in(0.9f, 0.12f, 0.1f, 0.16f * (float) mine.flash());
            canvas.box(0, 0, wide, rim)
                    .box(0, high - rim, wide, rim)
                    .box(0, rim, rim, high - 2 * rim)
                    .box(wide - rim, rim, rim, high - 2 * rim);
        }
    }

    private void name(Scene.Pot pot) {
        spot.set((float) pot.x(), NAME_HEIGHT, (float) pot.z());
        float distance = camera.position.dst(spot);
        if (distance > NAME_FAR
                || camera.direction.dot(
                                spot.x - camera.position.x, spot.y - camera.position.y, spot.z - camera.position.z)
                        < 1) return;
        camera.project(spot);
        float size = Math.max(11, Math.min(17, 300 / distance));
        canvas.in(1, 1, 1, 1)
                .shaded(
                        pot.name(),
                        canvas.points(spot.x),
                        canvas.points(Gdx.graphics.getHeight() - spot.y) - size,
                        size,
                        Align.CENTRE);
    }

    private void strip(Hud hud) {
        canvas.in(0.06f, 0.06f, 0.1f, 0.78f).box(0, 0, canvas.width(), 28);
        canvas.in(1, 1, 1, 0.96f).text(hud.game(), MARGIN, 8, SIZE, Align.LEFT);
        canvas.in(0.72f, 0.80f, 0.90f, 1).text(hud.gauges(), canvas.width() - MARGIN, 8, SIZE, Align.RIGHT);
        if (hud.outage().isEmpty()) return;
        float width = canvas.width(hud.outage(), SIZE) + 2 * MARGIN;
        canvas.in(0.10f, 0.38f, 0.26f, 0.92f).box((canvas.width() - width) / 2, 34, width, 26);
        canvas.in(1, 1, 1, 1).text(hud.outage(), canvas.width() / 2, 41, SIZE, Align.CENTRE);
    }

    private void round(Hud hud) {
        if (!hud.round().isEmpty())
            canvas.in(1, 0.93f, 0.7f, 1).shaded(hud.round(), canvas.width() - MARGIN, 38, 20, Align.RIGHT);
    }

    private void players(Hud hud) {
        if (hud.rows().isEmpty()) return;
        float width = 196;
        float left = canvas.width() - width - MARGIN;
        float y = 68;
        canvas.in(0.06f, 0.06f, 0.1f, 0.62f).box(left, y, width, hud.rows().size() * LINE + 10);
        y += 7;
        for (Hud.Row row : hud.rows()) {
            if (row.colour() >= 0) canvas.in(Palette.glaze(row.colour()), 1).box(left + 8, y + 1, 10, 10);
            float bright = row.mine() ? 1 : 0.84f;
            canvas.in(bright, bright, row.mine() ? 0.75f : bright, 1)
                    .text(cut(row.name(), 92), left + 25, y, SIZE, Align.LEFT);
            canvas.in(0.62f, 0.86f, 0.70f, 1).text(row.role(), left + width - 40, y + 1, 12, Align.RIGHT);
            if (row.colour() >= 0) {
                canvas.in(1, 1, 1, 1).text(Integer.toString(row.score()), left + width - 9, y, SIZE, Align.RIGHT);
            }
            y += LINE;
        }
    }

    private String cut(String text, float width) {
        String rest = text;
        while (rest.length() > 1 && canvas.width(rest, SIZE) > width) rest = rest.substring(0, rest.length() - 1);
        return rest.length() == text.length() ? text : rest + "…";
    }

    private void sugar(Hud hud) {
        float x = canvas.width() / 2 - 5 * 13;
        for (int i = 0; i < 5 && hud.sugar() >= 0; i++) {
            boolean there = i < hud.sugar();
            canvas.in(0.06f, 0.06f, 0.1f, 0.55f).box(x + i * 26, canvas.height() - 62, 22, 22);
            if (there) canvas.in(0.97f, 0.96f, 0.93f, 1).box(x + i * 26 + 3, canvas.height() - 59, 16, 16);
        }
    }

    private void news(Hud hud) {
        if (hud.news().isEmpty()) return;
        float y = canvas.height() - ABOVE_SUGAR - hud.news().size() * LINE;
        float widest = 0;
        for (String line : hud.news()) widest = Math.max(widest, canvas.width(line, SIZE));
        canvas.in(0.06f, 0.06f, 0.1f, 0.62f)
                .box(0, y - 6, widest + 2 * MARGIN, hud.news().size() * LINE + 8);
        for (String line : hud.news()) {
            canvas.in(1, 1, 1, 0.95f).text(line, MARGIN, y, SIZE, Align.LEFT);
            y += LINE;
        }
    }

    private void keys(Hud hud) {
        canvas.in(0.06f, 0.06f, 0.1f, 0.78f).box(0, canvas.height() - 24, canvas.width(), 24);
        canvas.in(0.82f, 0.84f, 0.88f, 1)
                .text(hud.keys(), canvas.width() / 2, canvas.height() - 18, 12.5f, Align.CENTRE);
    }

    private void banner(String text) {
        float y = canvas.height() * 0.4f;
        canvas.in(0.62f, 0.16f, 0.14f, 0.9f).box(0, y - 18, canvas.width(), 66);
        canvas.in(1, 1, 1, 1).text(text, canvas.width() / 2, y, 28, Align.CENTRE);
    }
}
