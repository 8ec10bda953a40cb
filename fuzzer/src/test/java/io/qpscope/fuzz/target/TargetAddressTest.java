package io.qpscope.fuzz.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.util.Collections;

class TargetAddressTest {
    @ParameterizedTest
    @CsvSource({
        "roce://10.9.0.1, roce://10.9.0.1:9",
        "roce://10.9.0.1:7174, roce://10.9.0.1:7174",
        "roce://[fd09::1], roce://[fd09:0:0:0:0:0:0:1]:9",
        "roce://[fd09::1]:10, roce://[fd09:0:0:0:0:0:0:1]:10",
        "iwarp://127.0.0.1, iwarp://127.0.0.1:7009"
    })
    void aHostAndAPort(String text, String meant) throws IOException {
        assertThat(TargetAddress.of(text)).hasToString(meant);
        assertThat(TargetAddress.of(meant)).isEqualTo(TargetAddress.of(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hard",
                "roce://",
                "roce:10.9.0.1",
                "roce://10.9.0.1:",
                "roce://10.9.0.1:0",
                "roce://10.9.0.1:65536",
                "roce://fd09::1",
                "tcp://10.9.0.1"
            })
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> TargetAddress.of(text))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "224.0.0.1",
                "239.255.0.1",
                "255.255.255.255",
                "0.0.0.0",
                "0.1.2.3",
                "[ff02::1]",
                "[::]"
            })
    void whatIsNoAddressOfOneHostIsRefused(String host) {
        assertThatThrownBy(() -> TargetAddress.of("roce://" + host))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no address of one host");
    }

    @Test
    void theBroadcastAddressOfAnInterfaceIsRefused() throws IOException {
        for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InterfaceAddress address : each.getInterfaceAddresses()) {
                if (address.getBroadcast() != null
                        && !address.getBroadcast().equals(address.getAddress())) {
                    String text = "roce://" + address.getBroadcast().getHostAddress();
                    assertThatThrownBy(() -> TargetAddress.of(text))
                            .hasMessageContaining("one host");
                }
            }
        }
    }
}
