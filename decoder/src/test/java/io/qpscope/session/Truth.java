package io.qpscope.session;

import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;

import java.util.BitSet;

/** What really happened in a {@link Simulation}. */
final class Truth {
    int requestsPassed;
    int lostBefore;
    int lostBehind;
    int answersPassed;
    int answersLostBefore;
    int answersLostBehind;
    int responsesLostBefore;
    int responsesLostBehind;
    int networkDuplicates;
    int lateAtTap;
    int retransmittedAtTap;
    /** Requests that arrived with a PSN the receiver had taken, and such that were lost behind. */
    int duplicatesArrived;

    int duplicatesLost;
    int sequenceNaks;
    int rnrNaks;
    int timeouts;
    long requestBytes;
    long responseBytes;
    int messages;
    int lastPsn;
    /** Behind the highest PSN that passed. */
    private int next;

    private final BitSet passed = new BitSet();

    void passed(Simulation.Sent sent) {
        requestsPassed++;
        if (sent.psn() < next) {
            if (sent.first()) {
                lateAtTap += passed.get(sent.psn()) ? 0 : 1;
            } else {
                retransmittedAtTap++;
            }
        }
        passed.set(sent.psn());
        next = Math.max(next, sent.psn() + sent.count());
    }

    void answered(Packet packet) {
        answersPassed++;
        if (packet.opcode == Opcode.ACKNOWLEDGE) {
            int type = Aeth.type(packet.headers[0]);
            sequenceNaks += type == Aeth.TYPE_NAK ? 1 : 0;
            rnrNaks += type == Aeth.TYPE_RNR_NAK ? 1 : 0;
        }
    }

    static boolean isResponse(Packet packet) {
        return (Opcode.traits(packet.opcode) & Opcode.IS_RESPONSE) != 0;
    }

    @Override
    public String toString() {
        return "requests: passed " + requestsPassed + ", lost before " + lostBefore + ", behind "
                + lostBehind + ", late " + lateAtTap + ", again " + retransmittedAtTap
                + ", twice " + networkDuplicates + ", duplicates " + duplicatesArrived + " + "
                + duplicatesLost + "; answers: passed " + answersPassed + ", lost before "
                + answersLostBefore + " (" + responsesLostBefore + " responses), behind "
                + answersLostBehind + " (" + responsesLostBehind + "); NAKs " + sequenceNaks
                + ", RNR NAKs " + rnrNaks + ", timeouts " + timeouts;
    }
}
