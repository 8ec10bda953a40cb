package io.qpscope.cli.truth;

/**
 * One RoCEv2 packet, read from the bytes by this test alone.
 *
 * @param tap pcapng interface: 0 is tap A, 1 is tap B
 * @param identity what one transmission keeps from tap to tap: addresses, IP id, BTH and ICRC
 * @param syndrome AETH syndrome, or -1
 */
record RawPacket(
        long number,
        int tap,
        Guest from,
        String identity,
        int ecn,
        int opcode,
        int destinationQp,
        int psn,
        int syndrome,
        boolean icrcGood) {

    private static final int LAST_OPERATION = 0x1f;

    boolean isMad() {
        return destinationQp == 1;
    }

    /** Of a queue pair other than the CM's, and whole. */
    boolean isData() {
        return icrcGood && !isMad();
    }

    private int operation() {
        return opcode & LAST_OPERATION;
    }

    boolean isAck() {
        return operation() == 17;
    }

    /** READ or ATOMIC response. */
    boolean isResponse() {
        return (operation() >= 13 && operation() <= 16) || operation() == 18;
    }

    boolean isRequest() {
        return !isAck() && !isResponse();
    }

    boolean isSequenceNak() {
        return isAck() && syndrome == 0x60;
    }

    boolean isFatalNak() {
        return isAck() && syndrome > 0x60 && syndrome < 0x64;
    }

    boolean isRnrNak() {
        return isAck() && syndrome >> 5 == 1;
    }
}
