package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OpenLinesTest {
    private final OpenLines lines = new OpenLines();
    private final List<Long> closed = new ArrayList<>();

    private void opens(long line, int proofs) {
        lines.open(line, "10.0.0.1", new DirectoryLoop.Peer() {
            @Override
            public void answer(long requestId, DirectoryReply reply) {}

            @Override
            public void push(DirectoryPush push) {}

            @Override
            public void close(String why) {
                closed.add(line);
            }
        });
        for (long member = 1; member <= proofs; member++) lines.prove(line, member);
    }

    private long known(long line) {
        List<Long> members = new ArrayList<>();
        lines.forEachProved((on, member) -> {
            if (on == line) members.add(member);
        });
        return members.size();
    }

    @Test
    @DisplayName("S15 a line on which more came and went than are remembered is made anew when a machine begins")
    void forgets() {
        opens(1, 1_024);
        opens(2, 9_000);
        lines.closeCrowded("a new machine");
        assertEquals(List.of(2L), closed);
        assertEquals(1_024, known(1));
        assertEquals(1_025, known(2));
    }
}
