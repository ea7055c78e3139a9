package org.gamenet.rgs.spi;

import java.util.ServiceLoader;
import org.gamenet.rgs.Rgs;

/**
 * The implementation that the static methods of the API lead to; {@link ServiceLoader} finds it. No game has a reason
 * to call it. Any thread.
 *
 * @since 0.1
 */
public interface RgsProvider {

    /**
     * The implementation on this class path, of which there is one.
     *
     * @throws IllegalStateException if there is none; the message names the dependency to add
     */
    static RgsProvider installed() {
        return ServiceLoader.load(RgsProvider.class, RgsProvider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "no implementation of RGS found: add org.gamenet:rgs-core to the class path"));
    }

    /** A set-up to be filled in, for a process that plays this kind of game. */
    Rgs.Builder game(String kind);
}
