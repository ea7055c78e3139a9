package org.gamenet.rgs.examples.teapots.world;

/**
 * One player's teapot.
 *
 * @param body where it is
 * @param steer what its player last asked for
 * @param bowl its sugar
 * @param score hits that its sugar has made; never falls
 * @param hits hits that it took; never falls
 * @param asked how often it was told to fire, the bowl empty or not; never falls
 * @param glaze its colour, which no other one on the table has while there are enough of them: the same for every
 *     viewer, in a replay too
 */
public record Teapot(Body body, Steer steer, Bowl bowl, int score, int hits, int asked, int glaze) {

    static Teapot seated(int seat, int glaze) {
        return new Teapot(Body.seated(seat), Steer.NONE, Bowl.FULL, 0, 0, 0, glaze);
    }

    /** Where it is, across. */
    public double x() {
        return body.x();
    }

    /** Where it is, along. */
    public double z() {
        return body.z();
    }

    /** The same with another score: for those who tamper with one on purpose. */
    public Teapot withScore(int points) {
        return new Teapot(body, steer, bowl, points, hits, asked, glaze);
    }

    Teapot moved() {
        return new Teapot(body.moved(steer), steer, bowl.refilled(), score, hits, asked, glaze);
    }

    Teapot bumped(Teapot other) {
        return new Teapot(body.bumped(other.body), steer, bowl, score, hits, asked, glaze);
    }

    Teapot steered(Steer to) {
        return new Teapot(body, to, bowl, score, hits, asked, glaze);
    }

    Teapot told() {
        return new Teapot(body, steer, bowl, score, hits, asked + 1, glaze);
    }

    Teapot fed() {
        return new Teapot(body, steer, bowl.given(), score, hits, asked, glaze);
    }

    Teapot emptied(int lumps) {
        return new Teapot(body, steer, bowl.taken(lumps), score, hits, asked, glaze);
    }

    Teapot scored() {
        return withScore(score + 1);
    }

    Teapot struck(double px, double pz) {
        return new Teapot(body.knocked(px, pz), steer, bowl, score, hits + 1, asked, glaze);
    }
}
