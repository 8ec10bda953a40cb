package io.qpscope.session.iwarp;

import io.qpscope.frame.MpaCrcStatus;
import io.qpscope.wire.DdpTagged;
import io.qpscope.wire.Mpa;
import io.qpscope.wire.MpaCrc;
import io.qpscope.wire.MpaFrame;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Cuts the bytes of one direction, in order, into the MPA frame and FPDUs. Those that lie whole in
 * what comes are read in place; others are gathered first.
 *
 * <pre>
 *          MPA frame whole            hole that swallows a boundary, or no FPDU where one must be
 *  START ------------------> FRAMES -----------------------------------------------+
 *    |                          ^                                                  v
 *    | no key: OFF              +----------- boundary proved ------------------- LOST
 * </pre>
 */
final class Framer {
    enum Phase {
        START,
        FRAMES,
        LOST,
        /** Not MPA. */
        OFF
    }

    /** A marker and a length field with what follows it: as long as an empty FPDU. */
    private static final int HEAD = Mpa.MARKER_LENGTH + 4;

    private static final byte[] NONE = {};
    private static final int FIRST_CAPACITY = 2048;
    /** Room for the longest FPDU twice, to prove a boundary by what follows. */
    private static final int CAPACITY = 2 * Mpa.MAX_RAW;

    /** The least an FPDU can hold. */
    static final int MIN_ULPDU = DdpTagged.LENGTH;

    final Direction direction;
    private final Budget budget;
    private final MpaCrc crc;
    private final Unmarked unmarked = new Unmarked();
    private final Boundary boundary;

    Phase phase = Phase.START;
    boolean markers;
    /** Whether the stream's beginning or the peer's MPA frame told of markers. */
    private boolean markersSure;

    /** Behind the MPA frame, of the next byte to take; counts from 0 only if that frame was seen. */
    long position;

    boolean positionKnown;

    private byte[] bytes = NONE;
    private ByteBuffer gathered = ByteBuffer.wrap(NONE);
    private int have;
    /** Bytes of the unit being gathered; 0 while not known. */
    private int need;
    /** Where the first hole in the gathered bytes begins; -1 without one. */
    private int hole = -1;

    Framer(Direction direction, Budget budget, MpaCrc crc) {
        this.direction = direction;
        this.budget = budget;
        this.crc = crc;
        this.boundary = new Boundary(this, crc);
    }

    void accept(ByteBuffer buffer, int at, int length) {
        int from = at;
        int left = length;
        while (left > 0 && phase != Phase.OFF) {
            int taken = switch (phase) {
                case START -> start(buffer, from, left);
                case FRAMES -> frames(buffer, from, left);
                case LOST -> lost(buffer, from, left);
                case OFF -> left;
            };
            from += taken;
            left -= taken;
        }
    }

    private int start(ByteBuffer buffer, int at, int length) {
        if (have == 0 && length >= MpaFrame.LENGTH && Mpa.beginsKey(buffer, at, length)) {
            int whole = MpaFrame.LENGTH + (buffer.getShort(at + MpaFrame.LENGTH - 2) & 0xffff);
            if (whole <= Math.min(length, MpaFrame.LENGTH + Mpa.MAX_PRIVATE_DATA)) {
                phase = Phase.FRAMES;
                positionKnown = true;
                direction.onSetup(buffer, at, whole);
                return whole;
            }
        }
        int wanted = have < MpaFrame.LENGTH ? MpaFrame.LENGTH : need;
        int taken = gather(buffer, at, Math.min(length, wanted - have));
        if (!Mpa.beginsKey(gathered, 0, have)) {
            phase = Phase.OFF;
            return length;
        }
        if (have == MpaFrame.LENGTH) {
            int privateData = gathered.getShort(MpaFrame.LENGTH - 2) & 0xffff;
            if (privateData > Mpa.MAX_PRIVATE_DATA) {
                phase = Phase.OFF;
                return length;
            }
            need = MpaFrame.LENGTH + privateData;
        }
        if (have >= MpaFrame.LENGTH && have == need) {
            int whole = have;
            empty();
            phase = Phase.FRAMES;
            positionKnown = true;
            direction.onSetup(gathered, 0, whole);
        }
        return taken;
    }

