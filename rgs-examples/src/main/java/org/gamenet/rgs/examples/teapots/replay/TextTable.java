package org.gamenet.rgs.examples.teapots.replay;

import java.util.Arrays;
import org.gamenet.rgs.examples.teapots.screen.Scene;
import org.gamenet.rgs.examples.teapots.world.Rules;

/**
 * The table from above, in letters: a teapot is the first one of its player's name, with a mark where its spout points;
 * sugar is a star.
 */
final class TextTable {
    static final int WIDTH = 65;
    static final int HEIGHT = 25;

    private final char[][] cells = new char[HEIGHT][WIDTH];

    private TextTable() {
        for (char[] row : cells) Arrays.fill(row, ' ');
        for (int column = 0; column < WIDTH; column++) {
            cells[0][column] = '-';
            cells[HEIGHT - 1][column] = '-';
        }
        for (char[] row : cells) {
            row[0] = '|';
            row[WIDTH - 1] = '|';
        }
    }

    static String of(Scene scene) {
        TextTable table = new TextTable();
        for (Scene.Lump lump : scene.lumps()) if (lump.form() == Scene.Form.CUBE) table.put(lump.x(), lump.z(), '*');
        for (Scene.Pot pot : scene.pots()) {
            table.put(pot.x() + 1.4 * Math.cos(pot.heading()), pot.z() + 1.4 * Math.sin(pot.heading()), '\'');
            char letter = pot.name().isEmpty() ? '?' : pot.name().charAt(0);
            table.put(pot.x(), pot.z(), pot.mine() ? Character.toUpperCase(letter) : letter);
        }
        StringBuilder text = new StringBuilder();
        for (char[] row : table.cells) text.append(row).append('\n');
        return text.toString();
    }

    private void put(double x, double z, char what) {
        int column = (int) Math.round((x / Rules.HALF_TABLE + 1) / 2 * (WIDTH - 3)) + 1;
        int row = (int) Math.round((z / Rules.HALF_TABLE + 1) / 2 * (HEIGHT - 3)) + 1;
        cells[Math.max(1, Math.min(HEIGHT - 2, row))][Math.max(1, Math.min(WIDTH - 2, column))] = what;
    }
}
