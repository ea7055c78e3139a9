/** The types and settings by which a game uses RGS. */
module org.gamenet.rgs {
    requires java.naming;
    requires static org.jspecify;

    exports org.gamenet.rgs;
    exports org.gamenet.rgs.motion;
    exports org.gamenet.rgs.spi;

    uses org.gamenet.rgs.Rgs.Provider;
}
