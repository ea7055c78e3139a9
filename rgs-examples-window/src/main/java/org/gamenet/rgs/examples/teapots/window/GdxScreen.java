package org.gamenet.rgs.examples.teapots.window;

import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.graphics.GL20;
import com.badlogic.gdx.graphics.Mesh;
import com.badlogic.gdx.graphics.PerspectiveCamera;
import com.badlogic.gdx.graphics.Pixmap;
import com.badlogic.gdx.graphics.Texture;
import com.badlogic.gdx.graphics.Texture.TextureFilter;
import com.badlogic.gdx.graphics.Texture.TextureWrap;
import com.badlogic.gdx.graphics.VertexAttribute;
import com.badlogic.gdx.graphics.glutils.ShaderProgram;
import com.badlogic.gdx.math.Matrix4;
import com.badlogic.gdx.math.Vector3;
import com.badlogic.gdx.utils.Disposable;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import org.gamenet.rgs.examples.teapots.screen.Hud;
import org.gamenet.rgs.examples.teapots.screen.Palette;
import org.gamenet.rgs.examples.teapots.screen.Scene;
import org.gamenet.rgs.examples.teapots.screen.Screen;
import org.gamenet.rgs.examples.teapots.screen.Shape;
import org.gamenet.rgs.examples.teapots.screen.TeapotShape;
import org.gamenet.rgs.examples.teapots.world.Rules;

/** A scene in libGDX's calls: the table, shadows on it, teapots, sugar, and then the writing. The thread that draws. */
final class GdxScreen implements Screen, Disposable {
    private static final Vector3 LIGHT = new Vector3(-0.42f, 1, 0.38f).nor();
    private static final float POT_SCALE = 0.82f;
    private static final float TABLE_RIM = 2.6f;
    private static final float SQUARES = 10;
    /**
     * A teapot near by is round, one far off has fewer triangles: where they are drawn without a graphics card, that
     * halves the time.
     */
    private static final int[] CUTS = {10, 7, 5};

    private static final float[] NEARER_THAN = {14, 24, Float.MAX_VALUE};
    private static final int STRIPES = 10;
    private static final int SHADOW_CUTS = 5;
    private static final float[] SUGAR = {0.97f, 0.96f, 0.93f};

    private final PerspectiveCamera camera = new PerspectiveCamera(52, 1, 1);
    private final ShaderProgram lit = Shaders.of("lit", "lit");
    private final ShaderProgram flat = Shaders.of("lit", "flat");
    private final ShaderProgram cloth = Shaders.of("cloth", "cloth");
    private final Mesh[] pots = {
        mesh(TeapotShape.of(CUTS[0])), mesh(TeapotShape.of(CUTS[1])), mesh(TeapotShape.of(CUTS[2]))
    };
    private final Mesh potShadow = mesh(TeapotShape.of(SHADOW_CUTS));
    private final ShaderProgram room = Shaders.of("room", "room");
    private final Mesh walls = walls();
    private final Mesh table = table();
    private final Texture checks = checks();
    private final Map<Scene.Form, Shape> forms = new EnumMap<>(
            Map.of(Scene.Form.CUBE, Shape.cube(), Scene.Form.CRUMB, Shape.cube(), Scene.Form.CONE, Shape.cone(12)));
    private final Heap lumps = new Heap();
    private final Matrix4 onTable = new Matrix4();
    private final Matrix4 place = new Matrix4();
    private final Matrix4 shadow = new Matrix4();
    private final HudPainter painter;

    GdxScreen(Canvas canvas) {
        painter = new HudPainter(canvas, camera);
        // A point at height h has its shadow h * light.xz / light.y further on. The shadow lies a hair above the table,
        // so as not to fight with it.
        onTable.val[Matrix4.M01] = -LIGHT.x / LIGHT.y;
        onTable.val[Matrix4.M21] = -LIGHT.z / LIGHT.y;
        onTable.val[Matrix4.M11] = 0;
        onTable.val[Matrix4.M13] = 0.01f;
    }

    @Override
    public void draw(Scene scene, Hud hud) {
        draw(scene);
        painter.paint(scene, hud);
    }

