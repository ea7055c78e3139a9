package org.gamenet.rgs.core.session.game;

/**
 * The calls of an inbox.
 *
 * @param waiting something waits for the application
 * @param relief a sender's share has room again
 */
public record InboxHooks(Runnable waiting, Runnable relief) implements Inbox.Hooks {

    @Override
    public void waits() {
        waiting.run();
    }

    @Override
    public void relieved() {
        relief.run();
    }
}
