package io.qpscope.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.kaitai.struct.ByteBufferKaitaiStream;
import io.kaitai.struct.KaitaiStream;
import io.kaitai.struct.KaitaiStruct;
import io.qpscope.spec.ErfHeader;
import io.qpscope.spec.EthernetIi;
import io.qpscope.spec.InfinibandAeth;
import io.qpscope.spec.InfinibandAtomicAckEth;
import io.qpscope.spec.InfinibandAtomicEth;
import io.qpscope.spec.InfinibandBth;
import io.qpscope.spec.InfinibandCmDrep;
import io.qpscope.spec.InfinibandCmDreq;
import io.qpscope.spec.InfinibandCmMra;
import io.qpscope.spec.InfinibandCmRej;
import io.qpscope.spec.InfinibandCmRep;
import io.qpscope.spec.InfinibandCmReq;
import io.qpscope.spec.InfinibandCmRtu;
import io.qpscope.spec.InfinibandDeth;
import io.qpscope.spec.InfinibandFeth;
import io.qpscope.spec.InfinibandGrh;
import io.qpscope.spec.InfinibandIeth;
import io.qpscope.spec.InfinibandImmDt;
import io.qpscope.spec.InfinibandIpCm;
import io.qpscope.spec.InfinibandLink;
import io.qpscope.spec.InfinibandLrh;
import io.qpscope.spec.InfinibandMad;
import io.qpscope.spec.InfinibandMarker;
import io.qpscope.spec.InfinibandRdeth;
import io.qpscope.spec.InfinibandReth;
import io.qpscope.spec.InfinibandXrceth;
import io.qpscope.spec.Ipv4Header;
import io.qpscope.spec.Ipv6Header;
import io.qpscope.spec.IwarpDdpTagged;
import io.qpscope.spec.IwarpDdpUntagged;
import io.qpscope.spec.IwarpMpaEnhanced;
import io.qpscope.spec.IwarpMpaFrame;
import io.qpscope.spec.IwarpMpaLegacy;
import io.qpscope.spec.IwarpMpaMarker;
import io.qpscope.spec.IwarpRdmapAtomicRequest;
import io.qpscope.spec.IwarpRdmapAtomicResponse;
import io.qpscope.spec.IwarpRdmapImmediate;
import io.qpscope.spec.IwarpRdmapReadRequest;
import io.qpscope.spec.IwarpRdmapTerminate;
import io.qpscope.spec.LinuxSll;
import io.qpscope.spec.LinuxSll2;
import io.qpscope.spec.MacControlPause;
import io.qpscope.spec.MacControlPfc;
import io.qpscope.spec.SmcClcAccept;
import io.qpscope.spec.TcpHeader;
import io.qpscope.spec.UdpHeader;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Holds every view against its specification on random bytes. Getters pair by name, the halves of
 * 128 bits with the bytes they come from, so that a getter without a counterpart fails the test.
 */
class ViewsTest {
    private static final int ROUNDS = 10_000;
    /** Room for the longest options of IPv4 and TCP. */
    private static final int SLACK = 64;

    /** What a view computes beyond the fields, and fields that it leaves to slower code. */
    private static final Map<String, Set<String>> UNPAIRED =
            Map.of("Aeth", Set.of("isAck", "isRnrNak", "isNak", "creditCount", "rnrTimerNs"));

    record Pair(Object view, Function<KaitaiStream, KaitaiStruct.ReadWrite> spec) {}

