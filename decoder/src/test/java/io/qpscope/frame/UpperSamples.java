package io.qpscope.frame;

import java.util.List;

/** One message or more of each upper layer. NVMe and CLC are from recordings, the rest is built. */
public final class UpperSamples {
    /**
     * A message.
     *
     * @param strict bytes, any of which with its lowest bit turned makes it another thing
     */
    public record Sample(
            UpperProtocol protocol, boolean fromActive, String bytes, List<Integer> strict) {}

    /** Connect of the Linux host: frame 4 of roce-nvmeof-discover.pcap. */
    public static final String NVME_CONNECT =
            "7f400000 01000000 00000000 00000000 00000000 00000000"
                    + "00c8dae7 e11a38ff 000400d5 4d00004f 00000000 1f000000 00000000 00000000 00000000"
                    + "00000000";

    /** The answer: frame 8. */
    public static final String NVME_COMPLETION = "01000000 00000000 01000000 00000000";

    /** A call with a read chunk of two segments, a write chunk and a reply chunk. */
    public static final String RPC_CALL = "0000abcd 00000001 00000020 00000000"
            + "00000001 00000030 00001111 00001000 0000000000010000"
            + "00000001 00000030 00002222 00001000 0000000000020000 00000000"
            + "00000001 00000001 00003333 00000800 0000000000030000 00000000"
            + "00000001 00000002 00004444 00000400 0000000000040000"
            + "00005555 00000400 0000000000050000"
            + "0000abcd 00000000 00000002 000186a3";

    public static final String RPC_REPLY =
            "0000abcd 00000001 00000020 00000000 00000000 00000000 00000000 0000abcd 00000001";

    public static final String SMB_REQUEST = "0001 0001 0000 ff00 00040000 00200000 00000200";
    public static final String SMB_RESPONSE =
            "0001 0001 0001 0000 ff00 ff00 00000000 00001000" + "00040000 00200000 00000200";
    public static final String SMB_DATA =
            "ff00 0100 0000 0000 00000000 18000000 04000000 00000000 fe534d42";

    /** An iSCSI command that the target reads data for. */
    public static final String ISER_COMMAND = "14000000 00000000 0000000000000000 00001234"
            + "0000000000010000" + "01810000 00000000" + "00".repeat(40);

    public static final String IPOIB_ECHO =
            "08000000 4500001c 00000000 40010000 0a000001 0a000002" + "0800f7ff 00000000";
    public static final String IPOIB_ARP = "08060000 002008001404 0002" + "00".repeat(48);

    public static final String SRP_LOGIN = "00" + "00".repeat(7) + "0000000000000009 00000104"
            + "00000000 0006 00 0000000000" + "01".repeat(16) + "02".repeat(16);
    public static final String SRP_COMMAND =
            "02000000 00200001 0000000000000005 00000000 0000000000000000 00000000 28"
                    + "00".repeat(15);
    public static final String SRP_RESPONSE =
            "c1000000 00000001 0000000000000005 0000 0000" + "00000000 00000000 00000000 00000000";

    public static final String SMC_CONFIRM_LINK = "012c0000 5254000a0901"
            + "00000000000000000000ffff0a090001 000011 01 00000001 02" + "00".repeat(9);

    /** The checksum makes the sum of all words 0xffff. */
    public static final String RDS = "0000000000000001 0000000000000000 00000000 1000 1001 00 00"
            + "00000000 dffd" + "00".repeat(16);

    public static final List<Sample> ALL = List.of(
            new Sample(UpperProtocol.NVME_OF, true, NVME_CONNECT, List.of(1, 39)),
            new Sample(UpperProtocol.NVME_OF, false, NVME_COMPLETION, List.of(14)),
            new Sample(
                    UpperProtocol.RPC_OVER_RDMA,
                    true,
                    RPC_CALL,
                    List.of(3, 7, 19, 43, 67, 75, 99, 103, 142)),
            new Sample(UpperProtocol.RPC_OVER_RDMA, false, RPC_REPLY, List.of(0, 4, 12, 28)),
            new Sample(UpperProtocol.SMC_R, false, SMC_CONFIRM_LINK, List.of(1)),
            new Sample(UpperProtocol.SMB_DIRECT, true, SMB_REQUEST, List.of(0, 4)),
            new Sample(UpperProtocol.SMB_DIRECT, false, SMB_RESPONSE, List.of(0, 1, 6)),
            new Sample(UpperProtocol.SMB_DIRECT, true, SMB_DATA, List.of(5, 6, 7, 12, 16)),
            new Sample(UpperProtocol.ISER, true, ISER_COMMAND, List.of(0, 1, 2, 3, 32)),
            new Sample(UpperProtocol.IPOIB, true, IPOIB_ECHO, List.of(0, 1, 2, 3, 7)),
            new Sample(UpperProtocol.IPOIB, true, IPOIB_ARP, List.of(0, 1, 4, 5, 8, 9)),
            new Sample(UpperProtocol.SRP, true, SRP_COMMAND, List.of(0, 2, 3, 4, 16, 28, 30)),
            new Sample(UpperProtocol.SRP, false, SRP_RESPONSE, List.of(0, 2, 16, 31, 35)),
            new Sample(UpperProtocol.RDS, true, RDS, List.of(0, 7, 8, 20, 24, 26, 29, 30, 47)));

    private UpperSamples() {}
}
