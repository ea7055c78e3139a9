/**
 * Bytes: records as messages, and the header of every frame. Bytes that arrive are hostile until read to their end:
 * counts are checked against the bytes that are there before anything is allocated, and whatever is wrong is one
 * {@link org.gamenet.rgs.core.wire.MalformedException} (P53). No Java serialisation, no class names in messages, no
 * types but those told beforehand.
 *
 * <p>All numbers are big-endian. A <i>count</i> is 0 to 2^31-1 in groups of seven bits, lowest first, the eighth bit
 * saying that more follow, never longer than need be. One value has one form: what decodes encodes to the same bytes.
 *
 * <table><caption>Values</caption>
 * <tr><th>type</th><th>bytes</th></tr>
 * <tr><td>message</td><td>id as a count, then the record; the id is left out where the frame's header says it</td></tr>
 * <tr><td>record</td><td>its components in order</td></tr>
 * <tr><td>record with a codec</td><td>i32 length, then what the codec wrote; as a message without the length</td></tr>
 * <tr><td>primitive, box</td><td>1, 2, 4 or 8; boolean 0 or 1; float and double as their IEEE bits</td></tr>
 * <tr><td>String, ByteBuffer</td><td>count of bytes, then the bytes; a String's are UTF-8</td></tr>
 * <tr><td>enum</td><td>ordinal as a count</td></tr>
 * <tr><td>sealed interface</td><td>position among all its records sorted by name, as a count, then the record</td></tr>
 * <tr><td>List, Set, array</td><td>count, then the elements, in the order met</td></tr>
 * <tr><td>Map</td><td>count, then key and value in turn, in the order met</td></tr>
 * <tr><td>element or key that takes no byte</td><td>one byte of 0, so that a count never exceeds the bytes after it</td></tr>
 * <tr><td>Optional</td><td>0, or 1 and the value</td></tr>
 * <tr><td>Duration</td><td>i64 seconds, i32 nanoseconds</td></tr>
 * <tr><td>Peer</td><td>i64 id</td></tr>
 * </table>
 */
@NullMarked
package org.gamenet.rgs.core.wire;

import org.jspecify.annotations.NullMarked;
