package org.gamenet.rgs.examples.teapots.screen;

import java.util.List;

/**
 * The texts around the table in one frame.
 *
 * @param game which game, who serves it, and who would be next
 * @param gauges what is measured
 * @param rows who plays, the best first
 * @param news what was said and what happened, the oldest first
 * @param banner what must be read before all else; empty if nothing
 * @param outage how the last change of server went; empty once that is old news
 * @param round which round it is, and how it stands
 * @param sugar lumps in the viewer's bowl; -1 if there is none
 * @param keys which keys do what
 */
public record Hud(
        String game,
        String gauges,
        List<Row> rows,
        List<String> news,
        String banner,
        String outage,
        String round,
        int sugar,
        String keys) {
    /** Keeps copies. */
    public Hud {
        rows = List.copyOf(rows);
        news = List.copyOf(news);
    }

    /**
     * A line of the table of players.
     *
     * @param name who
     * @param role what that one does for the game besides playing; empty if nothing
     * @param colour an index into {@link Palette}; -1 without a teapot
     * @param score hits made in this round
     * @param mine whether it is the viewer
     */
    public record Row(String name, String role, int colour, int score, boolean mine) {}
}
