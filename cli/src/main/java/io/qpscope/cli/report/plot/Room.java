package io.qpscope.cli.report.plot;

/** Points that all series together may keep. */
final class Room {
    private long left;

    Room(long points) {
        left = points;
    }

    boolean take(int points) {
        if (points > left) {
            return false;
        }
        left -= points;
        return true;
    }

    void give(int points) {
        left += points;
    }
}
