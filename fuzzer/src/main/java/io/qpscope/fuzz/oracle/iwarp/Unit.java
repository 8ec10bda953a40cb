package io.qpscope.fuzz.oracle.iwarp;

import io.qpscope.wire.DdpTagged;
import io.qpscope.wire.DdpUntagged;
import io.qpscope.wire.Mpa;

/** An FPDU as a model knows it: keys by what they name, offsets from the beginning of a region. */
final class Unit {
    /** What a key names. */
    enum Stag {
        /** The flow's memory at the responder, or the requester's sink. */
        RIGHT,
        /** The same memory without the right. */
        UNFIT,
        NOTHING
    }

    /** What a length field that lies makes of the FPDU. */
    enum Lie {
        NONE,
        /** The receiver looks for the CRC in another place. */
        MISFRAMED,
        /** Nothing can be said. */
        ANYTHING
    }

    /** The message's number, from 0; -1 for none of the flow's. */
    int item = -1;

    boolean empty;
    boolean tagged;
    boolean last;
    int ddpVersion = 1;
    int rdmapVersion = 1;
    int opcode;
    /** Whether its opcode is no more what it was sent with. */
    boolean recast;

    Stag stag = Stag.RIGHT;
    long to;
    /** Whether its bytes lie where they shall. */
    boolean misplaced;

    long queue;
    long msn;
    long mo;
    /** Payload, or a message's body. */
    int length;

    /** Of a READ or atomic request. */
    Stag source = Stag.RIGHT;

    long sourceTo;
    long size;
    Stag sink = Stag.RIGHT;
    long sinkShift;

    boolean badCrc;
    boolean badMarker;
    Lie lie = Lie.NONE;

    int ulpdu() {
        return empty ? 0 : (tagged ? DdpTagged.LENGTH : DdpUntagged.LENGTH) + length;
    }

    /** Bytes without markers. */
    int bytes() {
        return Mpa.frameLength(ulpdu());
    }

    Unit copy() {
        Unit other = new Unit();
        other.item = item;
        other.empty = empty;
        other.tagged = tagged;
        other.last = last;
        other.ddpVersion = ddpVersion;
        other.rdmapVersion = rdmapVersion;
        other.opcode = opcode;
        other.recast = recast;
        other.stag = stag;
        other.to = to;
        other.misplaced = misplaced;
        other.queue = queue;
        other.msn = msn;
        other.mo = mo;
        other.length = length;
        other.source = source;
        other.sourceTo = sourceTo;
        other.size = size;
        other.sink = sink;
        other.sinkShift = sinkShift;
        return other;
    }
}
