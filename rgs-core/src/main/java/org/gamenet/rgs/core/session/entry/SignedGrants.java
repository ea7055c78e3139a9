package org.gamenet.rgs.core.session.entry;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GrantText;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.port.DirectoryPort;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.PendingCollect;
import org.jspecify.annotations.Nullable;

/**
 * The texts that the directory has signed (P36): the grants of this member, which it shows to others, and whether a
 * grant that somebody shows is the directory's. On the wire a byte that says whether the holder's place is signed too,
 * and the signature. Worker's thread only.
 */
public final class SignedGrants {
    /** The epoch that is served, one that is claimed, and some that came to nothing. */
    private static final int KEPT = 4;

    private final DirectoryAccess access;
    private final DirectoryPort directory;
    private final BooleanSupplier away;
    private final Map<Epoch, Payload> mine = new LinkedHashMap<>();
    /** Of those the ones that were signed on the line that stands: an older one another key may have signed. */
    private final Set<Epoch> fresh = new HashSet<>();

    /** The last advertisement of a later epoch that was handed on. */
    private Optional<Message.Collect> advertised = Optional.empty();

    private String game = "";

    SignedGrants(DirectoryAccess access, DirectoryPort directory, BooleanSupplier away) {
        this.access = access;
        this.directory = directory;
        this.away = away;
    }

    void game(String id) {
        if (!id.equals(game)) forget();
        game = id;
    }

    private void forget() {
        mine.clear();
        fresh.clear();
    }

    /** There is a new line, perhaps to a directory with another key. */
    void lineUp() {
        fresh.clear();
    }

    /** I hold that epoch: the directory is to sign it, if it signs, and has not yet. */
    void want(Epoch epoch) {
        if (!access.arbitrates() || !directory.signs() || fresh.contains(epoch)) return;
        access.ask(new DirectoryRequest.SignGrant(game, epoch), reply -> {
            if (reply instanceof DirectoryReply.GrantSigned signed
                    && signed.signature().size() > 0) keep(signed);
        });
    }

    private void keep(DirectoryReply.GrantSigned signed) {
        byte[] signature = signed.signature().bytes();
        byte[] shown = new byte[1 + signature.length];
        shown[0] = (byte) (signed.placed() ? 1 : 0);
        System.arraycopy(signature, 0, shown, 1, signature.length);
        mine.put(signed.epoch(), new Payload(shown));
        fresh.add(signed.epoch());
        while (mine.size() > KEPT) {
            Epoch oldest = mine.keySet().iterator().next();
            mine.remove(oldest);
            fresh.remove(oldest);
        }
    }

    /** The message with the grant that it is to show. */
    public Message shown(Message message) {
        if (message instanceof Message.Collect ad) return mine.containsKey(ad.epoch()) ? ad.with(of(ad)) : ad;
        if (message instanceof Message.InitialAck ack) return mine.containsKey(ack.about()) ? ack.with(of(ack)) : ack;
        if (message instanceof Message.Stale s) return mine.containsKey(s.promise()) ? s.with(of(s)) : s;
        return message;
    }

    private Payload of(Message message) {
        return mine.getOrDefault(message.about(), Payload.EMPTY);
    }

    /** Whether the directory signs grants and cannot be asked: only what it has signed will do. */
    private boolean areNeeded() {
        return access.arbitrates() && directory.signs() && away.getAsBoolean();
    }

    /**
     * A member that cannot ask the directory hears of a later epoch only from one that shows that it was granted. A
     * holder that it has answered is heard.
     */
    public boolean mayBeHeard(Message.Collect ad, @Nullable MemberState at) {
        if (at == null || ad.epoch().number() <= at.promise().number()) return true;
        if (!isBelieved(ad)) return false;
        advertised = Optional.of(ad);
        return true;
    }

    /** Whether this, which waits for the directory's word, shows nothing that stands for it. */
    boolean isToBeAsked(PendingCollect call) {
        return areNeeded()
                && advertised
                        .filter(ad ->
                                ad.epoch().equals(call.epoch()) && ad.holder().equals(call.holder()) && isBelieved(ad))
                        .isEmpty();
    }

    /**
     * Whether this, which says that somebody else was granted a later epoch, need not be asked about: it shows the
     * directory's signature, or there is none that signs.
     *
     * @param place where who says it listens, if the transport knows
     */
    public boolean isProved(Message message, MemberId from, @Nullable Endpoint place) {
        if (!access.arbitrates() || !directory.signs()) return true;
        if (message instanceof Message.Collect ad && ad.holder().id().equals(from))
            return isGranted(ad.epoch(), from, Optional.of(ad.holder().endpoint()), ad.grant());
        return message instanceof Message.Stale stale
                && isGranted(stale.promise(), from, Optional.ofNullable(place), stale.grant());
    }

    /** Whether this advertisement shows that its epoch was granted to whoever says so, or need not. */
    boolean isBelieved(Message.Collect ad) {
        return !areNeeded()
                || isGranted(
                        ad.epoch(), ad.holder().id(), Optional.of(ad.holder().endpoint()), ad.grant());
    }

    /** Whether the directory has signed that this epoch is that member's, who listens there. */
    boolean isGranted(Epoch epoch, MemberId holder, Optional<Endpoint> place, Payload grant) {
        if (!directory.signs()) return true;
        byte[] shown = grant.bytes();
        if (shown.length < 2) return false;
        boolean placed = shown[0] == 1;
        if (placed && place.isEmpty()) return false;
        byte[] text = GrantText.of(game, epoch, holder, placed ? place : Optional.empty());
        return directory.hasSigned(text, Arrays.copyOfRange(shown, 1, shown.length));
    }
}
