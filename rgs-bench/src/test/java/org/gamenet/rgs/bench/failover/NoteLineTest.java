package org.gamenet.rgs.bench.failover;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NoteLineTest {
    private static final List<Note> ONE_OF_EACH = List.of(
            new Note.Self(1, "a"),
            new Note.Joined(2, "a", true),
            new Note.Left(3, "a", "CRASHED"),
            new Note.Seat(37, "token", "game"),
            new Note.Away(38, "a"),
            new Note.Back(39, "a"),
            new Note.Frozen(4, 5, 6, "its process is gone"),
            new Note.Restored(7, 8, 9, 10),
            new Note.Serves(11, true),
            new Note.Backs(34, true),
            new Note.Backed(40, "b"),
            new Note.Gap(35, 36),
            new Note.Refused(39, "handover", "it is lost"),
            new Note.Resumed(12, 2, "b", 13, 14, 15, 16, -17),
            new Note.Shown(18, "b", 19, 20, 21),
            new Note.Closed(22, "ENDED", ""),
            new Note.Late(19, 20, 21),
            new Note.Tally(23, "PLAYING", 2, "a,b", 24, 25, 26, 27, 28),
            new Note.Counted(29, "a", 30, Long.MIN_VALUE, 31, 32),
            new Note.Told(33));

    @Test
    void comesBackAsItWas() {
        Set<Class<?>> kinds = ONE_OF_EACH.stream().map(Object::getClass).collect(Collectors.toSet());
        assertEquals(Set.of(Note.class.getPermittedSubclasses()), kinds);
        for (Note note : ONE_OF_EACH) {
            NoteLine line = new NoteLine("p1", note);
            assertEquals(Optional.of(line), NoteLine.parse(line.format()));
        }
    }

    @Test
    void staysOneLineWhateverTheTextHolds() {
        Note.Closed told = new Note.Closed(1, "NETWORK", "two\nlines\tand a tab");
        assertEquals(
                Optional.of(new NoteLine("p1", new Note.Closed(1, "NETWORK", "two lines and a tab"))),
                NoteLine.parse(new NoteLine("p1", told).format()));
    }

    @Test
    void knowsWhatIsNoNote() {
        Stream.of(
                        "",
                        "p1",
                        "p1\tNonsense\t1",
                        "p1\tTold",
                        "p1\tTold\t1\t2",
                        "p1\tTold\tsoon",
                        "OpenJDK warns of something")
                .forEach(line -> assertEquals(Optional.empty(), NoteLine.parse(line)));
    }
}
