package io.qpscope.frame;

import java.nio.ByteBuffer;

/**
 * RPC-over-RDMA version 1 (RFC 8166; from memory, not verified against the document). Every count
 * is held against the bytes that are there before it is used, and nothing is allocated.
 */
final class RpcRdmaMessages {
    static final int HEADER_LENGTH = 16;
    static final int VERSION = 1;
    static final int MSG = 0;
    static final int NOMSG = 1;
    static final int ERROR = 4;
    static final int ERR_VERS = 1;
    static final int ERR_CHUNK = 2;

    private static final int WORD = 4;
    private static final int READ_SEGMENT_LENGTH = 24;
    private static final int SEGMENT_LENGTH = 16;
    private static final int ERR_VERS_LENGTH = 28;
    private static final int ERR_CHUNK_LENGTH = 20;
    private static final int RPC_START = 8;
    private static final int RPC_REPLY = 1;
    private static final int MAX_CREDITS = 0xffff;

    private RpcRdmaMessages() {}

    static boolean accepts(ByteBuffer buffer, int at, int length, boolean whole) {
        if (length < HEADER_LENGTH + WORD || buffer.getInt(at + 4) != VERSION) {
            return false;
        }
        int credits = buffer.getInt(at + 8);
        if (credits < 1 || credits > MAX_CREDITS) {
            return false;
        }
        return switch (buffer.getInt(at + 12)) {
            case MSG -> isMessage(buffer, at, at + length);
            case NOMSG -> isChunksOnly(buffer, at, at + length, whole);
            case ERROR -> whole && isError(buffer, at, length);
            default -> false;
        };
    }

    /** The RPC message behind the lists has the same transaction, and is a call or a reply. */
    private static boolean isMessage(ByteBuffer buffer, int at, int end) {
        int rpc = behindLists(buffer, at + HEADER_LENGTH, end);
        if (rpc < 0 || end - rpc < RPC_START) {
            return false;
        }
        int direction = buffer.getInt(rpc + WORD);
        return buffer.getInt(rpc) == buffer.getInt(at) && direction >= 0 && direction <= RPC_REPLY;
    }

    /** The RPC message lies in a chunk, so that there must be one. */
    private static boolean isChunksOnly(ByteBuffer buffer, int at, int end, boolean whole) {
        int lists = at + HEADER_LENGTH;
        int behind = behindLists(buffer, lists, end);
        return whole && behind == end && behind > lists + 3 * WORD;
    }

    private static boolean isError(ByteBuffer buffer, int at, int length) {
        int code = buffer.getInt(at + HEADER_LENGTH);
        return (code == ERR_VERS && length == ERR_VERS_LENGTH)
                || (code == ERR_CHUNK && length == ERR_CHUNK_LENGTH);
    }

    /**
     * Steps over the three lists.
     *
     * @param at the read list
     * @return the first byte behind the reply chunk; -1 when a list is wrong or longer than what is
     *     there
     */
    static int behindLists(ByteBuffer buffer, int at, int end) {
        int next = behindReads(buffer, at, end);
        while (next >= 0 && present(buffer, next, end) == 1) {
            next = behindChunk(buffer, next, end);
        }
        if (next < 0 || present(buffer, next, end) != 0) {
            return -1;
        }
        next += WORD;
        return switch (present(buffer, next, end)) {
            case 0 -> next + WORD;
            case 1 -> behindChunk(buffer, next, end);
            default -> -1;
        };
    }

    private static int behindReads(ByteBuffer buffer, int at, int end) {
        int next = at;
        while (present(buffer, next, end) == 1) {
            next += READ_SEGMENT_LENGTH;
        }
        return present(buffer, next, end) == 0 ? next + WORD : -1;
    }

    /** The discriminator at a place: 0 or 1; anything else, and no bytes, is -1. */
    private static int present(ByteBuffer buffer, int at, int end) {
        if (end - at < WORD) {
            return -1;
        }
        int word = buffer.getInt(at);
        return word == 0 || word == 1 ? word : -1;
    }

    /** A count is unsigned and comes from the network: compared before it is multiplied. */
    private static int behindChunk(ByteBuffer buffer, int at, int end) {
        int segments = at + 2 * WORD;
        if (end < segments) {
            return -1;
        }
        long count = buffer.getInt(at + WORD) & 0xffff_ffffL;
        return count <= (end - segments) / SEGMENT_LENGTH
                ? segments + (int) count * SEGMENT_LENGTH
                : -1;
    }
}
