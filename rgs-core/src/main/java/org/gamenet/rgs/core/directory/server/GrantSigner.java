package org.gamenet.rgs.core.directory.server;

/** Signs with the directory's own key. The same text gives the same signature. */
public interface GrantSigner {

    /** Signs nothing: a directory that nobody else hears of. */
    GrantSigner NONE = text -> new byte[0];

    /** The signature of that text; empty if there is no key. */
    byte[] sign(byte[] text);
}
