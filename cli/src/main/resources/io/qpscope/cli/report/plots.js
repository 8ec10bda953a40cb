"use strict";
// The plots of one session: a chart of PSNs or stream bytes for each side that asked, what was in
// flight and the throughput below it, and pauses at the bottom. All share one range of time.

/** What points mean, in the order drawn: what is rare lies on top. `rare` is what keys step to. */
const KINDS = {
  ACK: { name: "ACK", shape: "dash", color: "--ack" },
  RESPONSE: { name: "response", shape: "square", color: "--response" },
  SENT: { name: "sent", shape: "dot", color: "--sent" },
  MESSAGE: { name: "message begins", shape: "tick", color: "--message" },
  RESPONSE_AGAIN: { name: "response again", shape: "diamond", color: "--again", rare: true },
  RESENT: { name: "sent again", shape: "diamond", color: "--again", rare: true },
  LATE: { name: "late", shape: "up", color: "--late", rare: true },
  CE: { name: "ECN CE", shape: "ring", color: "--ce", rare: true },
  CNP: { name: "CNP", shape: "plus", color: "--cnp", rare: true },
  CORRUPT: { name: "bad CRC", shape: "star", color: "--nak", rare: true },
  TIMEOUT: { name: "ACK timeout", shape: "bigring", color: "--timeout", rare: true },
  RNR_NAK: { name: "RNR NAK", shape: "down", color: "--rnr", rare: true },
  NAK: { name: "NAK", shape: "cross", color: "--nak", rare: true },
  FATAL_NAK: { name: "NAK, fatal", shape: "bigcross", color: "--nak", rare: true },
  TERMINATE: { name: "Terminate", shape: "bigcross", color: "--nak", rare: true },
};

const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** From differences to values. */
function sums(deltas) {
  let sum = 0;
  return deltas.map(delta => (sum += delta));
}

