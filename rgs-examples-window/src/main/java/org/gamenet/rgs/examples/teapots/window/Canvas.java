package org.gamenet.rgs.examples.teapots.window;

import com.badlogic.gdx.Files.FileType;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.files.FileHandle;
import com.badlogic.gdx.graphics.Color;
import com.badlogic.gdx.graphics.Texture;
import com.badlogic.gdx.graphics.Texture.TextureFilter;
import com.badlogic.gdx.graphics.g2d.BitmapFont;
import com.badlogic.gdx.graphics.g2d.GlyphLayout;
import com.badlogic.gdx.graphics.g2d.SpriteBatch;
import com.badlogic.gdx.graphics.g2d.TextureRegion;
import com.badlogic.gdx.graphics.glutils.ShaderProgram;
import com.badlogic.gdx.math.Matrix4;
import com.badlogic.gdx.utils.Disposable;

/**
 * Text and boxes in front of the scene. Measured from the top left, in points: the window is 600 of them high, or as
 * many pixels as it has if that is fewer. Text and boxes come from one picture, so that a frame is a draw call or two.
 */
final class Canvas implements Disposable {
    private static final float POINTS_HIGH = 600;
    private static final float FONT_SIZE = 32;
    private static final int SOLID = 2;

    /** Where a text stands relative to its x. */
    enum Align {
        LEFT,
        CENTRE,
        RIGHT
    }

    private final SpriteBatch batch;
    private final ShaderProgram shader;
    private final BitmapFont font;
    private final TextureRegion solid;
    private final GlyphLayout layout = new GlyphLayout();
    private final Color colour = new Color();
    private float scale = 1;

    Canvas() {
        shader = Shaders.of("text", "text");
        batch = new SpriteBatch(2_000, shader);
        Texture sheet = new Texture(resource("font.png"));
        sheet.setFilter(TextureFilter.Linear, TextureFilter.Linear);
        font = new BitmapFont(resource("font.fnt"), new TextureRegion(sheet));
        font.setUseIntegerPositions(false);
        font.getData().missingGlyph = font.getData().getGlyph('?');
        solid = new TextureRegion(sheet, sheet.getWidth() - SOLID - 1, sheet.getHeight() - SOLID - 1, SOLID, SOLID);
    }

    /** A file beside this class. */
    static FileHandle resource(String name) {
        return Gdx.files.getFileHandle("org/gamenet/rgs/examples/teapots/window/" + name, FileType.Classpath);
    }

    /** Begins to draw over what is there. */
    void begin() {
        scale = Math.max(1, Gdx.graphics.getHeight() / POINTS_HIGH);
        batch.setProjectionMatrix(new Matrix4().setToOrtho2D(0, 0, width(), height()));
        batch.begin();
    }

    void end() {
        batch.end();
    }

    float width() {
        return Gdx.graphics.getWidth() / scale;
    }

    float height() {
        return Gdx.graphics.getHeight() / scale;
    }

    /** Points for a place in pixels, as events and projections have it. */
    float points(float pixels) {
        return pixels / scale;
    }

    /** Sets the colour of the next drawing: red, green, blue and how much of it, from 0 to 1. */
    Canvas in(float red, float green, float blue, float alpha) {
        colour.set(red, green, blue, alpha);
        return this;
    }

    /** Like {@link #in(float, float, float, float)}. */
    Canvas in(float[] rgb, float alpha) {
        return in(rgb[0], rgb[1], rgb[2], alpha);
    }

    Canvas box(float x, float y, float width, float height) {
        batch.setColor(colour);
        batch.draw(solid, x, height() - y - height, width, height);
        return this;
    }

    /** A line of text, its upper edge at y; returns how wide it is. */
    float text(String text, float x, float y, float size, Align align) {
        font.getData().setScale(size / FONT_SIZE);
        font.setColor(colour);
        layout.setText(font, text);
        float left = align == Align.LEFT ? x : align == Align.RIGHT ? x - layout.width : x - layout.width / 2;
        font.draw(batch, layout, left, height() - y);
        return layout.width;
    }

    /** The same with a shadow, to be read on any ground. */
    void shaded(String text, float x, float y, float size, Align align) {
        float red = colour.r;
        float green = colour.g;
        float blue = colour.b;
        float alpha = colour.a;
        in(0.05f, 0.05f, 0.08f, 0.85f * alpha);
        for (int i = 0; i < 4; i++) text(text, x + (i % 2 == 0 ? -1 : 1), y + (i < 2 ? -1 : 1), size, align);
        in(red, green, blue, alpha).text(text, x, y, size, align);
    }

    /** How wide a text is. */
    float width(String text, float size) {
        font.getData().setScale(size / FONT_SIZE);
        layout.setText(font, text);
        return layout.width;
    }

    @Override
    public void dispose() {
        batch.dispose();
        shader.dispose();
        font.getRegion().getTexture().dispose();
        font.dispose();
    }
}
