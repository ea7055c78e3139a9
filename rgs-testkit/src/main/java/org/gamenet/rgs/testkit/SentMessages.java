package org.gamenet.rgs.testkit;

import java.util.ArrayList;
import java.util.List;

/** The messages that a game has sent over a fake session, each as a receiver would see it. */
final class SentMessages {
    private final RecordCopies copies;
    private final List<FakeSession.Sent> sent = new ArrayList<>();

    SentMessages(RecordCopies copies) {
        this.copies = copies;
    }

    void keep(FakeSession.Sent one, boolean over) {
        if (one.message() == null) throw new IllegalArgumentException("no message: it is null");
        if (one.how() == null) throw new IllegalArgumentException("no delivery: how is null");
        if (over) throw new IllegalStateException("this session is over: nothing can be sent any more");
        sent.add(new FakeSession.Sent(copies.copy(one.message()), one.how(), one.to(), one.peer()));
    }

    List<FakeSession.Sent> all() {
        return List.copyOf(sent);
    }

    <T extends Record> List<T> of(Class<T> type) {
        return sent.stream()
                .map(FakeSession.Sent::message)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    void clear() {
        sent.clear();
    }
}
