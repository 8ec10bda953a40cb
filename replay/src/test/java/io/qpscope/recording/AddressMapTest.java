package io.qpscope.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.qpscope.wire.IpAddress;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.InetAddress;
import java.net.UnknownHostException;

class AddressMapTest {
    private static byte[] bytes(String text) throws UnknownHostException {
        return InetAddress.getByName(text).getAddress();
    }

    @ParameterizedTest
    @CsvSource({
        "10.9.0.0, 24, 172.16.5.0, 10.9.0.77, 172.16.5.77",
        "10.9.0.0, 24, 172.16.5.0, 10.9.1.77, -",
        "10.9.0.7, 32, 10.9.0.8, 10.9.0.7, 10.9.0.8",
        "10.9.0.7, 32, 10.9.0.8, 10.9.0.6, -",
        "0.0.0.0, 0, 10.0.0.0, 1.2.3.4, 1.2.3.4",
        "fd09::, 64, fd77:1::, fd09::5:6, fd77:1::5:6",
        "fd09::1, 128, fe80::9, fd09::1, fe80::9",
        "fd09::, 60, fd10::, fd09:0:0:f::1, fd10:0:0:f::1",
        "fd09::, 60, fd10::, fd09:0:0:10::1, -",
        "::, 0, fd10::, 10.0.0.1, 10.0.0.1"
    })
    void networksTakeTheirHostsAlong(
            String from, int prefix, String to, String address, String mapped)
            throws UnknownHostException {
        AddressMap map = new AddressMap();
        map.add(bytes(from), bytes(to), prefix);
        long[] old = AddressMap.halves(bytes(address));
        assertThat(map.find(old[0], old[1])).isEqualTo(!mapped.equals("-"));
        if (!mapped.equals("-")) {
            assertThat(IpAddress.text(map.high(), map.low())).isEqualTo(mapped);
        }
    }

    @Test
    void theFirstThatFitsDecides() throws UnknownHostException {
        AddressMap map = new AddressMap();
        assertThat(map.isEmpty()).isTrue();
        map.add(bytes("10.0.0.1"), bytes("11.0.0.1"), 32);
        map.add(bytes("10.0.0.0"), bytes("12.0.0.0"), 8);
        long[] one = AddressMap.halves(bytes("10.0.0.1"));
        assertThat(map.find(one[0], one[1])).isTrue();
        assertThat(IpAddress.text(map.high(), map.low())).isEqualTo("11.0.0.1");
        long[] two = AddressMap.halves(bytes("10.0.0.2"));
        assertThat(map.find(two[0], two[1])).isTrue();
        assertThat(IpAddress.text(map.high(), map.low())).isEqualTo("12.0.0.2");
    }

    @Test
    void versionsDoNotMix() {
        AddressMap map = new AddressMap();
        assertThatThrownBy(() -> map.add(bytes("10.0.0.1"), bytes("::1"), 32))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> map.add(bytes("10.0.0.1"), bytes("10.0.0.2"), 33))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
