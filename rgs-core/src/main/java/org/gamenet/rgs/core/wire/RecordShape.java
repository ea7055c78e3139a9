package org.gamenet.rgs.core.wire;

import java.util.List;

/**
 * The look of one type of the messages on the wire.
 *
 * @param name its full name, with type arguments
 * @param kind kind of the record
 * @param parts of a record its components, {@code score:int}; of an enum its constants; of a sealed interface its
 *     records; else none
 */
public record RecordShape(String name, Kind kind, List<String> parts) {

    /** The types that can have a shape. */
    public enum Kind {
        /** Encoded by its components. */
        RECORD,
        /** A record encoded by a codec of the game: what that does is not compared. */
        CODEC,
        /** Encoded by ordinal. */
        ENUM,
        /** Encoded by position among its records. */
        SEALED;

        String article() {
            return switch (this) {
                case RECORD -> "a record";
                case CODEC -> "a record with a codec";
                case ENUM -> "an enum";
                case SEALED -> "a sealed interface";
            };
        }

        String noun() {
            return switch (this) {
                case RECORD, CODEC -> "record";
                case ENUM -> "enum";
                case SEALED -> "interface";
            };
        }
    }

    public RecordShape {
        parts = List.copyOf(parts);
    }
}
