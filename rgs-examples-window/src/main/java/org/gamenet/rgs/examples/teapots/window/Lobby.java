package org.gamenet.rgs.examples.teapots.window;

import com.badlogic.gdx.Input;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.examples.teapots.party.Party;
import org.gamenet.rgs.examples.teapots.play.DuelGame;
import org.gamenet.rgs.examples.teapots.window.Canvas.Align;

/** A name, a list of running games, and a new one. */
final class Lobby implements Room {
    private static final int NAME_MAX = 20;
    private static final float WIDTH = 440;
    private static final float ROW = 30;
    private static final double HOST_ALONE_SECONDS = 40;

    private final Shell shell;
    private final Party party;
    private final String message;
    private final Demo demo = new Demo();
    private final TextLine name = new TextLine(NAME_MAX);
    private final Lookout lookout;
    private int chosen;
    private int bots;
    private String hosting = "";
    private double hostedAt;
    private boolean enter;

    /** With a line that says how one came here; empty for the first time. */
    Lobby(Shell shell, Party party, String message) {
        this.shell = shell;
        this.party = party;
        this.message = message;
        name.set(shell.name());
        bots = shell.options().bots();
        lookout = new Lookout(party.directory());
        enter = shell.hostsAtOnce();
    }

    @Override
    public Room frame(double now) {
        party.tend();
        List<GameInfo> games = lookout.games(now);
        chosen = Math.max(0, Math.min(chosen, games.size()));
        enter |= !shell.pad().poll().isEmpty();
        shell.screen().draw(demo.scene(now));
        paint(now, games);
        tell(games);
        if (!hosting.isEmpty()) return await(now, games);
        boolean entered = enter;
        enter = false;
        if (!entered || name.text().isBlank()) return this;
        shell.name(name.text().strip());
        if (chosen > 0) return join(games.get(chosen - 1));
        hosting = shell.name() + "'s table";
        hostedAt = now;
        party.host(hosting, bots);
        return this;
    }

    private void tell(List<GameInfo> games) {
        shell.trace().tell("room", "lobby");
        shell.trace().tell("name", name.text());
        shell.trace().tell("bots", Integer.toString(bots));
        shell.trace()
                .tell(
                        "chosen",
                        chosen == 0 ? "a new game" : games.get(chosen - 1).name());
        shell.trace()
                .tell(
                        "games",
                        String.join(", ", games.stream().map(GameInfo::name).toList()));
        shell.trace().tell("message", message);
    }

    /**
     * The same, where somebody has begun a new game and got no seat in it yet: on a busy machine a new server may be
     * slow to answer.
     */
    static Lobby again(Shell shell, Party party, Hosted game) {
        Lobby lobby = new Lobby(shell, party, "");
        lobby.hosting = game.name();
        lobby.hostedAt = game.at();
        return lobby;
    }

    /**
     * A game that was begun here.
     *
     * @param name what it is called
     * @param at when, in seconds of the window's time
     */
    record Hosted(String name, double at) {
        /** Whether it is too early to say that nothing will come of it. */
        boolean fresh(double now) {
            return now - at < HOST_ALONE_SECONDS;
        }
    }

    /** Until the server that was started has opened the game; if none does, this window is the server. */
    private Room await(double now, List<GameInfo> games) {
        Hosted game = new Hosted(hosting, hostedAt);
        boolean open = games.stream().anyMatch(each -> each.name().equals(hosting));
        if (!open && game.fresh(now)) return this;
        // A server that came up after all would open a second game of that name.
        if (!open) party.dismiss();
        Rgs rgs = start();
        return new Match(shell, party, rgs, rgs.hostOrJoin(party.spec(hosting)), hosting, Optional.of(game));
    }

    private Room join(GameInfo game) {
        Rgs rgs = start();
        return new Match(shell, party, rgs, rgs.join(game), game.name(), Optional.empty());
    }

    private Rgs start() {
        lookout.close();
        return DuelGame.setUp(party.directory()).player(shell.name()).start();
    }

