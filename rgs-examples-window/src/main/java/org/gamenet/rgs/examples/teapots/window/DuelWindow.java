package org.gamenet.rgs.examples.teapots.window;

import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.InputAdapter;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The window: one room after the other, a frame at a time. */
final class DuelWindow extends ApplicationAdapter {
    private final Options options;
    private final Function<Shell, Room> first;
    private final FrameMeter meter;
    private @Nullable Shell shell;
    private @Nullable Room room;

    /** With that room at first. */
    DuelWindow(Options options, Function<Shell, Room> first, FrameMeter meter) {
        this.options = options;
        this.first = first;
        this.meter = meter;
    }

    @Override
    public void create() {
        shell = new Shell(options);
        room = first.apply(shell);
        Gdx.input.setInputProcessor(new InputAdapter() {
            @Override
            public boolean keyDown(int code) {
                if (room != null) room.key(code);
                return true;
            }

            @Override
            public boolean keyTyped(char character) {
                if (room != null) room.typed(character);
                return true;
            }

            @Override
            public boolean touchDown(int x, int y, int pointer, int button) {
                if (room != null) room.clicked(x, y);
                return true;
            }
        });
    }

    @Override
    public void render() {
        if (room == null || shell == null) return;
        shell.trace().framed();
        room = room.frame(System.nanoTime() / 1e9 % 1e6);
        if (meter.frame(room instanceof Match)) Gdx.app.exit();
    }

    @Override
    public void dispose() {
        if (room != null) room.leave();
        if (shell != null) shell.dispose();
    }
}
