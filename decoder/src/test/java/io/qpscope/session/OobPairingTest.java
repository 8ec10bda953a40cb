package io.qpscope.session;

import static io.qpscope.session.Side.A;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Pairs that only the set-up in plain text can tell: equal PSNs, one way, datagrams. */
class OobPairingTest extends Dialogue {
    @Test
    void fourAnnouncedQueuePairsWithEqualPsnsAreNeverMixedUp() {
        List<Host> ours = new ArrayList<>();
        List<Host> theirs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ours.add(a.queuePair(0x30 + i));
            theirs.add(b.queuePair(0x60 - 2 * i));
            Host.connect(ours.get(i), theirs.get(i));
            at(2L * i, a.tcp(40_000, 18_515, 0x18, ours.get(i).perftest(100)));
            at(2L * i + 1, b.tcp(18_515, 40_000, 0x18, theirs.get(i).perftest(100)));
        }
        // The fourth stays idle in one direction, the third asks by itself; PSNs are all the same.
        for (int psn = 100; psn < 110; psn++) {
            for (int i = 0; i < 3; i++) {
                at(psn * 100L + i, ours.get(i).send(psn));
            }
            for (int i = 2; i >= 0; i--) {
                at(psn * 100L + 10 + i, theirs.get(i).ack(psn));
            }
        }
        at(12_000, theirs.get(3).send(100));
        Told told = finish();
        assertThat(told.sessions()).isEqualTo(4);
        for (SessionSummary session : told.result.sessions()) {
            boolean forth = session.a().address().equals("10.0.0.1");
            int our = forth ? session.a().qpn() : session.b().qpn();
            int their = forth ? session.b().qpn() : session.a().qpn();
            assertThat(their).isEqualTo(0x60 - 2 * (our - 0x30));
            assertThat(session.pairedBy()).isEqualTo(PairedBy.OOB);
            int messages = our == 0x33 ? 0 : 10;
            assertThat(session.direction(A).completedMessages()).isEqualTo(messages);
        }
    }

    @Test
    void announcedDatagramQueuePairsHaveTheirPeer() {
        at(0, a.tcp(40_000, 18_515, 0x18, a.perftest(100)));
        at(1, b.tcp(18_515, 40_000, 0x18, b.perftest(900)));
        at(10, a.datagram(100, 64));
        Told told = finish();
        assertThat(told.session().pairedBy()).isEqualTo(PairedBy.OOB);
        assertThat(told.session().service()).isEqualTo(Service.UD);
        assertThat(told.session().b().qpn()).isEqualTo(B_QPN);
    }
}
