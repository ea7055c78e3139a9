package org.gamenet.rgs.examples.teapots.world;

/** Throw a whole loaf of sugar, if the bowl has as much. */
public record Lob() implements Command {

    @Override
    public boolean mustArrive() {
        return true;
    }
}