    private int frames(ByteBuffer buffer, int at, int length) {
        if (have > 0) {
            return more(buffer, at, length);
        }
        if (length < HEAD) {
            return gather(buffer, at, length);
        }
        if (position == 0 && positionKnown) {
            detectMarkers(buffer, at);
        }
        int raw = rawLength(buffer, at);
        if (length >= raw) {
            return fpdu(buffer, at, raw) ? raw : 0;
        }
        need = raw;
        return gather(buffer, at, length);
    }

    private int more(ByteBuffer buffer, int at, int length) {
        if (have < HEAD) {
            int taken = gather(buffer, at, Math.min(length, HEAD - have));
            if (have < HEAD) {
                return taken;
            }
            if (position == 0 && positionKnown) {
                detectMarkers(gathered, 0);
            }
            need = rawLength(gathered, 0);
            return taken;
        }
        int taken = gather(buffer, at, Math.min(length, need - have));
        if (have == need) {
            whole();
        }
        return taken;
    }

    /** All bytes are gathered, or passed over in a hole. */
    private void whole() {
        if (hole >= 0) {
            broken(hole, need);
            empty();
        } else if (fpdu(gathered, 0, need)) {
            empty();
        } else {
            need = 0;
            boundary.restart();
            rescan();
        }
    }

    /** A first length field of zero is a marker with its pointer of zero, or an empty FPDU. */
    private void detectMarkers(ByteBuffer buffer, int at) {
        boolean asked = direction.peer.setup != null && direction.peer.setup.markers();
        markers = buffer.getInt(at) == 0 && (asked || !Mpa.isEmptyFpdu(buffer, at));
        markersSure = true;
        direction.onMarkersKnown(markers);
    }

    private int lead() {
        return markers && Mpa.toMarker(position) == 0 ? Mpa.MARKER_LENGTH : 0;
    }

    private int rawLength(ByteBuffer buffer, int at) {
        int ulpdu = buffer.getShort(at + lead()) & 0xffff;
        int length = Mpa.frameLength(ulpdu);
        return markers ? Mpa.rawLength(position, length) : length;
    }

    /** One whole FPDU; false, and nothing is taken, if it can't be one. */
    private boolean fpdu(ByteBuffer buffer, int at, int raw) {
        int lead = lead();
        int ulpdu = buffer.getShort(at + lead) & 0xffff;
        MpaCrcStatus status = FpduCrc.verdict(crc, buffer, at, raw, direction.crcInUse());
        ByteBuffer header = buffer;
        int headerAt = at + lead + Mpa.LENGTH_FIELD;
        if (markers) {
            direction.onMarkers(Unmarked.fault(buffer, at, raw, position));
            header = unmarked.head(buffer, at, raw, position);
            headerAt = Mpa.LENGTH_FIELD;
        }
        boolean sound = Boundary.plausible(header, headerAt, ulpdu) || (ulpdu == 0 && mayBeEmpty());
        boolean guessed = status == MpaCrcStatus.BAD && !markersSure;
        if (guessed || (status != MpaCrcStatus.GOOD && !sound)) {
            if (status == MpaCrcStatus.BAD && !guessed) {
                direction.onBadCrc();
            }
            lose();
            return false;
        }
        direction.unit(buffer, at, raw, position, markers, status);
        position += raw;
        if (status == MpaCrcStatus.BAD) {
            direction.onBadCrc();
        } else {
            direction.onFpdu(header, headerAt, ulpdu, ulpdu);
            if (!sound) {
                direction.onMalformed(Boundary.fault(header, headerAt, ulpdu));
            }
        }
        return true;
    }

    /** Only as ready-to-receive message, the first FPDU of the initiator. */
    private boolean mayBeEmpty() {
        return position == 0 && positionKnown && direction.awaitsEmptyFpdu();
    }

