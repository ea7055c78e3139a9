package org.gamenet.rgs.examples.teapots.world;

/** Throw a lump of sugar, if the bowl has one. */
public record Fire() implements Command {

    @Override
    public boolean mustArrive() {
        return true;
    }
}
