package io.qpscope.fuzz.target;

/**
 * Memory of a peer that grants all rights to it.
 *
 * @param size bytes
 */
public record PeerMemory(int key, long address, long size) {
    /** From an offset on. */
    PeerMemory at(long offset) {
        return new PeerMemory(key, address + offset, size - offset);
    }
}
