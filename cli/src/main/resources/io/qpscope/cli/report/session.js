"use strict";
// All charts of one session, their common range of time, and what pointer and keys do to them.

/** How far around a frame a link zooms, as a part of the session. */
const LINK_PART = 0.03;
/** Pointers nearer than that to a point mean it, pixels. */
const NEAR = 16;
/** When nearly all happens in less than this part of the time, that is shown first. */
const BUSY_PART = 0.3;

class SessionPlots {
  constructor(data, lanes, boxes) {
    this.data = data;
    this.key = `session-${data.id}`;
    this.charts = [];
    this.pinned = null;
    this.plots = data.plots.map(plot => ({
      ...plot,
      marks: plot.marks.map(marks => new Points(marks))
        .sort((a, b) => Object.keys(KINDS).indexOf(a.kind) - Object.keys(KINDS).indexOf(b.kind)),
      levels: plot.levels.map(level => new Points(level)),
      rate: this.rate(plot.rate),
    }));
    this.full = this.extent();
    this.range = this.busy = this.busyPart();
    this.rightPad = this.plots.some(plot => plot.levels.some(l => l.kind === "CREDITS")) ? 44 : 12;
    this.lanes = lanes.filter(lane => lane.t.length > 0);
    boxes.forEach(box => this.build(box));
    this.update();
  }

  rate(data) {
    const seconds = data.width / 1e9;
    return {
      ...data,
      first: sums(data.first),
      again: sums(data.again),
      bits: bytes => (bytes * 8) / seconds,
    };
  }

  /** From the first to the last of all, with a little air. */
  extent() {
    let min = this.data.from;
    let max = min + this.data.length;
    for (const plot of this.plots) {
      for (const { t } of plot.marks) {
        min = Math.min(min, t[0]);
        max = Math.max(max, t[t.length - 1]);
      }
    }
    const air = Math.max(100, (max - min) * 0.02);
    return [min - air, max + air];
  }

  /** Where nearly all points and all trouble lie, if that is a small part of the time; else all. */
  busyPart() {
    const times = this.plots.flatMap(plot => plot.marks.flatMap(points => points.t));
    times.sort((a, b) => a - b);
    const at = part => times[Math.min(times.length - 1, Math.floor(times.length * part))];
    const rare = this.all(true).map(({ point }) => point.t);
    const first = Math.min(at(0.05), ...rare.slice(0, 1));
    const last = Math.max(at(0.95), ...rare.slice(-1));
    const air = Math.max(100, (last - first) * 0.05);
    const [low, high] = this.full;
    if (times.length < 20 || last - first > (high - low) * BUSY_PART) return this.full;
    return [Math.max(low, first - air), Math.min(high, last + air)];
  }

  // ---- building ----

  build(box) {
    box.replaceChildren();
    box.tabIndex = 0;
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", "Plots; arrow keys move, + and - zoom, 0 shows all");
    const plot = this.plots.find(one => one.side === box.dataset.side);
    const heading = document.createElement("h3");
    heading.textContent = `${plot.requester} → ${plot.responder}`;
    box.append(heading, this.tools());
    box.append(this.legend(plot));
    this.add(box, sequenceChart(this, plot));
    if (plot.levels.length > 0) this.add(box, levelChart(this, plot));
    this.add(box, rateChart(plot));
    if (plot === this.plots[this.plots.length - 1] && this.lanes.length > 0) {
      this.add(box, laneChart(this.lanes));
    }
    const note = document.createElement("p");
    note.className = "readout";
    note.setAttribute("aria-live", "polite");
    box.append(note);
    box.addEventListener("keydown", event => this.onKey(event));
    new ResizeObserver(() => this.charts.forEach(chart => chart.resize())).observe(box);
    (this.notes ??= []).push(note);
    (this.boxes ??= []).push(box);
  }

  add(box, options) {
    this.charts.push(new Chart(this, box, options));
  }

  tools() {
    const bar = document.createElement("div");
    bar.className = "zoom";
    const shown = document.createElement("output");
    (this.outputs ??= []).push(shown);
    const button = (text, title, action) => {
      const one = document.createElement("button");
      one.type = "button";
      one.textContent = text;
      one.title = title;
      one.addEventListener("click", action);
      return one;
    };
    bar.append(
      button("◀", "Earlier (left arrow)", () => this.pan(-0.3)),
      button("▶", "Later (right arrow)", () => this.pan(0.3)),
      button("+", "Zoom in (+)", () => this.zoomBy(0.5)),
      button("−", "Zoom out (-)", () => this.zoomBy(2)),
      button("All", "Show all (0 or double click)", () => this.reset()),
      button("Next event", "To the next resend, NAK, timeout or mark (n)",
        () => this.step(1, true)),
      shown,
    );
    return bar;
  }

