package org.gamenet.rgs.examples.teapots.window;

import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.Input;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.OrderStats;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.examples.maze.play.MazeSession;
import org.gamenet.rgs.examples.maze.play.MazeWitness;
import org.gamenet.rgs.examples.maze.stage.MazeStage;
import org.gamenet.rgs.examples.maze.world.Act;
import org.gamenet.rgs.examples.maze.world.Cell;
import org.gamenet.rgs.examples.maze.world.Maze;
import org.gamenet.rgs.examples.maze.world.Move;
import org.gamenet.rgs.examples.maze.world.Rat;
import org.gamenet.rgs.examples.maze.world.Walls;
import org.gamenet.rgs.examples.teapots.screen.Hud;
import org.gamenet.rgs.examples.teapots.screen.Palette;
import org.gamenet.rgs.examples.teapots.screen.Scene;
import org.gamenet.rgs.examples.teapots.window.Canvas.Align;

/** The maze of rats: what one's own rat sees, the map, who plays, and who gives the moves their places. */
final class MazeRoom implements Room, MazeWitness {
    private static final String KEYS = "arrows walk and turn · space shoot · V view · Esc leave";
    private static final float SQUARE = 9;
    private static final float MARGIN = 12;
    private static final float LAMP = 12;
    private static final int NEWS_MAX = 5;
    private static final double NEWS_SECONDS = 8;

    private final Shell shell;
    private final Rgs rgs;
    private final MazeSession maze;
    private final MazeStage stage = new MazeStage();
    private final Deque<News> news = new ArrayDeque<>();
    private String banner = "";
    private String outage = "";
    private double now;
    private boolean over;

    private record News(double at, String text) {}

    MazeRoom(Shell shell, Rgs rgs, Session session) {
        this.shell = shell;
        this.rgs = rgs;
        maze = new MazeSession(session, this);
    }

    @Override
    public Room frame(double time) {
        now = time;
        if (!over) over = !maze.frame();
        while (!news.isEmpty() && now - news.peek().at() > NEWS_SECONDS) news.poll();
        Scene scene = stage.scene(maze.maze(), maze.session().self(), now);
        Hud hud = hud();
        shell.screen().draw(scene, hud);
        map();
        shell.trace().tell("room", "maze");
        shell.trace().tell("phase", maze.session().phase().toString());
        shell.trace().tell(hud);
        return this;
    }

    private Hud hud() {
        Session session = maze.session();
        boolean in = session.phase() != Session.Phase.WAITING && !over;
        List<Hud.Row> rows = maze.maze().rats().entrySet().stream()
                .sorted(Comparator.comparing(each -> -each.getValue().score()))
                .map(each -> row(each.getKey(), each.getValue()))
                .toList();
        String order = in
                ? (byPermission()
                                ? "each asks all others"
                                : session.view().server().name() + " gives the places") + " · "
                        + session.view().players().size() + " equals"
                : "looking for a maze";
        String gauges = "place %d · %d of my moves under way · epoch %d"
                .formatted(
                        maze.maze().applied(),
                        maze.waiting(),
                        in ? session.view().epoch() : 0);
        return new Hud(
                "The maze: " + order,
                gauges,
                rows,
                news.stream().map(News::text).toList(),
                banner,
                outage,
                "",
                -1,
                KEYS);
    }

    private boolean byPermission() {
        return maze.session().stats().order().by() == Order.LAMPORT;
    }

    /**
     * The Lamport clock, and a lamp for each of the others under the map: bright when its permit is here, dark when it
     * is waited for, dim while this rat asks for nothing.
     */
    private void lamps(Canvas canvas, float top) {
        if (!byPermission() || over) return;
        OrderStats by = maze.session().stats().order();
        canvas.in(0.06f, 0.06f, 0.1f, 0.72f).box(MARGIN, top, Walls.width() * SQUARE + 8, LAMP + 12);
        for (int i = 0; i < by.others(); i++) {
            if (i < by.permits()) canvas.in(1, 0.84f, 0.3f, 1);
            else if (by.asking()) canvas.in(0.5f, 0.12f, 0.1f, 1);
            else canvas.in(0.36f, 0.33f, 0.25f, 1);
            canvas.box(MARGIN + 6 + i * (LAMP + 6), top + 6, LAMP, LAMP);
        }
        canvas.in(0.9f, 0.9f, 0.94f, 1)
                .text("clock " + by.clock(), left(Walls.width()) - 4, top + 3, LAMP + 4, Align.RIGHT);
    }

