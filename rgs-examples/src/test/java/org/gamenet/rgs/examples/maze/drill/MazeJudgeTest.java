package org.gamenet.rgs.examples.maze.drill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The judge lets a good game pass and finds each fault that is planted. */
class MazeJudgeTest {
    private static final long ANN = 7;
    private static final long BOB = -9;

    /** Three moves of Ann and two of Bob, and how it ended. */
    private static List<MazeLine> good(long self, int sent) {
        return new ArrayList<>(List.of(
                new MazeLine.Applied(1, ANN, 1, "SPAWN"),
                new MazeLine.Applied(2, BOB, 1, "SPAWN"),
                new MazeLine.Applied(3, ANN, 2, "LEFT"),
                new MazeLine.Applied(4, BOB, 2, "FIRE"),
                new MazeLine.Applied(5, ANN, 3, "FORWARD"),
                new MazeLine.MazeStatus(self, 2, 5, 99, 0),
                new MazeLine.Result(sent, "7:1,-9:-1", 10, 20, 400)));
    }

    private final List<MazeLine> ann = good(ANN, 3);
    private final List<MazeLine> bob = good(BOB, 2);

    private List<String> faults() {
        return MazeJudge.faults(List.of(new MazeJudge.Story("ann", ann), new MazeJudge.Story("bob", bob)));
    }

    private void finds(String fault) {
        List<String> found = faults();
        assertTrue(found.stream().anyMatch(f -> f.contains(fault)), found::toString);
    }

    @Test
    @DisplayName("nothing is wrong with a good game, though one of them came late")
    void passes() {
        assertEquals(List.of(), faults());
        bob.set(0, new MazeLine.Restored(1));
        assertEquals(List.of(), faults());
    }

    @Test
    @DisplayName("the same place, another move")
    void swapped() {
        bob.set(2, new MazeLine.Applied(3, BOB, 2, "FIRE"));
        bob.set(3, new MazeLine.Applied(4, ANN, 2, "LEFT"));
        finds("place 3");
    }

    @Test
    @DisplayName("a move twice, and one that is lost, though all agree")
    void doubledAndLost() {
        for (List<MazeLine> each : List.of(ann, bob)) each.set(4, new MazeLine.Applied(5, ANN, 2, "LEFT"));
        finds("move 2 of 7 comes after its move 2");
        finds("ann's moves [3] are lost");
    }

    @Test
    @DisplayName("other scores, or another digest, at the end")
    void ends() {
        bob.set(6, new MazeLine.Result(2, "7:2,-9:-2", 10, 20, 400));
        finds("scores differ");
        bob.set(5, new MazeLine.MazeStatus(BOB, 2, 5, 98, 0));
        finds("what was applied differs");
    }

    @Test
    @DisplayName("what a peer applied that was left behind does not count, once it has the maze of the others")
    void leftBehind() {
        bob.add(3, new MazeLine.Applied(4, BOB, 2, "LEFT"));
        bob.add(4, new MazeLine.Restored(3));
        assertEquals(List.of(), faults());
    }

    @Test
    @DisplayName("every line is read as it was written")
    void lines() {
        for (MazeLine line : List.of(
                new MazeLine.Applied(1, -2, 3, "FIRE"),
                new MazeLine.Restored(4),
                new MazeLine.Orders(true),
                new MazeLine.Resumed(5),
                new MazeLine.MazeStatus(6, 7, 8, -9, 1),
                new MazeLine.Row(3, "# #  ann"),
                new MazeLine.Dies("ASKING"),
                new MazeLine.Closed("CUT_OFF"),
                new MazeLine.Result(1, "2:3", 4, 5, 1_000)))
            assertEquals(Optional.of(line), MazeLine.parse(MazeLine.format(line)));
        assertEquals(Optional.empty(), MazeLine.parse("LOGGED 1 2"));
    }
}
