package io.qpscope.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.build.Envelope;
import io.qpscope.build.PacketBuilder;
import io.qpscope.capture.LinkType;
import io.qpscope.fault.plan.PacketField;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.Field;
import io.qpscope.frame.FieldTree;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;
import io.qpscope.frame.Kind;
import io.qpscope.wire.Icrc;
import io.qpscope.wire.Ipv4;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Map;

/** A field that a plan names is the one that the specifications name so, in packets of all opcodes. */
class PacketFieldTest {
    private static final int ETHERNET = 14;
    private static final int PAYLOAD = 16;
    private static final int PAYLOAD_BYTE = 5;
    /** Named by Wireshark as those of the RETH. */
    private static final Map<String, String> OTHER_NAMES =
            Map.of("atomiceth.va", "reth.va", "atomiceth.r_key", "reth.r_key");

    private static Field named(byte[] frame, String name) {
        FrameView view = new FrameView();
        view.wrap(ByteBuffer.wrap(frame), 0, frame.length, frame.length, LinkType.ETHERNET)
                .at(1, 0, 0, 0);
        new Dissector(4791, true).dissect(view);
        return FieldTree.of(view).layers().stream()
                .flatMap(layer -> layer.fields().stream())
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static byte[] corrupted(byte[] frame, String how) {
        byte[] copy = frame.clone();
        FaultEngine engine = new FaultEngine(Rig.plan("corrupt: {" + how + "}"), 1, 0);
        int length = frame.length - ETHERNET;
        engine.point().meddle(true, ByteBuffer.wrap(copy), ETHERNET, length, 0, new Fate());
        return copy;
    }

    private static BitSet changed(byte[] before, byte[] after, int until) {
        BitSet bits = new BitSet();
        for (int i = 0; i < 8 * until; i++) {
            int mask = 0x80 >> i % 8;
            bits.set(i, ((before[i / 8] ^ after[i / 8]) & mask) != 0);
        }
        return bits;
    }

    /** The address of both versions of IP; the checksum that covers it is right again. */
    @ParameterizedTest
    @EnumSource
    void theSourceAddressChangesWithItsChecksum(Envelope envelope) {
        byte[] frame = new PacketBuilder(envelope, Opcode.WRITE_MIDDLE)
                .payload(new byte[PAYLOAD])
                .build();
        byte[] changed = corrupted(frame, "field: ip.src, xor: 255, icrc: fix");
        FrameView view = new FrameView();
        view.wrap(ByteBuffer.wrap(changed), 0, changed.length, changed.length, LinkType.ETHERNET)
                .at(1, 0, 0, 0);
        new Dissector(4791, true).dissect(view);
        if (view.kind() != Kind.ROCE_V2 || view.vlanTags() > 0) {
            return; // Rules mean packets of RoCEv2 behind plain Ethernet here.
        }
        FrameView before = new FrameView();
        before.wrap(ByteBuffer.wrap(frame), 0, frame.length, frame.length, LinkType.ETHERNET)
                .at(1, 0, 0, 0);
        new Dissector(4791, true).dissect(before);
        assertThat(view.sourceLow() ^ before.sourceLow()).isEqualTo(255);
        assertThat(view.destinationLow()).isEqualTo(before.destinationLow());
        assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
        if (view.ipVersion() == 4) {
            int sum = 0;
            for (int i = 0; i < Ipv4.LENGTH; i += 2) {
                sum += ByteBuffer.wrap(changed).getShort(ETHERNET + i) & 0xffff;
            }
            assertThat((sum & 0xffff) + (sum >>> 16)).isEqualTo(0xffff);
        }
    }

    /** Lengths that lie: one is another, the checksum of IPv4 is right, and nothing else changes. */
    @ParameterizedTest
    @CsvSource({"ip.len, 16, 2", "udp.length, 38, 2"})
    void lengthsMayLie(String field, int at, int bytes) {
        byte[] frame = new PacketBuilder(Envelope.IPV4, Opcode.WRITE_MIDDLE)
                .payload(new byte[PAYLOAD])
                .build();
        byte[] changed = corrupted(frame, "field: " + field + ", add: 4, icrc: keep");
        ByteBuffer before = ByteBuffer.wrap(frame);
        ByteBuffer after = ByteBuffer.wrap(changed);
        assertThat(after.getShort(at) - before.getShort(at)).isEqualTo(4);
        int sum = 0;
        for (int i = 0; i < Ipv4.LENGTH; i += 2) {
            sum += after.getShort(ETHERNET + i) & 0xffff;
        }
        assertThat((sum & 0xffff) + (sum >>> 16)).isEqualTo(0xffff);
        after.put(at, frame, at, bytes).putShort(ETHERNET + 10, before.getShort(ETHERNET + 10));
        assertThat(changed).isEqualTo(frame);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"IP_SRC", "IP_LEN", "UDP_LENGTH"})
    void itsLastBitChangesAndNothingElse(PacketField field) {
        int tried = 0;
        for (int opcode = 0; opcode < 256; opcode++) {
            int traits = Opcode.traits(opcode);
            boolean has = (traits & Opcode.KNOWN) != 0
                    && (field.trait() == 0 || (traits & field.trait()) != 0)
                    && (field != PacketField.PAYLOAD || (traits & Opcode.HAS_PAYLOAD) != 0);
            // All packets have a BTH; some of them will do.
            boolean some = field.trait() != 0 || opcode % 7 == 0;
            if (!has || !some) {
                continue;
            }
            tried++;
            boolean payload = (traits & Opcode.HAS_PAYLOAD) != 0;
            byte[] frame = new PacketBuilder(Envelope.IPV4, opcode)
                    .payload(new byte[payload ? PAYLOAD : 0])
                    .build();
            String name = "infiniband." + OTHER_NAMES.getOrDefault(field.label(), field.label());
            Field known = named(frame, name);
            assertThat(known).as(Opcode.name(opcode)).isNotNull();
            boolean bytes = field == PacketField.PAYLOAD;
            int last = 8 * known.offset() + known.bitOffset() + known.bits() - 1;
            if (bytes) {
                last = 8 * (known.offset() + PAYLOAD_BYTE) + 7;
            }
            String how = "field: " + field.label() + (bytes ? ", offset: " + PAYLOAD_BYTE : "")
                    + ", xor: 1, icrc: ";
            byte[] kept = corrupted(frame, how + "keep");
            BitSet expected = new BitSet();
            expected.set(last);
            assertThat(changed(frame, kept, frame.length))
                    .as(Opcode.name(opcode))
                    .isEqualTo(expected);
            if (field != PacketField.INVARIANT_CRC) {
                int end = frame.length - Icrc.LENGTH;
                byte[] fixed = corrupted(frame, how + "fix");
                assertThat(changed(frame, fixed, end)).isEqualTo(expected);
                assertThat(Icrc.stored(ByteBuffer.wrap(fixed), end))
                        .isEqualTo(new Icrc().compute(ByteBuffer.wrap(fixed), ETHERNET, 34, end));
            }
        }
        assertThat(tried).isPositive();
    }
}
