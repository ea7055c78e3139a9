package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.server.Quotas;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DirectoryLoopTest {
    private static final DirectoryRequest REQUEST = new DirectoryRequest.Lookup("none-1");

    private final DirectoryLoop loop = new DirectoryLoop("loop-test", Quotas.standard(), 1, () -> {}, fault -> {});

    /** The other end of a line. */
    private static final class End implements DirectoryLoop.Peer {
        final CompletableFuture<DirectoryReply> answered = new CompletableFuture<>();
        final CompletableFuture<String> closed = new CompletableFuture<>();

        @Override
        public void answer(long requestId, DirectoryReply reply) {
            answered.complete(reply);
        }

        @Override
        public void push(DirectoryPush push) {}

        @Override
        public void close(String why) {
            closed.complete(why);
        }
    }

    @AfterEach
    void stop() {
        loop.stop();
    }

    private void does(Runnable task) throws Exception {
        loop.call(() -> {
                    task.run();
                    return true;
                })
                .get(30, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName("P13 N11 a step-down that is taken back costs nobody its line: what was asked meanwhile is "
            + "answered, who came meanwhile is let in")
    void keepsTheLines() throws Exception {
        End before = new End();
        End meanwhile = new End();
        does(() -> {
            loop.leads((number, command) -> {});
            loop.opened(1, "", before);
            loop.follows("a pause");
            loop.request(1, 7, REQUEST);
            loop.opened(2, "", meanwhile);
            loop.request(2, 8, REQUEST);
        });
        assertFalse(before.answered.isDone() || meanwhile.answered.isDone(), "nobody leads");
        does(() -> loop.leads((number, command) -> {}));
        for (End end : new End[] {before, meanwhile}) {
            assertInstanceOf(DirectoryReply.NoGame.class, end.answered.get(30, TimeUnit.SECONDS));
            assertFalse(end.closed.isDone());
        }
    }

    @Test
    @DisplayName("P13 N11 when another leads, or nobody for a second, the lines are closed and say why")
    void closesThemInTheEnd() throws Exception {
        End end = new End();
        long begun = System.nanoTime();
        does(() -> {
            loop.leads((number, command) -> {});
            loop.opened(1, "", end);
            loop.follows("this directory leads no more");
        });
        assertEquals("this directory leads no more", end.closed.get(30, TimeUnit.SECONDS));
        assertTrue(System.nanoTime() - begun >= 900_000_000L);
        End late = new End();
        does(() -> loop.opened(2, "", late));
        assertEquals("this directory is not ready", late.closed.get(30, TimeUnit.SECONDS));
    }
}
