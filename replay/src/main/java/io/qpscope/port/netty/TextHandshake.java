package io.qpscope.port.netty;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What each side of {@code ibv_rc_pingpong} tells the other over TCP, in 52 bytes: LID, queue pair
 * number, first PSN and global identifier in hexadecimal digits, colons between, a zero byte
 * behind. The client speaks first; at the end it says "done".
 *
 * @param gidHigh of the identifier, which is the IP address; IPv4 ones mapped
 */
public record TextHandshake(int lid, int qpn, int psn, long gidHigh, long gidLow) {
    /** With its zero byte. */
    static final int LENGTH = 52;

    static final byte[] DONE = {'d', 'o', 'n', 'e', 0};

    /** TCP port of {@code ibv_rc_pingpong}. */
    public static final int PORT = 18515;

    private static final Pattern FORM = Pattern.compile(
            "([0-9a-fA-F]{4}):([0-9a-fA-F]{6}):([0-9a-fA-F]{6}):([0-9a-fA-F]{32})\0");

    byte[] bytes() {
        byte[] gid = ByteBuffer.allocate(16).putLong(gidHigh).putLong(gidLow).array();
        HexFormat hex = HexFormat.of();
        String text = hex.toHexDigits(lid, 4) + ":" + hex.toHexDigits(qpn, 6) + ":"
                + hex.toHexDigits(psn, 6) + ":" + hex.formatHex(gid) + "\0";
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Null when it is no such message. */
    static TextHandshake of(byte[] bytes) {
        Matcher parts = FORM.matcher(new String(bytes, StandardCharsets.US_ASCII));
        if (!parts.matches()) {
            return null;
        }
        ByteBuffer gid = ByteBuffer.wrap(HexFormat.of().parseHex(parts.group(4)));
        return new TextHandshake(
                HexFormat.fromHexDigits(parts.group(1)),
                HexFormat.fromHexDigits(parts.group(2)),
                HexFormat.fromHexDigits(parts.group(3)),
                gid.getLong(),
                gid.getLong());
    }
}
