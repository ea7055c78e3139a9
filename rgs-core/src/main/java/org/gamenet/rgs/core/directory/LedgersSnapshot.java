package org.gamenet.rgs.core.directory;

import java.util.List;

/**
 * All that the directory must not forget, as one record.
 *
 * @param nextOrder position of the next registration
 * @param games oldest first
 */
public record LedgersSnapshot(long nextOrder, List<GameRecord> games) {

    public LedgersSnapshot {
        games = List.copyOf(games);
    }
}
