package org.gamenet.rgs.examples.teapots.window;

import com.badlogic.gdx.utils.Disposable;
import org.gamenet.rgs.examples.teapots.window.Canvas.Align;

/** The tools that all rooms use. The thread that draws. */
final class Shell implements Disposable {
    private final Canvas canvas = new Canvas();
    private final GdxScreen screen = new GdxScreen(canvas);
    private final Pad pad = new Pad(new GlfwPads());
    private final Sounds sounds;
    private final FrameTrace trace;
    private final Options options;
    private String name;
    private boolean hostsAtOnce;

    Shell(Options options) {
        this.options = options;
        name = options.name();
        hostsAtOnce = options.host();
        sounds = new Sounds(options.sound());
        trace = new FrameTrace(System.out, options.trace());
    }

    Canvas canvas() {
        return canvas;
    }

    GdxScreen screen() {
        return screen;
    }

    Pad pad() {
        return pad;
    }

    Sounds sounds() {
        return sounds;
    }

    FrameTrace trace() {
        return trace;
    }

    Options options() {
        return options;
    }

    /** The name that the player had last. */
    String name() {
        return name;
    }

    void name(String now) {
        name = now;
    }

    /** Whether the lobby is to be passed through: true once. */
    boolean hostsAtOnce() {
        boolean once = hostsAtOnce;
        hostsAtOnce = false;
        return once;
    }

    /** A line that is being typed, above the keys. */
    void entry(String text) {
        canvas.begin();
        canvas.in(0.95f, 0.95f, 0.9f, 0.96f).box(8, canvas.height() - 56, 420, 26);
        canvas.in(0.1f, 0.1f, 0.15f, 1).text(text, 16, canvas.height() - 49, 14, Align.LEFT);
        canvas.end();
    }

    @Override
    public void dispose() {
        screen.dispose();
        canvas.dispose();
        sounds.close();
    }
}
