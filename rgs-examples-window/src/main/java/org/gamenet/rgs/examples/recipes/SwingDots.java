package org.gamenet.rgs.examples.recipes;

import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import javax.swing.JFrame;
import javax.swing.JPanel;
import javax.swing.SwingUtilities;
import org.gamenet.rgs.Rgs;

/** Dots in Swing. One argument: a name. Wants a directory at localhost:7400. */
public final class SwingDots extends JPanel {
    private static final int SIZE = 400;
    private static final int DOT = 20;

    private final Dots game;

    private SwingDots(Rgs rgs) {
        game = new Dots(rgs.hostOrJoin(Dots.spec()));
        // All handlers run on Swing's own thread, and only when there is something to hand out.
        game.session().updateOn(task -> SwingUtilities.invokeLater(() -> { task.run(); repaint(); }));
        addMouseListener(new MouseAdapter() {
            @Override public void mousePressed(MouseEvent event) { game.move(event.getX() / (double) SIZE, event.getY() / (double) SIZE); }
        });
        setPreferredSize(new Dimension(SIZE, SIZE));
    }

    @Override protected void paintComponent(Graphics graphics) {
        super.paintComponent(graphics);
        graphics.drawString(game.session().phase() + " " + game.news(), 8, 16);
        game.dots().forEach((who, dot) -> {
            graphics.fillOval((int) (dot.x() * SIZE) - DOT / 2, (int) (dot.y() * SIZE) - DOT / 2, DOT, DOT);
            graphics.drawString(who.name(), (int) (dot.x() * SIZE) + DOT / 2, (int) (dot.y() * SIZE));
        });
    }

    /** Opens a window; the process ends with it. */
    public static void main(String[] args) {
        Rgs rgs = Dots.setUp(args[0]).start();
        SwingUtilities.invokeLater(() -> {
            JFrame frame = new JFrame("dots");
            frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
            frame.setContentPane(new SwingDots(rgs));
            frame.pack();
            frame.setVisible(true);
        });
    }
}
