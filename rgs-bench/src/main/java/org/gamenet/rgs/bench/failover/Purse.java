package org.gamenet.rgs.bench.failover;

/**
 * The coins that the server has taken from one player, kept such that a coin lost, doubled or out of place leaves a
 * trace for ever.
 *
 * @param coins how many
 * @param digest sum of a number drawn from each coin's; two histories of the same length have the same only if they
 *     have the same coins
 * @param last number of the last ordered coin
 * @param disorders how many ordered coins did not come after the last
 */
record Purse(long coins, long digest, int last, int disorders) {
    static final Purse EMPTY = new Purse(0, 0, 0, 0);

    /** With one more. */
    Purse with(Coin coin) {
        long sum = digest + mixed(coin.number());
        if (!coin.ordered()) return new Purse(coins + 1, sum, last, disorders);
        return new Purse(coins + 1, sum, coin.number(), disorders + (coin.number() > last ? 0 : 1));
    }

    /** Whether it holds the coins 1 to that number, each once, the ordered ones in order. */
    boolean holdsAll(int sent) {
        long sum = 0;
        for (int number = 1; number <= sent; number++) sum += mixed(number);
        return coins == sent && digest == sum && disorders == 0;
    }

    private static long mixed(int number) {
        long z = number * 0x9e3779b97f4a7c15L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}
