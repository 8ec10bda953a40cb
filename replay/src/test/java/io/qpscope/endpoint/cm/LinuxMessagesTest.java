package io.qpscope.endpoint.cm;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.endpoint.LocalAddress;
import io.qpscope.wire.CmRep;
import io.qpscope.wire.CmReq;
import io.qpscope.wire.IpCm;
import io.qpscope.wire.MadHeader;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/** Linux's messages, rebuilt from the values in them: not a byte may differ. */
class LinuxMessagesTest {
    private static final Path CAPTURES = Path.of("..", "captures");
    private static final int ETHERNET = 14;
    private static final int IPV4_TO_MAD = 20 + 8 + 12 + 8;
    private static final int IPV6_TO_MAD = 40 + 8 + 12 + 8;
    private static final int UDP_PORT = 0xd872;

    private static byte[] datagram(String name, int frame, int before) throws IOException {
        try (FrameCursor cursor = CaptureFile.open(List.of(CAPTURES.resolve(name)))) {
            for (int i = 0; i < frame; i++) {
                assertThat(cursor.next()).isTrue();
            }
            byte[] bytes = new byte[CmMessages.LENGTH];
            cursor.buffer().get(cursor.offset() + ETHERNET + before, bytes);
            return bytes;
        }
    }

    private static void same(byte[] ours, byte[] linux) {
        HexFormat hex = HexFormat.ofDelimiter(" ");
        assertThat(hex.formatHex(ours)).isEqualTo(hex.formatHex(linux));
    }

    private static Connection connection(ByteBuffer mad) {
        Connection c = new Connection(true);
        c.transactionId = new MadHeader().wrap(mad, 0).transactionId();
        c.options = new CmOptions().responderResources(1).initiatorDepth(1);
        c.local.responderResources = 1;
        c.local.initiatorDepth = 1;
        return c;
    }

    private static void request(byte[] linux, LocalAddress from, LocalAddress to, byte... data) {
        ByteBuffer mad = ByteBuffer.wrap(linux);
        CmReq req = new CmReq().wrap(mad, MadHeader.LENGTH);
        Connection c = connection(mad);
        c.options.flowLabel(req.primaryFlowLabel()).privateData(data);
        c.local.commId = (int) req.localCommId();
        c.local.qpn = req.localQpn();
        c.local.startPsn = req.startPsn();
        c.port = 7174;
        c.path = from.to(to.high(), to.low(), 0);
        c.sourcePort = new IpCm()
                .wrap(mad, MadHeader.LENGTH + CmReq.PRIVATE_DATA_OFFSET)
                .sourcePort();
        same(new CmMessages(req.localCaGuid()).request(c), linux);
    }

    @Test
    void aRequestOverIpv4IsThatOfRping() throws IOException {
        LocalAddress from = LocalAddress.of(new byte[] {10, 9, 0, 2}, UDP_PORT);
        LocalAddress to = LocalAddress.of(new byte[] {10, 9, 0, 1}, UDP_PORT);
        request(datagram("roce-rping.pcap", 1, IPV4_TO_MAD), from, to);
    }

    @Test
    void aRequestOverIpv6IsThatOfRping() throws IOException {
        byte[] address = HexFormat.of().parseHex("fd090000000000090000000000000002");
        LocalAddress from = LocalAddress.of(address, UDP_PORT);
        address[15] = 1;
        LocalAddress to = LocalAddress.of(address, UDP_PORT);
        request(datagram("roce-ipv6-rping.pcap", 3, IPV6_TO_MAD), from, to);
    }

    @Test
    void aReplyIsThatOfRping() throws IOException {
        byte[] linux = datagram("roce-rping.pcap", 2, IPV4_TO_MAD);
        ByteBuffer mad = ByteBuffer.wrap(linux);
        CmRep rep = new CmRep().wrap(mad, MadHeader.LENGTH);
        Connection c = connection(mad);
        c.local.commId = (int) rep.localCommId();
        c.remote.commId = (int) rep.remoteCommId();
        c.local.qpn = rep.localQpn();
        c.local.startPsn = rep.startPsn();
        same(new CmMessages(rep.localCaGuid()).reply(c), linux);
    }

    /** Frames 4, 64 and 65: the client confirms, and asks for the end; the server agrees. */
    @Test
    void confirmationAndEndAreThoseOfRping() throws IOException {
        byte[] rtu = datagram("roce-rping.pcap", 4, IPV4_TO_MAD);
        Connection client = connection(ByteBuffer.wrap(rtu));
        client.local.commId = ByteBuffer.wrap(rtu).getInt(MadHeader.LENGTH);
        client.remote.commId = ByteBuffer.wrap(rtu).getInt(MadHeader.LENGTH + 4);
        client.remote.qpn = 0x11;
        CmMessages messages = new CmMessages(0);
        same(messages.ready(client), rtu);
        same(messages.disconnect(client), datagram("roce-rping.pcap", 64, IPV4_TO_MAD));
        same(
                messages.disconnected(
                        client.transactionId, client.remote.commId, client.local.commId),
                datagram("roce-rping.pcap", 65, IPV4_TO_MAD));
    }

    @Test
    void aRefusalIsThatOfLinuxWithoutAListener() throws IOException {
        byte[] linux = datagram("roce-cm-no-listener.pcap", 2, IPV4_TO_MAD);
        ByteBuffer mad = ByteBuffer.wrap(linux);
        long transaction = new MadHeader().wrap(mad, 0).transactionId();
        int asked = mad.getInt(MadHeader.LENGTH + 4);
        byte[] ours = new CmMessages(0).reject(transaction, 0, asked, CmReader.NO_LISTENER, false);
        same(ours, linux);
    }

    /** Frames 3 and 4: the server asks for 69 s, the client gives up before. */
    @Test
    void waitingAndGivingUpAreThoseOfLinux() throws IOException {
        byte[] mra = datagram("roce-cm-request-ignored.pcap", 3, IPV4_TO_MAD);
        Connection c = connection(ByteBuffer.wrap(mra));
        c.local.commId = ByteBuffer.wrap(mra).getInt(MadHeader.LENGTH);
        c.remote.commId = ByteBuffer.wrap(mra).getInt(MadHeader.LENGTH + 4);
        same(new CmMessages(0).wait(c, 24), mra);

        byte[] rej = datagram("roce-cm-request-ignored.pcap", 4, IPV4_TO_MAD);
        long guid = ByteBuffer.wrap(rej).getLong(MadHeader.LENGTH + 12);
        byte[] ours = new CmMessages(guid)
                .reject(c.transactionId, c.remote.commId, 0, CmReader.TIMEOUT, true);
        same(ours, rej);
    }
}
