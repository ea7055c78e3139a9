package org.gamenet.rgs.examples.teapots.drill;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportLineTest {

    static List<Report> reports() {
        return List.of(
                new Report.Self(1, "ann#1"),
                new Report.Shown(
                        2,
                        77,
                        Map.of("ann#1", new Report.Pot(1.0 / 3, -2e-17, 4, 5), "bob#2", new Report.Pot(0, 0, 0, 0))),
                new Report.Shown(2, 0, Map.of()),
                new Report.Asked(3, 9),
                new Report.Joined(4, "bob#2"),
                new Report.Away(13, "bob#2"),
                new Report.Back(14, "bob#2"),
                new Report.Seat(15, "token"),
                new Report.Refused(16, "handover", "it is lost"),
                new Report.Left(5, "bob#2", "CRASHED"),
                new Report.Frozen(6, "its socket was closed"),
                new Report.Resumed(
                        7, 2, "10.0.0.1:5#3", List.of("ann#1", "bob#2"), new Report.Spent(1.5, 2, 3, 4), 12.25),
                new Report.Resumed(7, 2, "s#3", List.of(), new Report.Spent(0, 0, 0, 0), 0),
                new Report.Role(8, "ACTIVE_ALONE"),
                new Report.Restored(9, 1234, 4),
                new Report.Closed(10, "CUT_OFF", "come back"),
                new Report.Status(11, "PLAYING", "IDLE", 3, 0.25, Double.NaN),
                new Report.Logged(12, "INFO", "org.gamenet.rgs.failover", "claim epoch 2 · granted"));
    }

    @ParameterizedTest
    @MethodSource("reports")
    void comesBackAsItWas(Report report) {
        assertEquals(Optional.of(report), ReportLine.parse(ReportLine.format(report)));
    }

    @Test
    void knowsEveryKind() {
        Set<Class<?>> tried = reports().stream().map(Object::getClass).collect(Collectors.toSet());
        Set<Class<?>> all = Stream.of(Report.class.getPermittedSubclasses()).collect(Collectors.toSet());
        assertEquals(all, tried);
    }

    @Test
    void keepsToOneLineWhateverIsInIt() {
        assertEquals("FROZEN\t1\ta b c", ReportLine.format(new Report.Frozen(1, "a\tb\r\nc")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hello",
                "SHOWN",
                "SHOWN\tx\t1\t",
                "SHOWN\t1\t2\tann",
                "SHOWN\t1\t2\tann=1:2:3",
                "RESUMED\t1\t2\ts\ta\t1\t2\t3"
            })
    void isNothingIfItIsNoReport(String line) {
        assertEquals(Optional.empty(), ReportLine.parse(line));
    }
}
