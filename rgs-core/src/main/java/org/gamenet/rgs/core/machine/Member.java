package org.gamenet.rgs.core.machine;

/**
 * An entry of the roster.
 *
 * @param id its identity
 * @param name for display
 * @param kind its kind: player, spare and so on
 * @param endpoint where its process listens
 * @param tokenHash hash of the secret by which it may come back as the same peer (P27)
 */
public record Member(
        MemberId id, @Text.Within(Text.NAME_BYTES) String name, Kind kind, Endpoint endpoint, long tokenHash) {

    @Override
    public String toString() {
        return name + "#" + id;
    }
}
