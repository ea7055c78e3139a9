/** The types of RGS that a game sees. */
module org.gamenet.rgs {
    requires java.naming;
    requires static org.jspecify;

    exports org.gamenet.rgs;
    exports org.gamenet.rgs.motion;
    exports org.gamenet.rgs.spi;

    uses org.gamenet.rgs.Rgs.Provider;
}
