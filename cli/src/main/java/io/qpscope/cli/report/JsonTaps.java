package io.qpscope.cli.report;

import io.qpscope.session.taps.LostPacket;
import io.qpscope.session.taps.PacketKind;
import io.qpscope.session.taps.TapReport;
import io.qpscope.session.taps.TapReport.Delay;
import io.qpscope.session.taps.TapReport.Path;
import io.qpscope.session.taps.TapReport.Point;
import io.qpscope.session.taps.TapReport.Segment;

/** The object {@code taps}. Names and units are a contract (cli/docs/json.md). */
final class JsonTaps {
    private final Json json;
    private final Analysis analysis;
    private final TapReport report;

    JsonTaps(Json json, Analysis analysis) {
        this.json = json;
        this.analysis = analysis;
        report = analysis.taps().report();
    }

    void write() {
        json.value("samePlace", report.samePlace()).beginArray("points");
        for (int i = 0; i < report.points().size(); i++) {
            point(report.points().get(i), i);
        }
        json.endArray().beginArray("paths");
        report.paths().forEach(this::path);
        json.endArray().list("limits", report.limits());
    }

    private void point(Point point, int index) {
        int sessions = analysis.taps().sessions().get(index);
        int first = analysis.taps().firstSession(index);
        json.beginObject()
                .text("name", point.name())
                .text("file", analysis.captures().get(point.capture()).info().file())
                .number("interface", point.interfaceId())
                .number("frames", point.frames())
                .number("packets", point.packets())
                .number("captureDuplicates", point.mirrored())
                .number("firstTime", point.firstNs())
                .number("lastTime", point.lastNs())
                .text("clock", point.clock().name())
                .number("clockOffsetNs", point.offsetNs())
                .number("clockUncertaintyNs", point.uncertaintyNs())
                .number("firstSession", sessions == 0 ? null : first)
                .number("lastSession", sessions == 0 ? null : first + sessions - 1)
                .endObject();
    }

    private void path(Path path) {
        json.beginObject()
                .text("from", path.from())
                .number("fromPort", path.fromPort())
                .text("to", path.to())
                .number("toPort", path.toPort())
                .list("order", path.order().stream().map(this::name).toList())
                .text("orderBy", path.orderBy().name())
                .number("packets", path.packets())
                .number("lostBeforeFirst", path.lostBeforeFirst())
                .number("lostBetween", path.lostBetween())
                .number("lostBehindLast", path.lostBehindLast())
                .number("duplicatedBeforeFirst", path.duplicatedBefore())
                .number("undecided", path.undecided())
                .beginArray("segments");
        path.segments().forEach(this::segment);
        json.endArray().endObject();
    }

    private void segment(Segment segment) {
        json.beginObject()
                .text("first", name(segment.first()))
                .text("second", name(segment.second()))
                .number("packets", segment.both())
                .number("lost", segment.lost())
                .beginObject("lostByKind");
        for (PacketKind kind : PacketKind.values()) {
            json.number(kind.name(), segment.lost(kind));
        }
        json.endObject().beginArray("lostPackets");
        for (LostPacket packet : segment.lostPackets()) {
            json.beginObject()
                    .number("frame", packet.frame())
                    .text("kind", packet.kind().name())
                    .number("qpn", packet.qpn())
                    .number("psn", packet.psn())
                    .endObject();
        }
        json.endArray()
                .number("missedByFirst", segment.missedByFirst())
                .number("missedBySecond", segment.missedBySecond())
                .number("duplicated", segment.duplicated())
                .number("reordered", segment.reordered())
                .number("corrupted", segment.corrupted())
                .number("ceMarked", segment.ceMarked())
                .number("matchedWithoutIcrc", segment.withoutIcrc());
        delay("delayNs", segment.delay());
        delay("delayAboveLeastNs", segment.variation());
        json.endObject();
    }

    private void delay(String name, Delay delay) {
        if (delay == null) {
            json.value(name, null);
            return;
        }
        json.beginObject(name)
                .number("min", delay.least())
                .number("p50", delay.p50())
                .number("p99", delay.p99())
                .number("max", delay.most())
                .endObject();
    }

    private String name(int point) {
        return report.points().get(point).name();
    }
}
