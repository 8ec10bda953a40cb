package io.qpscope.cli.report;

import io.qpscope.capture.CaptureInfo;
import io.qpscope.capture.LinkType;
import io.qpscope.finding.Finding;
import io.qpscope.session.LinkSummary;
import io.qpscope.session.TrackerResult.IcrcCounts;
import io.qpscope.session.TrackerResult.ProtocolCounts;

/** Objects of the JSON report beside sessions. Names and units are a contract (cli/docs/json.md). */
final class JsonParts {
    private JsonParts() {}

    static void capture(Json json, Analysis.Capture capture) {
        CaptureInfo info = capture.info();
        json.text("file", info.file())
                .text("format", info.format())
                .list("linkTypes", info.linkTypes().stream().map(LinkType::name).toList())
                .number("packets", info.packets())
                .number("bytes", info.bytes())
                .number("truncatedPackets", info.truncatedPackets())
                .number("malformedPackets", capture.malformed())
                .number("firstTime", info.firstTimeNs())
                .number("lastTime", info.lastTimeNs())
                .number("durationNs", info.lastTimeNs() - info.firstTimeNs())
                .text("damage", info.damage());
    }

    static void protocols(Json json, ProtocolCounts counts) {
        json.beginObject("protocols")
                .number("RoCEv2", counts.roceV2())
                .number("RoCEv1", counts.roceV1())
                .number("InfiniBand", counts.infiniBand())
                .number("InfiniBandLink", counts.infiniBandLink())
                .number("iWARP", counts.iwarp())
                .number("PFC", counts.pfc())
                .number("PAUSE", counts.pause())
                .number("CNP", counts.cnp())
                .number("MAD", counts.mad())
                .number("other", counts.other())
                .endObject();
    }

    static void icrc(Json json, IcrcCounts icrc) {
        json.beginObject("icrc")
                .number("checked", icrc.checked())
                .number("bad", icrc.bad())
                .number("unchecked", icrc.unchecked())
                .endObject();
    }

    /** Interfaces count by four for each of the file's, as ERF numbers them. */
    static void link(Json json, LinkSummary link) {
        json.number("capture", link.capture())
                .number("interface", link.port())
                .number("vl", link.vl())
                .number("linkPackets", link.linkPackets())
                .number("initPackets", link.initPackets())
                .number("dataPackets", link.dataPackets())
                .number("dataBlocks", link.dataBlocks())
                .number("minCreditBlocks", link.minCreditBlocks())
                .number("starvedNs", link.starvedNs())
                .number("longestStarvedNs", link.longestStarvedNs())
                .number("leaks", link.leaks())
                .number("leakedBlocks", link.leakedBlocks())
                .number("overruns", link.overruns())
                .number("reinits", link.reinits())
                .number("mismatches", link.mismatches())
                .number("reservedOps", link.reservedOps())
                .number("badLpcrc", link.badLpcrc())
                .number("badVcrc", link.badVcrc());
    }

    /** Of taps, with the one whose frames it names. */
    static void finding(Json json, Finding finding, Analysis.Taps taps) {
        json.text("rule", finding.rule().id())
                .text("severity", FindingList.name(finding.rule().severity()))
                .value("session", finding.session() == 0 ? null : finding.session())
                .list("frames", finding.frames())
                .text("message", finding.message())
                .text("reference", finding.rule().reference());
        if (taps != null) {
            json.text("tap", finding.tap() == Finding.NO_TAP ? null : taps.name(finding.tap()));
        }
    }
}
