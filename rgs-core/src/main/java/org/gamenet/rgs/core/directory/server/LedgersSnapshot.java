package org.gamenet.rgs.core.directory.server;

import java.util.List;

/**
 * All that the directory must not forget, as one record.
 *
 * @param mark of this directory (P14); 0 before the first entry of its log
 * @param nextOrder position of the next registration
 * @param games oldest first
 */
public record LedgersSnapshot(int mark, long nextOrder, List<GameRecord> games) {

    public LedgersSnapshot {
        games = List.copyOf(games);
    }
}
