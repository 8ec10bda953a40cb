package io.qpscope.build;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStruct;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The wire's bytes of an object of a specification. */
public final class SpecBytes {
    /** Longer than any header of fixed length: a MAD has 256. */
    private static final int LONGEST = 512;

    private SpecBytes() {}

    /**
     * Writes an object whose length does not depend on the room there is, up to 512 bytes. Values
     * wider than their field lose their upper bits.
     *
     * @throws io.kaitai.struct.ConsistencyError for a field of bytes that has not its length
     */
    public static byte[] of(KaitaiStruct.ReadWrite object) {
        byte[] bytes = new byte[LONGEST];
        ByteBufferKaitaiStream out = new ByteBufferKaitaiStream(ByteBuffer.wrap(bytes));
        object._check();
        object._write(out);
        out.writeAlignToByte();
        return Arrays.copyOf(bytes, out.pos());
    }
}