    /** An FPDU of which the capture lacks bytes, but not those before {@code there}. */
    private void broken(int there, int raw) {
        int lead = lead();
        int ulpdu = gathered.getShort(lead) & 0xffff;
        ByteBuffer header = gathered;
        int headerAt = lead + Mpa.LENGTH_FIELD;
        int known = there - headerAt;
        if (markers) {
            known = Math.min(known, Mpa.toMarker(position + lead));
        }
        direction.unitBroken();
        if (known >= Boundary.headerLength(header, headerAt)
                && Boundary.plausible(header, headerAt, ulpdu)) {
            direction.onFpdu(header, headerAt, ulpdu, Math.min(known, ulpdu));
        } else {
            direction.onMessageUnknown();
        }
        position += raw;
    }

    /** So many bytes never came into the capture. */
    void skip(long count) {
        if (phase == Phase.FRAMES && have > 0 && need > 0 && count <= need - have) {
            pass((int) count);
            return;
        }
        if (phase == Phase.FRAMES && have > 0 && need > 0) {
            long rest = count - (need - have);
            pass(need - have);
            position += rest;
            lose();
            return;
        }
        if (phase == Phase.START) {
            positionKnown = false;
        }
        position += have + count;
        direction.skipped(have);
        empty();
        lose();
    }

    /** A hole inside the unit being gathered: where it ends is known all the same. */
    private void pass(int count) {
        if (hole < 0) {
            hole = have;
        }
        reserve(have + count);
        have += count;
        if (have == need) {
            whole();
        }
    }

    private void lose() {
        phase = Phase.LOST;
        direction.onLost();
    }

    private int lost(ByteBuffer buffer, int at, int length) {
        if (have == CAPACITY) {
            discard(CAPACITY / 2);
            direction.skipped(CAPACITY / 2);
            boundary.restart();
        }
        int taken = gather(buffer, at, Math.min(length, CAPACITY - have));
        rescan();
        return taken;
    }

    /** Looks for a boundary in what is gathered and goes on from there. */
    private void rescan() {
        Setup asked = direction.peer.setup;
        if (!markersSure && asked != null) {
            markersSure = true;
            markers = asked.markers();
        }
        while (phase == Phase.LOST) {
            int found = boundary.find(gathered, have, position);
            if (found < 0) {
                return;
            }
            direction.skipped(found);
            position += found;
            phase = Phase.FRAMES;
            direction.onFound();
            int used = found;
            while (phase == Phase.FRAMES && have - used >= HEAD) {
                int raw = rawLength(gathered, used);
                if (have - used < raw) {
                    need = raw;
                    break;
                }
                if (fpdu(gathered, used, raw)) {
                    used += raw;
                } else {
                    // It must not be found once more.
                    int step = positionKnown ? 4 : 1;
                    used += step;
                    position += step;
                    direction.skipped(step);
                }
            }
            position -= used;
            discard(used);
            boundary.restart();
        }
    }

    private void discard(int count) {
        System.arraycopy(bytes, count, bytes, 0, have - count);
        have -= count;
        position += count;
    }

    private int gather(ByteBuffer buffer, int at, int count) {
        if (!reserve(have + count)) {
            // Without memory the unit can't be put together: its bytes are passed over.
            direction.skipped(have + (long) count);
            position += have + count;
            empty();
            if (phase == Phase.START) {
                phase = Phase.OFF;
            } else {
                lose();
            }
            return count;
        }
        buffer.get(at, bytes, have, count);
        have += count;
        return count;
    }

    private boolean reserve(int size) {
        if (size > bytes.length) {
            int grown = Math.min(
                    Math.max(FIRST_CAPACITY, Integer.highestOneBit(size - 1) << 1),
                    Math.max(CAPACITY, size));
            if (!budget.take(grown - bytes.length)) {
                return false;
            }
            bytes = Arrays.copyOf(bytes, grown);
            gathered = ByteBuffer.wrap(bytes);
        }
        return true;
    }

    private void empty() {
        have = 0;
        need = 0;
        hole = -1;
        boundary.restart();
    }

    /** Bytes that wait for the rest of their unit. */
    int waiting() {
        return have;
    }

    void release() {
        budget.giveBack(bytes.length);
        bytes = NONE;
        gathered = ByteBuffer.wrap(NONE);
        empty();
    }
}
