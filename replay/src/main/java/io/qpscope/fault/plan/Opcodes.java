package io.qpscope.fault.plan;

import io.qpscope.wire.Opcode;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** A set of BTH opcodes, by a pattern of their names with {@code *}, as {@code RC_*_FIRST}. */
public final class Opcodes {
    private final String pattern;
    private final BitSet codes;

    private Opcodes(String pattern, BitSet codes) {
        this.pattern = pattern;
        this.codes = codes;
    }

    /** Null when no opcode there is fits. */
    public static Opcodes of(String pattern) {
        BitSet codes = new BitSet(256);
        for (int code = 0; code < 256; code++) {
            if ((Opcode.traits(code) & Opcode.KNOWN) != 0 && fits(pattern, Opcode.name(code))) {
                codes.set(code);
            }
        }
        return codes.isEmpty() ? null : new Opcodes(pattern, codes);
    }

    /** The first there is of a name; -1 for none. */
    public static int code(String name) {
        for (int code = 0; code < 256; code++) {
            if ((Opcode.traits(code) & Opcode.KNOWN) != 0 && Opcode.name(code).equals(name)) {
                return code;
            }
        }
        return -1;
    }

    /** Of all opcodes there are. */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        for (int code = 0; code < 256; code++) {
            if ((Opcode.traits(code) & Opcode.KNOWN) != 0) {
                names.add(Opcode.name(code));
            }
        }
        return names;
    }

    public boolean contains(int opcode) {
        return codes.get(opcode);
    }

    /** Each star takes as little as it can, and more when the rest does not fit. */
    private static boolean fits(String pattern, String name) {
        int p = 0;
        int n = 0;
        int star = -1;
        int from = 0;
        while (n < name.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                from = n;
            } else if (p < pattern.length() && pattern.charAt(p) == name.charAt(n)) {
                p++;
                n++;
            } else if (star >= 0) {
                p = star + 1;
                n = ++from;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }

    @Override
    public String toString() {
        return pattern;
    }
}
