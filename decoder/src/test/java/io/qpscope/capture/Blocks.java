package io.qpscope.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The blocks of a little-endian pcapng file, read apart from the code under test. */
record Blocks(List<Block> all) {
    /** Options as {@code 1=text} or, where the value is no text, {@code 9=06}. */
    record Block(int type, ByteBuffer body, List<String> options) {
        /** Of a packet. */
        long ticks() {
            long low = body.getInt(8) & 0xffff_ffffL;
            return (long) body.getInt(4) << 32 | low;
        }

        byte[] frame() {
            byte[] frame = new byte[body.getInt(12)];
            body.get(20, frame);
            return frame;
        }
    }

    static Blocks of(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        List<Block> blocks = new ArrayList<>();
        while (bytes.hasRemaining()) {
            int type = bytes.getInt();
            int total = bytes.getInt();
            ByteBuffer body = bytes.slice(bytes.position(), total - 12).order(bytes.order());
            bytes.position(bytes.position() + total - 12);
            if (bytes.getInt() != total || total % 4 != 0) {
                throw new AssertionError("a block of " + total + " bytes ends with another length");
            }
            int options = switch (type) {
                case 0x0a0d0d0a -> 16;
                case 1 -> 8;
                case 6 -> 20 + (body.getInt(12) + 3) / 4 * 4;
                default -> throw new AssertionError("block type " + type);
            };
            blocks.add(new Block(type, body, options(body, options)));
        }
        return new Blocks(blocks);
    }

    private static List<String> options(ByteBuffer body, int from) {
        List<String> options = new ArrayList<>();
        int at = from;
        while (at < body.capacity() && body.getShort(at) != 0) {
            byte[] value = new byte[body.getShort(at + 2) & 0xffff];
            body.get(at + 4, value);
            String text = new String(value, StandardCharsets.UTF_8);
            boolean plain = value.length > 0 && text.chars().allMatch(c -> c >= ' ' && c != 0xfffd);
            options.add(body.getShort(at) + "=" + (plain ? text : HexFormat.of().formatHex(value)));
            at += 4 + (value.length + 3) / 4 * 4;
        }
        if (at + 4 < body.capacity()) {
            throw new AssertionError("bytes behind the end of options");
        }
        return options;
    }

    List<Block> packets() {
        return all.stream().filter(block -> block.type() == 6).toList();
    }

    List<Block> interfaces() {
        return all.stream().filter(block -> block.type() == 1).toList();
    }
}
