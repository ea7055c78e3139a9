package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every rule and every guard is tried by taking it away: then something must break. {@link Mutants} says what. */
@Tag("mutants")
class MutantTest {

    private static final int WALKS = Integer.getInteger("rgs.mutant.walks", 250);
    private static final int STATES = Integer.getInteger("rgs.mutant.states", 20_000);
    private static final int LAST_RULE = 45;
    private static final int FIRST_WITHOUT_A_DIRECTORY = 55;
    private static final int LAST_OF_DURABILITY = 75;
    /** So many guards were missed by {@code steps.txt} or {@code totality.txt} alone when those stopped to count. */
    private static final int ONLY_GOLDEN_MOST = 110;

    @TestFactory
    @Tag("HG3")
    @Tag("HG7")
    @Tag("HG10")
    @Tag("HG11")
    @Tag("HG13")
    @Tag("HG17")
    @Tag("HG19")
    @Tag("HG20")
    @Tag("HG23")
    @Tag("HG24")
    @Tag("HG25")
    @Tag("HG26")
    @Tag("HG28")
    @Tag("HG31")
    @Tag("HG34")
    @Tag("HG39")
    @DisplayName("every rule has a trace, a walk or a search that fails without it")
    Stream<DynamicTest> killsEveryMutant() {
        return Mutants.ALL.stream()
                .map(m -> DynamicTest.dynamicTest(
                        m.rule(),
                        () -> assertFalse(
                                Hunt.broken(broken(m).hunted(m.found(), WALKS, STATES))
                                        .isEmpty(),
                                "survives: " + m)));
    }

    @Test
    @DisplayName("every rule up to P45, and P55 to P75, has a mutant, or a reason why it is tried elsewhere")
    void leavesNoRuleOut() {
        Set<Integer> missing = new TreeSet<>();
        for (int n = 1; n <= LAST_RULE; n++) missing.add(n);
        for (int n = FIRST_WITHOUT_A_DIRECTORY; n <= LAST_OF_DURABILITY; n++) missing.add(n);
        for (Mutants.Mutant m : Mutants.ALL) {
            Matcher rule = Pattern.compile("\\bP(\\d+)\\b").matcher(m.rule());
            while (rule.find()) missing.remove(Integer.valueOf(rule.group(1)));
        }
        for (String rule : Mutants.ELSEWHERE.keySet()) missing.remove(Integer.valueOf(rule.substring(1)));
        assertEquals(Set.of(), missing);
    }

    @Test
    @DisplayName("every guard of the machines is in the table of what breaks without it")
    void leavesNoGuardOut() throws IOException {
        Map<String, String> table = GuardTable.read();
        List<String> guards = Guards.all().stream().map(Guards.Guard::key).toList();
        assertTrue(guards.size() > 200, "sources not found");
        assertEquals(Set.of(), less(guards, table.keySet()), "new guards: run GuardTable, and read what survives");
        assertEquals(Set.of(), less(table.keySet(), guards), "gone: run GuardTable");
        long golden =
                table.values().stream().filter(GuardTable.ONLY_GOLDEN::equals).count();
        assertTrue(golden <= ONLY_GOLDEN_MOST, golden + " guards are missed by nothing that is asserted");
    }

    @Test
    @Tag("proof")
    @DisplayName(
            "every guard of the machines is missed in the way that the table says, and those that nothing can miss are not")
    void findsEveryGuard() throws IOException, ReflectiveOperationException {
        assertEquals(List.of(), GuardTable.lies(1_500, 4_000));
    }

    private static Set<String> less(Iterable<String> all, Iterable<String> known) {
        Set<String> rest = new TreeSet<>();
        all.forEach(rest::add);
        known.forEach(rest::remove);
        return rest;
    }

    static Mutation broken(Mutants.Mutant mutant) throws IOException, Mutation.Stillborn {
        return Mutation.of(Edit.all(mutant.edits(), Guards.texts()));
    }
}
