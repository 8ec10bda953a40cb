package io.qpscope.frame;

import java.util.List;

/**
 * A layer with those of its fields that were captured whole.
 *
 * @param name as Wireshark names the protocol or header
 * @param offset first byte, from the start of the frame
 * @param length bytes that were captured of it
 */
public record LayerNode(String name, int offset, int length, List<Field> fields) {
    public LayerNode {
        fields = List.copyOf(fields);
    }
}