/** The first index whose value is not below. */
function lowerBound(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** [nanoseconds in the unit, its name] for a span of time. */
function timeUnit(ns) {
  if (ns >= 2e9) return [1e9, "s"];
  if (ns >= 2e6) return [1e6, "ms"];
  return ns >= 2e3 ? [1e3, "us"] : [1, "ns"];
}

function trimmed(value, decimals) {
  const text = value.toFixed(decimals);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** As 12.3 ms. */
function duration(ns) {
  const size = Math.abs(ns);
  const [unit, name] =
    size >= 1e9 ? [1e9, "s"] : size >= 1e6 ? [1e6, "ms"] : size >= 1e3 ? [1e3, "us"] : [1, "ns"];
  const value = ns / unit;
  return `${trimmed(value, Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2)} ${name}`;
}

/** A point in time, to the nanosecond where the recording has them. */
function moment(ns) {
  return `${trimmed(ns / 1e9, 9)} s`;
}

function scaled(value, step, names) {
  let unit = 0;
  while (Math.abs(value) >= step && unit < names.length - 1) {
    value /= step;
    unit++;
  }
  return `${trimmed(value, Math.abs(value) >= 100 ? 0 : 1)} ${names[unit]}`.trim();
}

const byteText = value => scaled(value, 1024, ["B", "KiB", "MiB", "GiB", "TiB"]);
const rateText = value => scaled(value, 1000, ["bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s"]);
const countText = value => scaled(value, 1000, ["", "k", "M", "G"]);

/** One symbol around a point of a canvas; r is half its size. */
function drawShape(ctx, shape, x, y, r) {
  ctx.beginPath();
  switch (shape) {
    case "dot":
      ctx.arc(x, y, r * 0.7, 0, 7);
      return ctx.fill();
    case "square":
      return ctx.fillRect(x - r * 0.65, y - r * 0.65, r * 1.3, r * 1.3);
    case "dash":
      return ctx.fillRect(x - r * 1.2, y - r * 0.25, r * 2.4, r * 0.5);
    case "tick":
      return ctx.fillRect(x - r * 0.2, y - r * 1.8, r * 0.4, r * 3.6);
    case "diamond":
      polygon(ctx, [[x, y - r * 1.3], [x + r * 1.3, y], [x, y + r * 1.3], [x - r * 1.3, y]]);
      return ctx.fill();
    case "up":
      polygon(ctx, [[x, y - r * 1.4], [x + r * 1.3, y + r], [x - r * 1.3, y + r]]);
      return ctx.fill();
    case "down":
      polygon(ctx, [[x, y + r * 1.6], [x + r * 1.5, y - r * 1.2], [x - r * 1.5, y - r * 1.2]]);
      return ctx.fill();
    case "ring":
    case "bigring":
      ctx.arc(x, y, shape === "ring" ? r * 1.4 : r * 2, 0, 7);
      return ctx.stroke();
    case "plus":
      return strokes(ctx, [[x - r * 1.7, y, x + r * 1.7, y], [x, y - r * 1.7, x, y + r * 1.7]]);
    case "star":
      strokes(ctx, [[x - r * 1.7, y, x + r * 1.7, y]]);
      return crossing(ctx, x, y, r * 1.3);
    default:
      return crossing(ctx, x, y, shape === "cross" ? r * 1.5 : r * 2.2);
  }
}

function polygon(ctx, points) {
  points.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
  ctx.closePath();
}

function strokes(ctx, lines) {
  ctx.beginPath();
  for (const [x1, y1, x2, y2] of lines) {
    ctx.moveTo(x1, y1);
    ctx.lineTo(x2, y2);
  }
  ctx.stroke();
}

function crossing(ctx, x, y, r) {
  strokes(ctx, [[x - r, y - r, x + r, y + r], [x - r, y + r, x + r, y - r]]);
}

/** What of the pointer the charts of a session tell one another. */
const MOVES = ["mousemove", "mouseleave"];

/** Distances of an axis' marks: 1, 2, 5, 10 and so on, or powers of two. */
const DECIMAL_STEPS = [...Array(45)].map((_, i) => [1, 2, 5][i % 3] * 10 ** Math.floor(i / 3));
const BINARY_STEPS = [...Array(50)].map((_, i) => 2 ** i);

/** A chart of uPlot for its axes, cursor and selection; the painter draws what lies inside. */
class Chart {
  constructor(group, parent, options) {
    this.group = group;
    this.options = options;
    this.box = document.createElement("div");
    this.box.className = "chart";
    const title = document.createElement("h4");
    title.textContent = options.title;
    parent.append(title, this.box);
    const axis = { stroke: () => css("--muted"), font: "12px system-ui, sans-serif" };
    const lines = { stroke: () => css("--grid"), width: 1 };
    const axes = [{
      ...axis,
      size: 34,
      space: 80,
      grid: lines,
      ticks: lines,
      values: (u, splits) => group.timeLabels(splits),
    }];
    for (const y of options.axes) {
      axes.push({
        ...axis,
        scale: y.scale,
        side: y.side ?? 3,
        size: y.side === 1 ? 44 : 84,
        space: 32,
        ...(y.whole && { incrs: DECIMAL_STEPS }),
        ...(y.text === byteText && { incrs: BINARY_STEPS }),
        grid: { ...lines, show: y.side !== 1 },
        ticks: lines,
        values: (u, splits) => splits.map(y.text),
      });
    }
    const scales = { x: { time: false, range: () => group.range } };
    options.axes.forEach(y => (scales[y.scale] = { range: () => y.range(group.range) }));
    this.uplot = new uPlot({
      width: this.width(),
      height: options.height,
      padding: [8, options.axes.length > 1 ? 0 : group.rightPad, 0, 0],
      legend: { show: false },
      scales,
      axes,
      series: [{}, ...options.axes.map(y => ({ scale: y.scale, paths: () => null }))],
      cursor: {
        y: false,
        points: { show: false },
        drag: { x: true, y: false, setScale: false },
        // Not the buttons: with them each chart would zoom the others once more.
        sync: { key: group.key, filters: { pub: type => MOVES.includes(type) } },
        bind: { dblclick: () => () => group.reset() },
      },
      hooks: {
        draw: [u => this.paint(u)],
        setSelect: [u => this.select(u)],
        setCursor: [u => options.hover && options.hover(this, u)],
      },
    }, [group.full, ...options.axes.map(() => [null, null])], this.box);
  }

  width() {
    return Math.max(240, this.box.clientWidth || 800);
  }

  paint(u) {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.textAlign = "left";
    ctx.textBaseline = "alphabetic";
    this.options.paint(u, ctx, devicePixelRatio || 1);
    ctx.restore();
  }

  select(u) {
    const { left, width } = u.select;
    if (width > 2) {
      const min = u.posToVal(left, "x");
      const max = u.posToVal(left + width, "x");
      u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      this.group.zoom(min, max);
    }
  }

  update() {
    const [min, max] = this.group.range;
    this.uplot.batch(() => {
      this.uplot.setScale("x", { min, max });
      for (const y of this.options.axes) {
        const [low, high] = y.range(this.group.range);
        this.uplot.setScale(y.scale, { min: low, max: high });
      }
    });
  }

  resize() {
    const width = this.width();
    if (width !== this.uplot.width) this.uplot.setSize({ width, height: this.options.height });
  }
}

/** Points of one kind. */
class Points {
  constructor(data) {
    this.kind = data.kind;
    this.of = data.of;
    this.t = sums(data.t);
    this.y = sums(data.y);
    this.f = data.f ? sums(data.f) : null;
    this.shown = true;
  }

  /** Indexes from and to of what lies in a range of time. */
  within([min, max]) {
    return [lowerBound(this.t, min), lowerBound(this.t, max + 1)];
  }
}

/** Symbols, lines between levels and bars, drawn into a chart. */
const paint = {
  points(u, ctx, ratio, points, range) {
    const { shape, color } = KINDS[points.kind];
    ctx.fillStyle = ctx.strokeStyle = css(color);
    ctx.lineWidth = 1.8 * ratio;
    const [from, to] = points.within(range);
    const r = (to - from > 400 ? 3 : 4) * ratio;
    for (let i = from; i < to; i++) {
      const x = u.valToPos(points.t[i], "x", true);
      const y = u.valToPos(points.y[i], "y", true);
      drawShape(ctx, shape, x, y, r);
    }
  },

  /** A line that keeps its level up to the next point; filled down to zero if asked for. */
  steps(u, ctx, ratio, points, range, scale, color, fill) {
    let [from, to] = points.within(range);
    from = Math.max(0, from - 1);
    if (from >= to) return;
    const x = i => u.valToPos(points.t[i], "x", true);
    const y = i => u.valToPos(points.y[i], scale, true);
    const zero = u.valToPos(0, scale, true);
    const end = to < points.t.length ? x(to) : u.bbox.left + u.bbox.width;
    const trace = () => {
      for (let i = from; i < to; i++) {
        ctx.lineTo(x(i), y(i));
        ctx.lineTo(i + 1 < to ? x(i + 1) : end, y(i));
      }
    };
    if (fill) {
      ctx.beginPath();
      ctx.moveTo(x(from), zero);
      trace();
      ctx.lineTo(end, zero);
      ctx.fillStyle = css(color);
      ctx.globalAlpha = 0.22;
      ctx.fill();
      ctx.globalAlpha = 1;
    }
    ctx.beginPath();
    ctx.moveTo(x(from), y(from));
    trace();
    ctx.strokeStyle = css(color);
    ctx.lineWidth = 1.5 * ratio;
    ctx.stroke();
  },

  bars(u, ctx, rate) {
    const base = u.valToPos(0, "y", true);
    for (let i = 0; i < rate.first.length; i++) {
      const left = u.valToPos(rate.from + i * rate.width, "x", true);
      const right = u.valToPos(rate.from + (i + 1) * rate.width, "x", true);
      const width = Math.max(1, right - left - (right - left > 4 ? 1 : 0));
      const middle = u.valToPos(rate.bits(rate.first[i]), "y", true);
      const top = u.valToPos(rate.bits(rate.first[i] + rate.again[i]), "y", true);
      ctx.fillStyle = css("--sent");
      ctx.fillRect(left, middle, width, base - middle);
      ctx.fillStyle = css("--again");
      ctx.fillRect(left, top, width, middle - top);
    }
  },

  /** A band for each recovery. */
  bands(u, ctx, ratio, episodes) {
    ctx.font = `${11 * ratio}px system-ui, sans-serif`;
    let free = -1;
    for (const episode of episodes) {
      const left = u.valToPos(episode.from, "x", true);
      const right = Math.max(left + ratio, u.valToPos(episode.until, "x", true));
      ctx.fillStyle = css("--band");
      ctx.fillRect(left, u.bbox.top, right - left, u.bbox.height);
      const text = `${episode.id}`;
      const visible = Math.max(left, u.bbox.left);
      if (visible > free && right > u.bbox.left) {
        ctx.fillStyle = css("--muted");
        ctx.fillText(text, visible + 3 * ratio, u.bbox.top + 12 * ratio);
        free = visible + ctx.measureText(text).width + 8 * ratio;
      }
    }
  },
};