    // ---- what it looks like

    private void paint(double now, List<GameInfo> games) {
        Canvas canvas = shell.canvas();
        canvas.begin();
        float left = (canvas.width() - WIDTH) / 2;
        float y = 64;
        canvas.in(1, 1, 1, 1).shaded("Dueling Teapots", canvas.width() / 2, y, 46, Align.CENTRE);
        canvas.in(1, 1, 1, 0.92f)
                .shaded("a duel that goes on when its server dies", canvas.width() / 2, y + 54, 16, Align.CENTRE);
        y += 100;
        canvas.in(0.07f, 0.07f, 0.11f, 0.84f).box(left, y, WIDTH, 336);
        canvas.in(0.72f, 0.80f, 0.90f, 1).text("your name", left + 24, y + 28, 14, Align.LEFT);
        canvas.in(0.95f, 0.95f, 0.9f, 1).box(left + 116, y + 18, WIDTH - 140, 34);
        canvas.in(0.1f, 0.1f, 0.15f, 1).text(name.shown(now), left + 126, y + 26, 18, Align.LEFT);
        row(
                0,
                left,
                y + 72,
                "New game",
                hosting.isEmpty()
                        ? "< " + bots + (bots == 1 ? " bot >" : " bots >")
                        : "starting a server " + waiting(now));
        for (int i = 0; i < Math.min(games.size(), 5); i++) {
            GameInfo game = games.get(i);
            row(
                    i + 1,
                    left,
                    y + 72 + (i + 1) * ROW,
                    game.name(),
                    game.players() + " of " + game.maxPlayers() + " players");
        }
        canvas.in(0.72f, 0.80f, 0.90f, 1).text(lookout.words(), left + 24, y + 268, 13, Align.LEFT);
        if (!message.isEmpty()) canvas.in(1, 0.82f, 0.5f, 1).text(message, left + 24, y + 288, 14, Align.LEFT);
        canvas.in(0.82f, 0.84f, 0.88f, 1)
                .text(
                        "type a name · up and down choose · left and right: bots · Enter plays",
                        canvas.width() / 2,
                        y + 312,
                        12.5f,
                        Align.CENTRE);
        canvas.end();
    }

    /** Something moves, and it says for how long. */
    private String waiting(double now) {
        String dots = "· ".repeat(1 + (int) (now * 3) % 3).strip();
        return dots + " " + (int) (now - hostedAt) + " s";
    }

    private void row(int index, float left, float y, String text, String more) {
        Canvas canvas = shell.canvas();
        if (index == chosen) canvas.in(0.84f, 0.24f, 0.22f, 0.95f).box(left + 14, y - 6, WIDTH - 28, ROW - 2);
        canvas.in(1, 1, 1, 1).text(text, left + 24, y, 16, Align.LEFT);
        canvas.in(1, 1, 1, 0.85f).text(more, left + WIDTH - 24, y + 1, 14, Align.RIGHT);
    }

    // ---- what is pressed

    @Override
    public void key(int code) {
        switch (code) {
            case Input.Keys.UP -> chosen--;
            case Input.Keys.DOWN -> chosen++;
            case Input.Keys.LEFT -> bots = Math.max(0, bots - 1);
            case Input.Keys.RIGHT -> bots = Math.min(Options.BOTS_MAX, bots + 1);
            case Input.Keys.BACKSPACE -> name.back();
            case Input.Keys.ENTER, Input.Keys.NUMPAD_ENTER -> enter = true;
            default -> {}
        }
    }

    @Override
    public void typed(char character) {
        name.type(character);
    }

    @Override
    public void clicked(int x, int y) {
        Canvas canvas = shell.canvas();
        float row = (canvas.points(y) - 64 - 100 - 72 + 6) / ROW;
        if (Math.abs(canvas.points(x) - canvas.width() / 2) > WIDTH / 2 || row < 0 || row >= 6) return;
        chosen = (int) row;
        enter = true;
    }

    @Override
    public void leave() {
        lookout.close();
    }
}
