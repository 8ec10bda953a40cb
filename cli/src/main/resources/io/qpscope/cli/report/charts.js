"use strict";
// What each chart of a session shows: title, axes with their ranges, and how it is painted.

function psnText(plot, y) {
  return String((((plot.origin + Math.round(y)) % 0x1000000) + 0x1000000) % 0x1000000);
}

function levelRange(points, range) {
  if (!points) return [0, 1];
  const [from, to] = points.within(range);
  let high = 1;
  for (let i = Math.max(0, from - 1); i < to; i++) high = Math.max(high, points.y[i]);
  return [0, high * 1.1];
}

/** Points over time, recoveries behind them. */
function sequenceChart(session, plot) {
  const text = plot.bytes ? byteText : y => psnText(plot, y);
  return {
    title: plot.bytes ? "Position in the stream" : "PSN",
    height: innerWidth < 600 ? 300 : 380,
    axes: [{ scale: "y", whole: true, text, range: range => extentOf(plot, range) }],
    paint: (u, ctx, ratio) => {
      paint.bands(u, ctx, ratio, plot.episodes);
      for (const points of plot.marks) {
        if (points.shown) paint.points(u, ctx, ratio, points, session.range);
      }
      session.paintPin(u, ctx, ratio, plot);
    },
    hover: (chart, u) => session.hover(chart, u, plot),
    plot,
  };
}

/** Lowest and highest of the points shown in a range of time, with air. */
function extentOf(plot, range) {
  let low = Infinity;
  let high = -Infinity;
  for (const points of plot.marks) {
    if (!points.shown) continue;
    const [from, to] = points.within(range);
    for (let i = from; i < to; i++) {
      low = Math.min(low, points.y[i]);
      high = Math.max(high, points.y[i]);
    }
  }
  if (low > high) return [0, 10];
  const air = Math.max(plot.bytes ? 16 : 1, (high - low) * 0.07);
  return [low - air, high + air];
}

/** Bytes in flight, and credits on an axis of their own. */
function levelChart(session, plot) {
  const flight = plot.levels.find(level => level.kind === "IN_FLIGHT");
  const credits = plot.levels.find(level => level.kind === "CREDITS");
  const axes = [{
    scale: "y", text: byteText, range: range => levelRange(flight, range),
  }];
  if (credits) {
    axes.push({
      scale: "c", side: 1, whole: true, text: countText,
      range: range => levelRange(credits, range),
    });
  }
  return {
    title: credits ? "Bytes in flight, and credits (line, right)" : "Bytes in flight",
    height: 130,
    axes,
    paint: (u, ctx, ratio) => {
      if (flight) paint.steps(u, ctx, ratio, flight, session.range, "y", "--flight", true);
      if (credits) paint.steps(u, ctx, ratio, credits, session.range, "c", "--credit", false);
    },
  };
}

/** Bytes by time as bars. */
function rateChart(plot) {
  const { rate } = plot;
  return {
    title: `Throughput on the wire, sent again on top (bars of ${duration(rate.width)})`,
    height: 130,
    axes: [{
      scale: "y", text: rateText,
      range: ([min, max]) => {
        let high = 1;
        const first = Math.max(0, Math.floor((min - rate.from) / rate.width));
        const last = Math.min(rate.first.length - 1, Math.floor((max - rate.from) / rate.width));
        for (let i = first; i <= last; i++) {
          high = Math.max(high, rate.bits(rate.first[i] + rate.again[i]));
        }
        return [0, high * 1.1];
      },
    }],
    paint: (u, ctx) => paint.bars(u, ctx, rate),
  };
}

/** Pauses and waits for credits, a row for each source. */
function laneChart(lanes) {
  const rows = lanes.length;
  return {
    title: "Paused and waiting for credits",
    height: 40 + 30 * rows,
    axes: [{ scale: "y", whole: true, text: () => "", range: () => [0, rows] }],
    paint: (u, ctx, ratio) => lanes.forEach((lane, row) => {
      const top = u.valToPos(rows - row, "y", true);
      ctx.fillStyle = css("--text");
      ctx.font = `${11 * ratio}px system-ui, sans-serif`;
      const more = lane.untimed ? ", length not known without --link-speed" : "";
      const text = `${lane.label}: ${lane.of}×${more}`;
      ctx.fillText(text, u.bbox.left + 4 * ratio, top + 11 * ratio);
      for (let i = 0; i < lane.t.length; i++) {
        const left = u.valToPos(lane.t[i], "x", true);
        const right = u.valToPos(lane.t[i] + lane.length[i], "x", true);
        ctx.fillStyle = css("--pause");
        ctx.globalAlpha = lane.length[i] > 0 ? Math.max(0.25, lane.stopped[i] / lane.length[i]) : 1;
        ctx.fillRect(left, top + 15 * ratio, Math.max(1.5 * ratio, right - left), 11 * ratio);
      }
      ctx.globalAlpha = 1;
    }),
  };
}