    static List<Pair> pairs() {
        return List.of(
                new Pair(new Aeth(), InfinibandAeth::new),
                new Pair(new AtomicAckEth(), InfinibandAtomicAckEth::new),
                new Pair(new AtomicEth(), InfinibandAtomicEth::new),
                new Pair(new Bth(), InfinibandBth::new),
                new Pair(new CmDrep(), InfinibandCmDrep::new),
                new Pair(new CmDreq(), InfinibandCmDreq::new),
                new Pair(new CmMra(), InfinibandCmMra::new),
                new Pair(new CmRej(), InfinibandCmRej::new),
                new Pair(new CmRep(), InfinibandCmRep::new),
                new Pair(new CmReq(), InfinibandCmReq::new),
                new Pair(new CmRtu(), InfinibandCmRtu::new),
                new Pair(new DdpTagged(), IwarpDdpTagged::new),
                new Pair(new DdpUntagged(), IwarpDdpUntagged::new),
                new Pair(new Deth(), InfinibandDeth::new),
                new Pair(new Erf(), ErfHeader::new),
                new Pair(new Ethernet(), EthernetIi::new),
                new Pair(new Feth(), InfinibandFeth::new),
                new Pair(new Grh(), InfinibandGrh::new),
                new Pair(new Ieth(), InfinibandIeth::new),
                new Pair(new ImmDt(), InfinibandImmDt::new),
                new Pair(new IpCm(), InfinibandIpCm::new),
                new Pair(new Ipv4(), Ipv4Header::new),
                new Pair(new Ipv6(), Ipv6Header::new),
                new Pair(new MacPause(), MacControlPause::new),
                new Pair(new MacPfc(), MacControlPfc::new),
                new Pair(new LinkMarker(), InfinibandMarker::new),
                new Pair(new LinkPacket(), InfinibandLink::new),
                new Pair(new Lrh(), InfinibandLrh::new),
                new Pair(new MadHeader(), InfinibandMad::new),
                new Pair(new MpaEnhanced(), IwarpMpaEnhanced::new),
                new Pair(new MpaFrame(), IwarpMpaFrame::new),
                new Pair(new MpaLegacy(), IwarpMpaLegacy::new),
                new Pair(new MpaMarker(), IwarpMpaMarker::new),
                new Pair(new Rdeth(), InfinibandRdeth::new),
                new Pair(new RdmapAtomicRequest(), IwarpRdmapAtomicRequest::new),
                new Pair(new RdmapAtomicResponse(), IwarpRdmapAtomicResponse::new),
                new Pair(new RdmapImmediate(), IwarpRdmapImmediate::new),
                new Pair(new RdmapReadRequest(), IwarpRdmapReadRequest::new),
                new Pair(new RdmapTerminate(), IwarpRdmapTerminate::new),
                new Pair(new Reth(), InfinibandReth::new),
                new Pair(new Sll(), LinuxSll::new),
                new Pair(new Sll2(), LinuxSll2::new),
                new Pair(new SmcClc(), SmcClcAccept::new),
                new Pair(new Tcp(), TcpHeader::new),
                new Pair(new Udp(), UdpHeader::new),
                new Pair(new VlanTag(), io.qpscope.spec.VlanTag::new),
                new Pair(new Xrceth(), InfinibandXrceth::new));
    }

    @TestFactory
    Stream<DynamicTest> equalTheirSpecifications() {
        return pairs().stream()
                .map(pair -> DynamicTest.dynamicTest(
                        pair.view().getClass().getSimpleName(), () -> equalOnRandomBytes(pair)));
    }

    private static void equalOnRandomBytes(Pair pair) throws ReflectiveOperationException {
        Class<?> type = pair.view().getClass();
        int length = type.getField("LENGTH").getInt(null);
        Method wrap = type.getMethod("wrap", ByteBuffer.class, int.class);
        List<Method> getters = getters(type);
        assertThat(getters).isNotEmpty();
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Random random = new Random(seed);
        byte[] bytes = new byte[length + SLACK + 16];
        for (int round = 0; round < ROUNDS; round++) {
            random.nextBytes(bytes);
            int offset = random.nextInt(16);
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            wrap.invoke(pair.view(), buffer, offset);
            KaitaiStruct.ReadWrite spec = pair.spec()
                    .apply(new ByteBufferKaitaiStream(buffer.slice(offset, length + SLACK)));
            spec._read();
            for (Method getter : getters) {
                long expected = expected(spec, getter.getName());
                long actual = number(getter.invoke(pair.view()));
                if (actual != expected) {
                    throw new AssertionError("%s: %x, specification %x, -Dqpscope.seed=%d round %d"
                            .formatted(getter, actual, expected, seed, round));
                }
            }
        }
    }

    static List<Method> getters(Class<?> type) {
        Set<String> unpaired = UNPAIRED.getOrDefault(type.getSimpleName(), Set.of());
        Map<String, Method> sorted = new TreeMap<>();
        for (Method method : type.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers())
                    && !Modifier.isStatic(method.getModifiers())
                    && method.getParameterCount() == 0
                    && !unpaired.contains(method.getName())) {
                sorted.put(method.getName(), method);
            }
        }
        return new ArrayList<>(sorted.values());
    }

    private static long expected(KaitaiStruct spec, String getter)
            throws ReflectiveOperationException {
        Class<?> type = spec.getClass();
        if (getter.endsWith("High")) {
            return half(type.getMethod(getter.replaceAll("High$", "")).invoke(spec), 0);
        }
        if (getter.endsWith("Low")) {
            return half(type.getMethod(getter.replaceAll("Low$", "")).invoke(spec), 8);
        }
        return number(type.getMethod(getter).invoke(spec));
    }

    private static long half(Object bytes, int from) {
        return ByteBuffer.wrap((byte[]) bytes).getLong(from);
    }

    private static long number(Object value) {
        if (value instanceof Boolean flag) {
            return flag ? 1 : 0;
        }
        if (value instanceof byte[] bytes) {
            long number = 0;
            for (byte b : bytes) {
                number = (number << 8) | (b & 0xff);
            }
            return number;
        }
        return ((Number) value).longValue();
    }
}
