package org.gamenet.rgs.core.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.core.wire.RecordShape.Kind;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Two processes compare what they mean before they talk. */
class SchemaTest {
    private static Schema of(RecordShape... shapes) {
        List<RecordShape> sorted = Arrays.stream(shapes)
                .sorted(java.util.Comparator.comparing(RecordShape::name))
                .toList();
        return new Schema(
                sorted.stream()
                        .filter(shape -> shape.kind() == Kind.RECORD)
                        .map(RecordShape::name)
                        .toList(),
                sorted);
    }

    private static RecordShape record(String name, String... parts) {
        return new RecordShape(name, Kind.RECORD, List.of(parts));
    }

    private static String difference(Schema here, Schema there) {
        assertNotEquals(here.hash(), there.hash());
        return here.firstDifference(there).orElseThrow();
    }

    @Test
    @DisplayName("the hash does not depend on the order of registration, but on everything else")
    void hashIsOfTheContent() {
        Records one = Records.of(Samples.World.class, Samples.Simple.class, Samples.Hit.class);
        Records same = Records.of(Samples.Hit.class, Samples.Simple.class, Samples.World.class);
        assertEquals(one.schemaHash(), same.schemaHash());
        assertEquals(Optional.empty(), one.schema().firstDifference(same.schema()));
        assertNotEquals(
                one.schemaHash(),
                Records.of(Samples.World.class, Samples.Simple.class).schemaHash());
        assertNotEquals(
                one.schemaHash(),
                Records.of(Samples.World.class, Samples.Simple.class, Samples.Hit.class, Samples.Cube.class)
                        .schemaHash());
    }

    @Test
    void theHashIsTheSameOnEveryMachine() {
        assertEquals(
                -8157408707925461822L,
                of(record("game.Teapot", "x:float", "score:int")).hash());
    }

    @Test
    @DisplayName("a component of another type is named, with both types")
    void namesTheType() {
        assertEquals(
                "records differ: Teapot.score is int here, long there",
                difference(
                        of(record("game.Teapot", "x:float", "score:int")),
                        of(record("game.Teapot", "x:float", "score:long"))));
        assertEquals(
                "records differ: World.pots is List<Pot> here, Map<Peer,Pot> there",
                difference(
                        of(record("g.World", "pots:List<g.World$Pot>")),
                        of(record("g.World", "pots:Map<Peer,g.World$Pot>"))));
        assertEquals(
                "records differ: World.pot is a.Pot here, b.Pot there",
                difference(of(record("g.World", "pot:a.Pot")), of(record("g.World", "pot:b.Pot"))));
    }

    @Test
    @DisplayName("a component that one side does not have, or has elsewhere, is named")
    void namesTheComponent() {
        Schema xy = of(record("g.P", "x:int", "y:int"));
        assertEquals("records differ: P.y is unknown there", difference(xy, of(record("g.P", "x:int"))));
        assertEquals(
                "records differ: P.z is unknown here", difference(xy, of(record("g.P", "x:int", "y:int", "z:int"))));
        assertEquals(
                "records differ: P.z is unknown here", difference(xy, of(record("g.P", "z:int", "x:int", "y:int"))));
        assertEquals(
                "records differ: P.x is number 1 here, 2 there", difference(xy, of(record("g.P", "y:int", "x:int"))));
    }

    @Test
    @DisplayName("a record that one side does not know is named, after all components that differ")
    void namesTheRecord() {
        Schema one = of(record("g.Foo"), record("g.Teapot", "score:int"));
        assertEquals("record Foo is unknown there", difference(one, of(record("g.Teapot", "score:int"))));
        assertEquals("record Foo is unknown here", difference(of(record("g.Teapot", "score:int")), one));
        assertEquals(
                "records differ: Teapot.score is int here, long there",
                difference(one, of(record("g.Teapot", "score:long"))));
    }

    @Test
    void namesEnumsInterfacesAndKinds() {
        Schema rgb = of(new RecordShape("g.Colour", Kind.ENUM, List.of("RED", "GREEN")));
        assertEquals(
                "enums differ: Colour.GREEN is unknown there",
                difference(rgb, of(new RecordShape("g.Colour", Kind.ENUM, List.of("RED")))));
        assertEquals("Colour is an enum here, a record there", difference(rgb, of(record("g.Colour", "r:int"))));
        Schema events = of(new RecordShape("g.Event", Kind.SEALED, List.of("g.Event$Boom", "g.Event$Hit")));
        assertEquals(
                "interfaces differ: Event.Boom is unknown there",
                difference(events, of(new RecordShape("g.Event", Kind.SEALED, List.of("g.Event$Hit")))));
    }

    @Test
    void namesARecordThatIsOnlyAPart() {
        Schema both = Records.of(Samples.World.class, Samples.Pot.class).schema();
        Schema one = Records.of(Samples.World.class).schema();
        assertEquals("record Pot is no message there, only a part of one", difference(both, one));
        assertEquals("record Pot is no message here, only a part of one", difference(one, both));
    }

    @Test
    void readsRealRecords() {
        Schema schema = Records.of(Samples.Containers.class).schema();
        String outer = Samples.class.getName() + "$";
        RecordShape shape = schema.shapes().stream()
                .filter(each -> each.name().equals(outer + "Containers"))
                .findFirst()
                .orElseThrow();
        assertEquals(
                "scores:Map<Peer," + outer + "Pair<String,List<Integer>>>",
                shape.parts().get(1));
        assertTrue(schema.shapes()
                .contains(new RecordShape(outer + "Colour", Kind.ENUM, List.of("RED", "GREEN", "BLUE"))));
    }

    @Test
    void travels() {
        Schema schema = Samples.RECORDS.schema();
        assertEquals(schema, Schema.decode(ByteBuffer.wrap(schema.encode())));
        assertThrows(
                MalformedException.class,
                () -> Schema.decode(ByteBuffer.wrap(schema.encode()).limit(100)));
    }
}