    /** The scene without any writing. */
    void draw(Scene scene) {
        look(scene.eye());
        GL20 gl = Gdx.gl20;
        gl.glClear(GL20.GL_DEPTH_BUFFER_BIT | GL20.GL_STENCIL_BUFFER_BIT);
        gl.glEnable(GL20.GL_DEPTH_TEST);
        gl.glEnable(GL20.GL_CULL_FACE);
        lumps.clear();
        for (Scene.Lump each : scene.lumps()) lumps.add(forms.get(each.form()), at(each), (float) each.size());
        lumps.load();
        // The nearest shapes first: the surfaces behind them are not coloured at all.
        lit.bind();
        lit.setUniformMatrix("u_eye", camera.combined);
        lit.setUniformf("u_eyeAt", camera.position);
        lit.setUniformf("u_light", LIGHT);
        scene.pots().stream()
                .sorted(Comparator.comparingDouble(this::distance))
                .forEach(each ->
                        drawLit(near(each), at(each), Palette.glaze(each.colour()), 1, 0.8f * (float) each.flash()));
        light(place.idt(), SUGAR, 0.25f, 0);
        lumps.render(lit);
        drawTable();
        drawRoom();
        drawShadows(scene);
        gl.glDisable(GL20.GL_CULL_FACE);
        gl.glDisable(GL20.GL_DEPTH_TEST);
    }

    private void look(Scene.Eye eye) {
        camera.viewportWidth = Gdx.graphics.getWidth();
        camera.viewportHeight = Gdx.graphics.getHeight();
        camera.near = 0.5f;
        camera.far = 120;
        camera.position.set((float) eye.x(), (float) eye.y(), (float) eye.z());
        camera.up.set(0, 1, 0);
        camera.lookAt((float) eye.atX(), (float) eye.atY(), (float) eye.atZ());
        camera.up.set(0, 1, 0);
        camera.update();
    }

    private void drawTable() {
        cloth.bind();
        cloth.setUniformMatrix("u_eye", camera.combined);
        cloth.setUniformf("u_half", (float) Rules.HALF_TABLE + TABLE_RIM);
        checks.bind(0);
        cloth.setUniformi("u_cloth", 0);
        table.render(cloth, GL20.GL_TRIANGLES);
    }

    /** The room beside the table. Drawn after it, so that nothing is coloured twice. */
    private void drawRoom() {
        room.bind();
        walls.render(room, GL20.GL_TRIANGLES);
    }

    /** Flattened onto the table; the stencil keeps two shadows from being darker than one. */
    private void drawShadows(Scene scene) {
        GL20 gl = Gdx.gl20;
        gl.glEnable(GL20.GL_STENCIL_TEST);
        gl.glStencilFunc(GL20.GL_EQUAL, 0, 0xff);
        gl.glStencilOp(GL20.GL_KEEP, GL20.GL_KEEP, GL20.GL_INCR);
        gl.glEnable(GL20.GL_BLEND);
        gl.glBlendFunc(GL20.GL_SRC_ALPHA, GL20.GL_ONE_MINUS_SRC_ALPHA);
        gl.glDepthMask(false);
        flat.bind();
        flat.setUniformMatrix("u_eye", camera.combined);
        flat.setUniformf("u_colour", 0.1f, 0.04f, 0.12f, 0.42f);
        for (Scene.Pot each : scene.pots()) {
            flat.setUniformMatrix("u_place", shadow.set(onTable).mul(at(each)));
            potShadow.render(flat, GL20.GL_TRIANGLES);
        }
        flat.setUniformMatrix("u_place", onTable);
        lumps.render(flat);
        gl.glDepthMask(true);
        gl.glDisable(GL20.GL_BLEND);
        gl.glDisable(GL20.GL_STENCIL_TEST);
    }

    private void drawLit(Mesh mesh, Matrix4 where, float[] colour, float gloss, float flash) {
        light(where, colour, gloss, flash);
        mesh.render(lit, GL20.GL_TRIANGLES);
    }

    private void light(Matrix4 where, float[] colour, float gloss, float flash) {
        lit.setUniformMatrix("u_place", where);
        lit.setUniformf("u_colour", colour[0], colour[1], colour[2]);
        lit.setUniformf("u_gloss", gloss);
        lit.setUniformf("u_flash", flash);
    }

