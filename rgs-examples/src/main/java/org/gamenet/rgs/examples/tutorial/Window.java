package org.gamenet.rgs.examples.tutorial;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.util.function.Consumer;
import javax.swing.JFrame;
import javax.swing.JPanel;
import javax.swing.Timer;
import org.gamenet.rgs.Peer;

/** Draws an arena and hears the arrow keys. It knows nothing of networks. */
public final class Window extends JPanel {
    private static final long serialVersionUID = 1;
    private static final int TILE = 40;

    private final transient Arena arena;
    private final transient Consumer<Arena.Step> keys;
    private String caption = "";

    public Window(Arena arena, Consumer<Arena.Step> keys) {
        this.arena = arena;
        this.keys = keys;
        setPreferredSize(new Dimension(Arena.WIDE * TILE, Arena.HIGH * TILE));
        setFocusable(true);
        addKeyListener(new KeyAdapter() {
            @Override public void keyPressed(KeyEvent event) { pressed(event.getKeyCode()); }
        });
    }

    void pressed(int key) {
        if (key == KeyEvent.VK_LEFT) keys.accept(new Arena.Step(-1, 0));
        if (key == KeyEvent.VK_RIGHT) keys.accept(new Arena.Step(1, 0));
        if (key == KeyEvent.VK_UP) keys.accept(new Arena.Step(0, -1));
        if (key == KeyEvent.VK_DOWN) keys.accept(new Arena.Step(0, 1));
    }

    /** The text across the picture; none, if empty. */
    public void caption(String text) { caption = text; }

    @Override protected void paintComponent(Graphics g) {
        super.paintComponent(g);
        Arena.Floor floor = arena.floor();
        floor.paint().forEach((spot, who) -> {
            g.setColor(colour(who));
            g.fillRect(spot.x() * TILE, spot.y() * TILE, TILE, TILE);
        });
        g.setColor(Color.BLACK);
        floor.players().forEach((who, spot) -> {
            g.drawOval(spot.x() * TILE + 4, spot.y() * TILE + 4, TILE - 8, TILE - 8);
            g.drawString(who.name() + " " + arena.tiles(who), spot.x() * TILE + 4, spot.y() * TILE + TILE / 2);
        });
        g.drawString(caption, TILE, TILE / 2);
    }

    /** Made of the id, which stays the same whoever comes or goes. */
    private static Color colour(Peer who) { return Color.getHSBColor((who.id() & 0xff) / 256f, 0.55f, 1); }

    /** On the screen; {@code frame} runs sixty times a second, on Swing's thread, as the keys do. */
    public void open(String title, Runnable frame) {
        JFrame outer = new JFrame(title);
        outer.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
        outer.add(this);
        outer.pack();
        outer.setVisible(true);
        new Timer(16, tick -> {
            frame.run();
            repaint();
        }).start();
    }
}
