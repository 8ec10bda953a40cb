package io.qpscope.port.pcap;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What the kernel knows of an interface, in the network namespace of the calling thread (netdevice(7)).
 * Java's own class sees no interface without an IP address, which those for tests often are.
 */
final class NetworkDevice {
    private static final int AF_INET = 2;
    private static final int SOCK_DGRAM = 2;
    private static final int SIOCGIFMTU = 0x8921;
    private static final int SIOCGIFHWADDR = 0x8927;
    private static final int SIOCETHTOOL = 0x8946;
    private static final int ETHTOOL_GDRVINFO = 3;
    private static final int DRIVER_INFO = 196;
    private static final int IFNAMSIZ = 16;
    private static final int IFREQ = 40;
    private static final int MAC_LENGTH = 6;
    private static final int USUAL_MTU = 1500;

    /** The C library. */
    interface C extends Library {
        int socket(int family, int type, int protocol) throws LastErrorException;

        int ioctl(int descriptor, long request, byte[] argument) throws LastErrorException;

        int close(int descriptor) throws LastErrorException;
    }

    private NetworkDevice() {}

    /** Longest packet that a frame may carry, in bytes; 1500 where nobody tells. */
    static int mtu(String name) {
        byte[] told = ask(name, SIOCGIFMTU);
        return told == null
                ? USUAL_MTU
                : ByteBuffer.wrap(told).order(ByteOrder.nativeOrder()).getInt(IFNAMSIZ);
    }

    /** As a number; 0 where it has none. */
    static long mac(String name) {
        byte[] told = ask(name, SIOCGIFHWADDR);
        long mac = 0;
        for (int i = 0; told != null && i < MAC_LENGTH; i++) {
            mac = mac << 8 | (told[IFNAMSIZ + 2 + i] & 0xff);
        }
        return mac;
    }

    /** As {@code veth} or {@code mlx5_core} (ETHTOOL_GDRVINFO); empty where nobody tells. */
    static String driver(String name) {
        try (Memory info = new Memory(DRIVER_INFO)) {
            info.clear();
            info.setInt(0, ETHTOOL_GDRVINFO);
            byte[] request = new byte[IFREQ - IFNAMSIZ];
            ByteBuffer.wrap(request)
                    .order(ByteOrder.nativeOrder())
                    .putLong(0, Pointer.nativeValue(info));
            return ask(name, SIOCETHTOOL, request) == null
                    ? ""
                    : info.getString(Integer.BYTES, StandardCharsets.UTF_8.name());
        }
    }

    private static byte[] ask(String name, int request) {
        return ask(name, request, new byte[0]);
    }

    /**
     * @param more what stands behind the name
     */
    private static byte[] ask(String name, int request, byte[] more) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        if (!Platform.isLinux() || text.length >= IFNAMSIZ) {
            return null;
        }
        C c = Native.load("c", C.class);
        byte[] argument = Arrays.copyOf(text, IFREQ);
        System.arraycopy(more, 0, argument, IFNAMSIZ, more.length);
        try {
            int descriptor = c.socket(AF_INET, SOCK_DGRAM, 0);
            try {
                c.ioctl(descriptor, request, argument);
                return argument;
            } finally {
                c.close(descriptor);
            }
        } catch (LastErrorException gone) {
            return null;
        }
    }
}
