"use strict";
// The page around the plots: builds them when they come into view, links, keys, theme and print.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const lanes = data.lanes.map(lane => ({ ...lane, t: sums(lane.t), f: sums(lane.f) }));
  const built = new Map();

  function build(id) {
    if (!built.has(id)) {
      const session = data.sessions.find(one => String(one.id) === id);
      const boxes = [...document.querySelectorAll(`.plots[data-session="${id}"]`)];
      if (!session || boxes.length === 0) return null;
      const plots = new SessionPlots(session, lanes, boxes);
      built.set(id, plots);
      plots.redraw();
    }
    return built.get(id);
  }

  const seen = new IntersectionObserver(entries => {
    for (const entry of entries) {
      if (entry.isIntersecting) {
        seen.unobserve(entry.target);
        build(entry.target.dataset.session);
      }
    }
  }, { rootMargin: "300px" });
  document.querySelectorAll(".plots").forEach(box => seen.observe(box));

  // ---- links ----

  function reveal(element) {
    for (let up = element; up; up = up.parentElement) {
      if (up.tagName === "DETAILS") up.open = true;
    }
  }

  document.addEventListener("click", event => {
    const link = event.target.closest("a[href^='#']");
    if (!link) return;
    const target = document.getElementById(link.getAttribute("href").slice(1));
    if (!target) return;
    reveal(target);
    const frame = link.dataset.frame;
    if (!frame) return;
    const plots = build(link.dataset.session);
    if (plots && plots.goTo(Number(frame))) {
      event.preventDefault();
      plots.boxes[0].scrollIntoView({ block: "start" });
    }
  });

  // ---- theme ----

  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const button = document.getElementById("theme");

  function isDark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : dark.matches;
  }

  function themed() {
    button.textContent = isDark() ? "Light" : "Dark";
    built.forEach(plots => plots.redraw());
  }

  function toggleTheme() {
    root.dataset.theme = isDark() ? "light" : "dark";
    themed();
  }

  button.addEventListener("click", toggleTheme);
  dark.addEventListener("change", themed);
  themed();

  // ---- print ----

  let before = null;
  addEventListener("beforeprint", () => {
    before = root.dataset.theme ?? "";
    root.dataset.theme = "light";
    document.querySelectorAll("details[open] > .plots").forEach(box => build(box.dataset.session));
    themed();
  });
  addEventListener("afterprint", () => {
    if (before) root.dataset.theme = before;
    else delete root.dataset.theme;
    themed();
  });
  document.getElementById("print").addEventListener("click", () => print());

  // ---- keys ----

  const help = document.createElement("dialog");
  help.innerHTML = document.getElementById("help").innerHTML;
  document.body.append(help);
  help.addEventListener("click", () => help.close());
  document.getElementById("keys").addEventListener("click", () => help.showModal());

  /** To the next or the previous element that can be stepped to. */
  function stepTo(selector, way) {
    const all = [...document.querySelectorAll(selector)];
    if (all.length === 0) return;
    const at = all.findIndex(one => one === document.activeElement
      || one.contains(document.activeElement));
    const next = all[Math.min(all.length - 1, Math.max(0, at < 0 ? 0 : at + way))];
    if (next.tagName === "DETAILS") {
      next.open = true;
      next.querySelector("summary").focus();
    } else {
      next.focus();
    }
    next.scrollIntoView({ block: "start" });
  }

  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const keys = {
      t: toggleTheme,
      j: () => stepTo("details.session", 1),
      k: () => stepTo("details.session", -1),
      f: () => stepTo("li.finding", 1),
      F: () => stepTo("li.finding", -1),
      "?": () => help.showModal(),
    };
    const action = keys[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  });

  // ---- sorting ----

  const amount = text => {
    const number = parseFloat(text);
    return Number.isNaN(number) ? null : number;
  };

  document.querySelectorAll("table.sessions th").forEach((head, column) => {
    const sort = document.createElement("button");
    sort.type = "button";
    sort.textContent = head.textContent;
    sort.title = "Sort";
    head.replaceChildren(sort);
    sort.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      head.closest("tr").querySelectorAll("th").forEach(th => th.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const body = head.closest("table").tBodies[0];
      const key = row => row.cells[column].textContent;
      const order = (a, b) => {
        const [x, y] = [amount(key(a)), amount(key(b))];
        return x !== null && y !== null ? x - y : key(a).localeCompare(key(b));
      };
      body.append(...[...body.rows].sort((a, b) => (up ? order(a, b) : order(b, a))));
    });
  });

  root.classList.add("scripted");
})();
