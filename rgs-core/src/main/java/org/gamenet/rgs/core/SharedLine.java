package org.gamenet.rgs.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.gamenet.rgs.core.directory.client.DirectoryClient;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.port.DirectoryPort;
import org.gamenet.rgs.core.port.Keys;

/** One line per process, many sessions: each hears what is pushed until it closes its extension. */
final class SharedLine {
    private final List<Consumer<? super DirectoryPush>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicBoolean connected = new AtomicBoolean();

    DirectoryPort extension(DirectoryClient line) {
        List<Consumer<? super DirectoryPush>> mine = new ArrayList<>(1);
        List<Keys.Key> own = new CopyOnWriteArrayList<>();
        return new DirectoryPort() {
            @Override
            public void ask(DirectoryRequest request, Consumer<? super DirectoryReply> then) {
                line.ask(request, then);
            }

            @Override
            public void speaksFor(Keys.Key key) {
                own.add(key);
                line.speaksFor(key);
            }

            @Override
            public synchronized void listen(Consumer<? super DirectoryPush> pushes) {
                mine.add(pushes);
                listeners.add(pushes);
                if (connected.compareAndSet(false, true))
                    line.listen(push -> listeners.forEach(listener -> listener.accept(push)));
            }

            @Override
            public synchronized void close() {
                listeners.removeAll(mine);
                mine.clear();
                own.forEach(line::forgets);
            }
        };
    }
}