  legend(plot) {
    const list = document.createElement("div");
    list.className = "legend";
    for (const points of plot.marks) {
      const { name, shape, color } = KINDS[points.kind];
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-pressed", "true");
      button.title = `Hide or show: ${name}`;
      const icon = document.createElement("canvas");
      icon.width = icon.height = 32;
      icon.dataset.shape = shape;
      icon.dataset.color = color;
      const thinned = points.of > points.t.length ? `, ${points.t.length} drawn` : "";
      button.append(icon, `${name} ${points.of}${thinned}`);
      button.addEventListener("click", () => {
        points.shown = !points.shown;
        button.setAttribute("aria-pressed", String(points.shown));
        this.update();
      });
      list.append(button);
    }
    return list;
  }

  // ---- range ----

  update() {
    this.charts.forEach(chart => chart.update());
    const [min, max] = this.range;
    const all = this.range === this.full ? "all, " : this.range === this.busy ? "busy part, " : "";
    for (const output of this.outputs) {
      output.textContent = `${all}${moment(Math.max(0, min))} to ${moment(max)} `
        + `(${duration(max - min)})`;
    }
  }

  zoom(min, max) {
    const [low, high] = this.full;
    const width = Math.min(high - low, Math.max(50, max - min));
    const from = Math.min(Math.max(low, (min + max - width) / 2), high - width);
    this.range = width >= high - low ? this.full : [from, from + width];
    this.hideTip();
    this.update();
  }

  zoomBy(factor) {
    const [min, max] = this.range;
    const middle = this.pinned && this.pinned.t >= min && this.pinned.t <= max
      ? this.pinned.t : (min + max) / 2;
    const half = ((max - min) * factor) / 2;
    this.zoom(middle - half, middle + half);
  }

  pan(part) {
    const [min, max] = this.range;
    const way = (max - min) * part;
    const [low, high] = this.full;
    const bounded = Math.min(Math.max(way, low - min), high - max);
    this.zoom(min + bounded, max + bounded);
  }

  reset() {
    this.zoom(...this.full);
  }

  timeLabels(splits) {
    const [min, max] = this.range;
    const [unit, name] = timeUnit(max - min);
    const step = splits.length > 1 ? splits[1] - splits[0] : unit;
    let decimals = 0;
    while (decimals < 6 && Math.abs((step / unit) * 10 ** decimals % 1) > 1e-6) decimals++;
    const relative = Math.abs(max) / step > 1e5;
    return splits.map((t, i) => {
      if (!relative) return `${trimmed(t / unit, decimals)} ${name}`;
      return i === 0 ? moment(t) : `+${trimmed((t - splits[0]) / unit, decimals)} ${name}`;
    });
  }

  // ---- single points ----

  hover(chart, u, plot) {
    const { left, top } = u.cursor;
    const over = u.over.matches(":hover");
    const found = over && left >= 0 ? this.nearest(u, plot, left, top) : null;
    if (found) this.showTip(chart, u, plot, found);
    else if (over || !this.pinned) this.hideTip();
    if (!u.over.dataset.ready) {
      u.over.dataset.ready = "yes";
      u.over.addEventListener("mouseleave", () => this.hideTip());
      u.over.addEventListener("click", () => this.hovered && this.pin(plot, this.hovered));
    }
  }

  nearest(u, plot, left, top) {
    let best = null;
    let distance = NEAR * NEAR;
    const reach = [u.posToVal(left - NEAR, "x"), u.posToVal(left + NEAR, "x")];
    for (const points of plot.marks) {
      if (!points.shown) continue;
      const [from, to] = points.within(reach);
      for (let i = from; i < to; i++) {
        const dx = u.valToPos(points.t[i], "x") - left;
        const dy = u.valToPos(points.y[i], "y") - top;
        const now = dx * dx + dy * dy;
        if (now <= distance) {
          distance = now;
          best = pointAt(points, i);
        }
      }
    }
    return best;
  }

  showTip(chart, u, plot, point) {
    this.hovered = point;
    const tip = (this.tip ??= document.createElement("div"));
    tip.className = "tip";
    tip.textContent = pointText(plot, point);
    chart.box.append(tip);
    const x = u.over.offsetLeft + u.valToPos(point.t, "x");
    const y = u.over.offsetTop + u.valToPos(point.y, "y");
    const flip = x > chart.box.clientWidth / 2;
    tip.style.left = flip ? "auto" : `${x + 12}px`;
    tip.style.right = flip ? `${chart.box.clientWidth - x + 12}px` : "auto";
    tip.style.top = `${Math.max(0, y - 34)}px`;
  }

  hideTip() {
    this.hovered = null;
    if (this.tip) this.tip.remove();
  }

