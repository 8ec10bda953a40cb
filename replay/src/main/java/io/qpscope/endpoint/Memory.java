package io.qpscope.endpoint;

import org.agrona.collections.Int2ObjectHashMap;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** The regions of one endpoint (a protection domain), by key. */
public final class Memory {
    private static final int PAGE = 4096;

    private final Int2ObjectHashMap<MemoryRegion> regions = new Int2ObjectHashMap<>();
    private final SplittableRandom random;
    private long nextAddress = 0x1000_0000L;

    /**
     * @param random draws the keys
     */
    public Memory(SplittableRandom random) {
        this.random = random;
    }

    /** Registers memory at the next free page address; the key is drawn from the endpoint's seed. */
    public MemoryRegion register(ByteBuffer bytes, int access) {
        long address = nextAddress;
        // A free page between regions makes a step over an end a fault, not another region.
        nextAddress += (bytes.capacity() + 2L * PAGE - 1) / PAGE * PAGE;
        return register(bytes, address, access);
    }

    /** The same at a virtual address of the caller's choice. */
    public MemoryRegion register(ByteBuffer bytes, long address, int access) {
        int key = random.nextInt() | 1;
        while (regions.containsKey(key)) {
            key = random.nextInt() | 1;
        }
        return register(bytes, address, key, access);
    }

    /**
     * The same under a key of the caller's choice, for peers that are told keys by hand.
     *
     * @throws IllegalArgumentException when a region has that key
     */
    public MemoryRegion register(ByteBuffer bytes, long address, int key, int access) {
        if (regions.containsKey(key)) {
            throw new IllegalArgumentException("key 0x%08x is taken".formatted(key));
        }
        MemoryRegion region = new MemoryRegion(bytes, address, key, access);
        regions.put(key, region);
        return region;
    }

    /** Takes a region's key away; packets that name it are refused from now on. */
    public void deregister(MemoryRegion region) {
        region.invalidate();
        regions.remove(region.key());
    }

    /** The region that grants {@code rights} to all these bytes, or null. */
    MemoryRegion find(int key, long va, long length, int rights) {
        MemoryRegion region = regions.get(key);
        return region != null && region.grants(rights) && region.holds(va, length) ? region : null;
    }

    /** The region of that key, or null; it may have been invalidated. */
    public MemoryRegion region(int key) {
        return regions.get(key);
    }

    /** Whether there was a valid region of that key. */
    public boolean invalidate(int key) {
        MemoryRegion region = regions.get(key);
        if (region == null || !region.valid()) {
            return false;
        }
        region.invalidate();
        return true;
    }
}
