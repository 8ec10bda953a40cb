package io.qpscope.cli.truth;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The two machines of the lab; the last byte of their addresses tells them apart. */
enum Guest {
    A(1),
    B(2);

    private final int lastByte;

    Guest(int lastByte) {
        this.lastByte = lastByte;
    }

    /** Pcapng interface of its tap in the files with two. */
    int tap() {
        return lastByte - 1;
    }

    Guest other() {
        return this == A ? B : A;
    }

    /** Takes literals only, so nothing is looked up. */
    boolean owns(String address) {
        try {
            byte[] bytes = InetAddress.getByName(address).getAddress();
            return owns(bytes[bytes.length - 1]);
        } catch (UnknownHostException e) {
            return false;
        }
    }

    boolean owns(byte lastByte) {
        return lastByte == this.lastByte;
    }
}
