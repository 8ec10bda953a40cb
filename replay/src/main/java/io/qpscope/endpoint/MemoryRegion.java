package io.qpscope.endpoint;

import java.nio.ByteBuffer;

/**
 * A piece of memory that packets may touch: a virtual address, a length and rights. Local and
 * remote key are one number, as with Linux rxe.
 */
public final class MemoryRegion {
    private final ByteBuffer bytes;
    private final long address;
    private final int key;
    private final int access;
    private boolean valid = true;

    MemoryRegion(ByteBuffer bytes, long address, int key, int access) {
        this.bytes = bytes;
        this.address = address;
        this.key = key;
        this.access = access;
    }

    /** The memory itself; position and limit mean nothing and stay as they are. */
    public ByteBuffer bytes() {
        return bytes;
    }

    /** Virtual address of the first byte. */
    public long address() {
        return address;
    }

    /** In bytes. */
    public int length() {
        return bytes.capacity();
    }

    /** {@code lkey} and {@code rkey}. */
    public int key() {
        return key;
    }

    /** False once a SEND with Invalidate or {@link Memory#deregister} took the key away. */
    public boolean valid() {
        return valid;
    }

    void invalidate() {
        valid = false;
    }

    /** Whether it is valid and all these {@link Access} rights are granted. */
    public boolean grants(int rights) {
        return valid && (access & rights) == rights;
    }

    /** Whether all of {@code length} bytes from {@code va} on lie inside. */
    public boolean holds(long va, long length) {
        long from = va - address;
        return from >= 0 && length >= 0 && from <= bytes.capacity() - length;
    }

    /** Places bytes of a packet from an address inside on; what lies beyond the end falls away. */
    public void put(long va, ByteBuffer from, int at, int count) {
        int here = inside(va, count);
        if (here > 0) {
            bytes.put(index(va), from, at, here);
        }
    }

    /** Appends bytes to a packet; what lies beyond the end is 0. */
    void get(long va, int count, ByteBuffer to) {
        int here = inside(va, count);
        if (here > 0) {
            to.put(to.position(), bytes, index(va), here);
            to.position(to.position() + here);
        }
        for (int beyond = count - here; beyond > 0; beyond--) {
            to.put((byte) 0);
        }
    }

    private int inside(long va, int count) {
        return (int) Math.max(0, Math.min(count, bytes.capacity() - (va - address)));
    }

    /** Where a virtual address that {@link #holds} has passed lies in {@link #bytes}. */
    public int index(long va) {
        return (int) (va - address);
    }
}
