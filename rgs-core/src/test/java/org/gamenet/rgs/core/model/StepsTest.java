package org.gamenet.rgs.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class StepsTest {

    @Test
    @DisplayName("what comes of each event in each state is what model/steps.txt says")
    void isAsWritten() throws IOException {
        if (Boolean.getBoolean("rgs.rewrite"))
            Files.writeString(Path.of("src/test/resources/model/steps.txt"), Steps.text(Steps.seen()));
        else assertEquals(Optional.empty(), Steps.differ(), "rewrite it with -Drgs.rewrite=true, and read it");
    }

    @TestFactory
    @DisplayName("HG20 no kept history breaks anything any more")
    Stream<DynamicTest> replaysEveryScenario() {
        List<String> kept = Scenario.kept();
        return kept.stream()
                .map(name -> DynamicTest.dynamicTest(
                        name, () -> assertEquals(Optional.empty(), Scenario.replay(Scenario.read(name)))));
    }
}
