package org.gamenet.rgs.directory;

import java.util.List;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryWire;
import org.gamenet.rgs.core.directory.protocol.GameEntry;

/** A reply as bytes. */
final class ReplyBody {

    private ReplyBody() {}

    /**
     * A page of games that is too long for a frame is cut, the rest follows on the next page; any other answer that is
     * too long is a refusal.
     */
    static byte[] of(DirectoryReply reply) {
        DirectoryReply shorter = reply;
        while (true) {
            try {
                return DirectoryWire.encode(shorter);
            } catch (IllegalArgumentException tooLong) {
                if (!(shorter instanceof DirectoryReply.Games page)
                        || page.games().size() < 2) {
                    return DirectoryWire.encode(new DirectoryReply.Refused(
                            Reason.INTERNAL, "the answer does not fit a frame: " + tooLong.getMessage()));
                }
                List<GameEntry> games = page.games();
                shorter = new DirectoryReply.Games(List.copyOf(games.subList(0, games.size() / 2)));
            }
        }
    }
}