  paintPin(u, ctx, ratio, plot) {
    if (!this.pinned || this.pinned.plot !== plot) return;
    const x = u.valToPos(this.pinned.t, "x", true);
    const y = u.valToPos(this.pinned.y, "y", true);
    ctx.strokeStyle = css("--text");
    ctx.lineWidth = 1.5 * ratio;
    ctx.beginPath();
    ctx.arc(x, y, 9 * ratio, 0, 7);
    ctx.stroke();
  }

  pin(plot, point) {
    this.pinned = { ...point, plot };
    const index = this.plots.indexOf(plot);
    this.notes.forEach(note => (note.textContent = ""));
    const note = this.notes[Math.min(index, this.notes.length - 1)];
    note.textContent = `${pointText(plot, point)}. All of it: qpscope show --frame ${point.f}`;
    this.update();
  }

  all(rareOnly) {
    const every = [];
    for (const plot of this.plots) {
      for (const points of plot.marks) {
        if (!points.shown || (rareOnly && !KINDS[points.kind].rare)) continue;
        points.t.forEach((t, i) => every.push({ plot, point: pointAt(points, i) }));
      }
    }
    return every.sort((a, b) => a.point.t - b.point.t || a.point.f - b.point.f);
  }

  /** To the next or the previous point, of all or of those that mean trouble. */
  step(way, rareOnly) {
    const every = this.all(rareOnly);
    if (every.length === 0) return;
    const { pinned } = this;
    let at = pinned
      ? every.findIndex(({ point }) => point.t === pinned.t && point.kind === pinned.kind
          && point.f === pinned.f)
      : way > 0 ? -1 : every.length;
    if (pinned && at < 0) {
      at = every.findIndex(({ point }) => point.t > pinned.t) - (way > 0 ? 1 : 0);
    }
    const next = every[Math.min(every.length - 1, Math.max(0, at + way))];
    this.show(next.plot, next.point);
  }

  /** Moves the range so that the point is inside, and marks it. */
  show(plot, point) {
    const [min, max] = this.range;
    if (point.t < min || point.t > max) {
      const half = (max - min) / 2;
      this.zoom(point.t - half, point.t + half);
    }
    this.pin(plot, point);
  }

  /** A frame of the report's text: zooms to it. Tells whether it, or one near it, is drawn. */
  goTo(frame) {
    const every = this.all(false);
    if (every.length === 0) return false;
    const off = ({ point }) => Math.abs(point.f - frame);
    // Of several points for one frame the rarest says most.
    const found = every.reduce((a, b) => (off(b) < off(a)
      || (off(b) === off(a) && rank(b.point.kind) > rank(a.point.kind)) ? b : a));
    const { plot, point } = found;
    const story = plot.episodes.find(one => one.from <= point.t && point.t <= one.until);
    const around = (this.full[1] - this.full[0]) * LINK_PART;
    const margin = story ? Math.max((story.until - story.from) * 0.5, 1000) : around;
    this.zoom((story ? story.from : point.t) - margin, (story ? story.until : point.t) + margin);
    this.pin(plot, point);
    this.boxes[Math.min(this.plots.indexOf(plot), this.boxes.length - 1)].focus();
    return true;
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
      ArrowLeft: () => this.pan(-0.2),
      ArrowRight: () => this.pan(0.2),
      "+": () => this.zoomBy(0.5),
      "=": () => this.zoomBy(0.5),
      "-": () => this.zoomBy(2),
      0: () => this.reset(),
      ".": () => this.step(1, false),
      ",": () => this.step(-1, false),
      n: () => this.step(1, true),
      p: () => this.step(-1, true),
    };
    const action = keys[event.key];
    if (action) {
      event.preventDefault();
      event.stopPropagation();
      action();
    }
  }

  redraw() {
    this.charts.forEach(chart => chart.uplot.redraw());
    for (const box of this.boxes) {
      box.querySelectorAll(".legend canvas").forEach(icon => {
        const ctx = icon.getContext("2d");
        ctx.clearRect(0, 0, 32, 32);
        ctx.fillStyle = ctx.strokeStyle = css(icon.dataset.color);
        ctx.lineWidth = 3.5;
        drawShape(ctx, icon.dataset.shape, 16, 16, 6.5);
      });
    }
  }
}

const rank = kind => Object.keys(KINDS).indexOf(kind);

function pointAt(points, i) {
  return { kind: points.kind, t: points.t[i], y: points.y[i], f: points.f[i] };
}

function pointText(plot, point) {
  const where = plot.bytes
    ? `at ${point.y.toLocaleString("en")} B` : `PSN ${psnText(plot, point.y)}`;
  const story = plot.episodes.find(one => one.from <= point.t && point.t <= one.until);
  const part = story ? `, recovery ${story.id} (${story.cause})` : "";
  return `${KINDS[point.kind].name}, frame ${point.f}, ${where}, ${moment(point.t)}${part}`;
}
