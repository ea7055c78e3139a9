package org.gamenet.rgs.core.reconfiguration;

/**
 * A primary's right to act now.
 *
 * @param mayAct whether it may stamp and serve (P18)
 * @param disputed whether it has heard of a higher epoch, and asks the arbiter (P21)
 */
record Mandate(boolean mayAct, boolean disputed) {

    static final Mandate FULL = new Mandate(true, false);

    boolean holds() {
        return mayAct && !disputed;
    }

    Mandate acting(boolean may) {
        return new Mandate(may, disputed);
    }

    Mandate disputed(boolean now) {
        return new Mandate(mayAct, now);
    }
}
