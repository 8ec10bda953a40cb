package io.qpscope.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** A REQ that names a queue pair which is connected: who forges one ends nothing. */
class ConnectionReplacedTest extends Dialogue {
    private static final int FORGED = 0x5157_0001;

    /** One message each way of an old connection, then a REQ of B for its queue pair. */
    private void connectedAndAskedAgain() {
        connectedByCm(0, 100, 900);
        at(10, a.send(100), b.ack(100));
        b.cm.commId = FORGED;
        a.cm.startPsn = 5000;
        at(20, b.cm.req());
    }

    private void theOldOneGoesOn() {
        at(40, a.send(101), b.ack(101));
        DirectionSummary old = from(finish(), 100);
        assertThat(old.requests().lastPsn()).isEqualTo(101);
        assertThat(old.requests().retransmittedPackets()).isZero();
        assertThat(old.completedMessages()).isEqualTo(2);
    }

    /** Of the side whose first packet shall have this number. */
    private static DirectionSummary from(Told told, int startPsn) {
        List<DirectionSummary> found = new ArrayList<>();
        for (SessionSummary session : told.result.sessions()) {
            for (DirectionSummary each : session.directions()) {
                Integer start = each.inForce().startPsn();
                if (start != null && start == startPsn && each.completedMessages() > 0) {
                    found.add(each);
                }
            }
        }
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    @Test
    void oneThatIsRefusedEndsNothing() {
        connectedAndAskedAgain();
        a.cm.commId = 0;
        at(21, a.cm.rej(0, 8));
        theOldOneGoesOn();
    }

    @Test
    void oneThatIsAcceptedAndNotConfirmedEndsNothing() {
        connectedAndAskedAgain();
        Host other = a.queuePair(A_QPN + 1);
        other.peer = b;
        at(21, other.cm.rep());
        theOldOneGoesOn();
    }

    @Test
    void anEndThatNobodyAskedForLeavesTheConnectionStanding() {
        b.cm.commId = FORGED;
        at(0, b.cm.drep());
        b.cm.commId = FORGED + 1;
        connectedByCm(0, 100, 900);
        at(5, b.cm.rej(1, 28), b.cm.drep());
        int real = b.qpn;
        b.qpn = real + 1;
        at(8, a.cm.dreq());
        b.qpn = real;
        at(10, a.send(100), b.ack(100));
        b.cm.commId = FORGED;
        a.cm.startPsn = 5000;
        at(20, b.cm.req());
        theOldOneGoesOn();
    }

    @Test
    void oneThatIsConfirmedBeginsAnother() {
        connectedAndAskedAgain();
        at(21, a.cm.rep(), b.cm.rtu());
        at(40, a.send(5000), b.ack(5000));
        Told told = finish();
        assertThat(told.sessions()).isEqualTo(2);
        assertThat(told.session(2).pairedBy()).isEqualTo(PairedBy.CM);
        assertThat(from(told, 100).completedMessages()).isEqualTo(1);
        assertThat(from(told, 5000).completedMessages()).isEqualTo(1);
    }

    @Test
    void afterDisconnectingTheQueuePairIsFree() {
        connectedByCm(0, 100, 900);
        at(10, a.send(100), b.ack(100));
        at(15, a.cm.dreq(), b.cm.drep());
        b.cm.commId = FORGED;
        a.cm.startPsn = 5000;
        at(20, b.cm.req(), a.cm.rep());
        at(40, a.send(5000), b.ack(5000));
        Told told = finish();
        assertThat(from(told, 100).completedMessages()).isEqualTo(1);
        assertThat(from(told, 5000).completedMessages()).isEqualTo(1);
    }
}