    private Mesh near(Scene.Pot each) {
        float distance = distance(each);
        int detail = 0;
        while (distance > NEARER_THAN[detail]) detail++;
        return pots[detail];
    }

    private float distance(Scene.Pot each) {
        return camera.position.dst((float) each.x(), 0, (float) each.z());
    }

    private Matrix4 at(Scene.Pot each) {
        return place.idt()
                .translate((float) each.x(), 0, (float) each.z())
                .rotateRad(Vector3.Y, (float) -each.heading())
                .rotateRad(Vector3.X, (float) each.roll())
                .scl(POT_SCALE);
    }

    private Matrix4 at(Scene.Lump each) {
        return place.idt()
                .translate((float) each.x(), (float) each.y(), (float) each.z())
                .rotateRad(0.6f, 0.7f, 0.4f, (float) each.turn())
                .scl((float) each.size());
    }

    private static Mesh mesh(Shape shape) {
        Mesh mesh = new Mesh(
                true,
                shape.vertices().length / Shape.STRIDE,
                shape.triangles().length,
                VertexAttribute.Position(),
                VertexAttribute.Normal());
        mesh.setVertices(shape.vertices());
        mesh.setIndices(shape.triangles());
        return mesh;
    }

    /**
     * As large as the window, wherever the eye is. Its colours are mixed at the corners of its stripes, which are few:
     * pixels are many.
     */
    private static Mesh walls() {
        Mesh mesh = new Mesh(true, 2 * STRIPES + 2, 6 * STRIPES, VertexAttribute.Position());
        float[] corners = new float[6 * STRIPES + 6];
        short[] triangles = new short[6 * STRIPES];
        for (int i = 0; i <= STRIPES; i++) {
            float y = 2f * i / STRIPES - 1;
            System.arraycopy(new float[] {-1, y, 0, 1, y, 0}, 0, corners, 6 * i, 6);
            for (int k = 0; k < 6 && i < STRIPES; k++)
                triangles[6 * i + k] = (short) (2 * i + new int[] {0, 1, 3, 0, 3, 2}[k]);
        }
        mesh.setVertices(corners);
        mesh.setIndices(triangles);
        return mesh;
    }

    /** A cloth over a square table, hanging down a little on each side. */
    private static Mesh table() {
        float h = (float) Rules.HALF_TABLE + TABLE_RIM;
        float drop = -2.5f;
        float end = SQUARES * h / (float) Rules.HALF_TABLE;
        float past = end + SQUARES * 2.5f / (float) Rules.HALF_TABLE;
        Mesh mesh = new Mesh(true, 12, 30, VertexAttribute.Position(), VertexAttribute.TexCoords(0));
        mesh.setVertices(new float[] {
            -h, 0, -h, -end, -end, -h, 0, h, -end, end, h, 0, h, end, end, h, 0, -h, end, -end, -h, drop, h, -end, past,
            h, drop, h, end, past, -h, drop, -h, -end, -past, h, drop, -h, end, -past, h, drop, h, past, end, h, drop,
            -h, past, -end, -h, drop, h, -past, end, -h, drop, -h, -past, -end
        });
        mesh.setIndices(
                new short[] {0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2, 3, 7, 6, 3, 6, 0, 2, 8, 9, 2, 9, 3, 0, 11, 10, 0, 10, 1
                });
        return mesh;
    }

    /** Gingham, one square of each of its three shades to a side. */
    private static Texture checks() {
        int size = 128;
        int[] shades = {0xf4efe4ff, 0x9fb4c7ff, 0x5d7d9cff};
        Pixmap pixmap = new Pixmap(size, size, Pixmap.Format.RGBA8888);
        for (int x = 0; x < size; x++) {
            for (int y = 0; y < size; y++) pixmap.drawPixel(x, y, shades[2 * x / size + 2 * y / size]);
        }
        Texture texture = new Texture(pixmap, true);
        texture.setFilter(TextureFilter.MipMapLinearNearest, TextureFilter.Linear);
        texture.setWrap(TextureWrap.Repeat, TextureWrap.Repeat);
        pixmap.dispose();
        return texture;
    }

    @Override
    public void dispose() {
        for (Disposable each : new Disposable[] {
            lit, flat, cloth, room, walls, pots[0], pots[1], pots[2], potShadow, lumps, table, checks
        }) each.dispose();
    }
}
