package io.qpscope.session;

/**
 * Two hosts with one queue pair each and a tap between them. A test says what passes the tap and
 * when:
 *
 * <pre>
 *     at(0, a.send(100));
 *     lost(a.send(101));
 *     at(20, a.send(102));
 *     at(30, b.nak(101));
 * </pre>
 */
public abstract class Dialogue {
    public static final int A_QPN = 0x11;
    public static final int B_QPN = 0x22;
    public static final long SECOND = 1_000_000;
    public static final long MILLI = 1_000;

    public final Host a = new Host("a", 1, A_QPN);
    public final Host b = new Host("b", 2, B_QPN);
    private Tap tap = new Tap(SessionTracker.Options.DEFAULT);
    private long lastFrame;

    public Dialogue() {
        Host.connect(a, b);
    }

    public void limited(int maxSessions) {
        tap = new Tap(new SessionTracker.Options(maxSessions));
    }

    SessionTracker tracker() {
        return tap.tracker;
    }

    public void drawnBy(PlotListener plots) {
        tap = new Tap(SessionTracker.Options.DEFAULT, plots);
    }

    /** Passes packets from a microsecond on, one microsecond apart; tells the last one's frame. */
    public long at(long us, Packet... packets) {
        long now = us;
        for (Packet packet : packets) {
            lastFrame = tap.pass(now++ * 1000, packet);
        }
        return lastFrame;
    }

    /** Sent, but not seen. */
    public void lost(Packet... packets) {
        for (Packet packet : packets) {
            assert packet.ipId >= 0;
        }
    }

    /** Something that has nothing to do with the dialogue, so that the capture goes on. */
    public void stillCapturing(long us) {
        at(us, new Host("c", 3, 3).strayTo(new Host("d", 4, 4)));
    }

    public Told finish() {
        return tap.finish();
    }

    /** Both ends set up by RDMA-CM, the first of a's packets being the given one. */
    public void connectedByCm(long us, int aStart, int bStart) {
        a.cm.startPsn = aStart;
        b.cm.startPsn = bStart;
        at(us, a.cm.req(), b.cm.rep(), a.cm.rtu());
    }
}