    private Hud.Row row(Peer who, Rat rat) {
        boolean orders = !byPermission()
                && maze.session().phase() == Session.Phase.PLAYING
                && maze.session().view().server().equals(who);
        return new Hud.Row(
                who.name(),
                orders ? "orders" : "",
                stage.colour(who),
                rat.score(),
                who.equals(maze.session().self()));
    }

    /** From above, a square a place; whoever looks at me is seen there first. */
    private void map() {
        Canvas canvas = shell.canvas();
        canvas.begin();
        float top = 40;
        canvas.in(0.06f, 0.06f, 0.1f, 0.72f).box(MARGIN, top, Walls.width() * SQUARE + 8, Walls.height() * SQUARE + 8);
        for (int y = 0; y < Walls.height(); y++)
            for (int x = 0; x < Walls.width(); x++)
                if (Walls.at(new Cell(x, y)))
                    canvas.in(0.78f, 0.80f, 0.86f, 0.9f).box(left(x), top + 4 + y * SQUARE, SQUARE - 1, SQUARE - 1);
        for (Map.Entry<Peer, Rat> each : maze.maze().rats().entrySet()) {
            Rat rat = each.getValue();
            float x = left(rat.at().x());
            float y = top + 4 + rat.at().y() * SQUARE;
            canvas.in(Palette.glaze(stage.colour(each.getKey())), 1).box(x, y, SQUARE - 1, SQUARE - 1);
            Cell nose = rat.at().towards(rat.heading());
            canvas.in(1, 1, 1, 1)
                    .box(
                            x + 3 + 3 * (nose.x() - rat.at().x()),
                            y + 3 + 3 * (nose.y() - rat.at().y()),
                            2,
                            2);
        }
        lamps(canvas, top + Walls.height() * SQUARE + 14);
        if (maze.rat() != null) aim(canvas);
        canvas.end();
    }

    private static float left(int x) {
        return MARGIN + 4 + x * SQUARE;
    }

    private void aim(Canvas canvas) {
        boolean sees = maze.maze().target(maze.rat()) != null;
        canvas.in(1, sees ? 0.3f : 1, sees ? 0.2f : 1, 0.9f)
                .text("+", canvas.width() / 2, canvas.height() / 2 - 14, 28, Align.CENTRE);
    }

    @Override
    public void key(int code) {
        switch (code) {
            case Input.Keys.UP, Input.Keys.W -> act(Act.FORWARD);
            case Input.Keys.DOWN, Input.Keys.S -> act(Act.BACK);
            case Input.Keys.LEFT, Input.Keys.A -> act(Act.LEFT);
            case Input.Keys.RIGHT, Input.Keys.D -> act(Act.RIGHT);
            case Input.Keys.SPACE -> act(Act.FIRE);
            case Input.Keys.V -> stage.changeView();
            case Input.Keys.ESCAPE -> Gdx.app.exit();
            default -> {}
        }
    }

    private void act(Act act) {
        if (over) return;
        maze.act(act);
        if (act == Act.FIRE) shell.sounds().thrown();
    }

    @Override
    public void typed(char character) {
        // Nothing is written here.
    }

    @Override
    public void leave() {
        maze.session().leave();
        rgs.shutdown();
    }

    // ---- what the session tells

    @Override
    public void shot(Peer who, Peer whom) {
        tell(who.name() + " hit " + whom.name());
        if (whom.equals(maze.session().self())) shell.sounds().hit();
    }

    @Override
    public void moved(Peer who, Move move, Maze after) {
        if (move.act() == Act.SPAWN) tell(who.name() + " is here");
    }

    @Override
    public void happened(Peer about, SessionEvent event) {
        if (event instanceof SessionEvent.Left e) tell(about.name() + " is gone (" + e.why() + ")");
        else if (event instanceof SessionEvent.Frozen) banner = "whoever gave the places is gone ...";
        else if (event instanceof SessionEvent.Resumed e) {
            banner = "";
            outage = about.name() + " gives the places; it stood still for "
                    + e.outage().total().toMillis() + " ms, and nothing is lost";
        } else if (event instanceof SessionEvent.Closed e) banner = "it is over: " + e.why() + " " + e.detail();
    }

    private void tell(String text) {
        news.add(new News(now, text));
        if (news.size() > NEWS_MAX) news.poll();
    }
}
