// The report's charts: drawn as SVG with d3's scales and shapes, coloured by the style sheet.
import {scaleLinear, scaleLog, type ScaleMaker} from "d3-scale";
import {area, curveMonotoneX, curveStepAfter, line, type Point} from "d3-shape";
import {h, shown, svg} from "./dom";
import type {TournamentData, Standing} from "./model";
import {duration, fixed, grouped, plural, signed} from "./wording";

const LineColours = 8;

/** A scale over all standings' ratings with their errors. */
export function ratingScale(standings: Standing[], width: number): ScaleMaker {
  return intervalScale(standings.flatMap(({elo}) => elo ? [{value: elo.value, error: elo.error95}] : []), width);
}

/** A value with its interval, as a row of a table. */
export function intervalBar(value: number, error: number, scale: ScaleMaker, width: number, label: string): SVGElement {
  return svg("svg", {class: "rating-bar", viewBox: `0 0 ${width} 24`, role: "img", "aria-label": label},
    svg("line", {class: "zero", x1: scale(0), x2: scale(0), y1: 0, y2: 24}), svg("rect", {
      class: "interval",
      x: scale(value - error),
      y: 7,
      width: Math.max(1, scale(value + error) - scale(value - error)),
      height: 10,
      rx: 3
    }),
    svg("circle", {class: "value", cx: scale(value), cy: 12, r: 3}));
}

/** A rating with its interval, as a row of the ladder. */
export function ratingBar(elo: {value: number; error95: number}, scale: ScaleMaker, width: number): SVGElement {
  const {value, error95} = elo;
  const label = `Elo ${signed(value)}, 95 % interval ${signed(value - error95)} to ${signed(value + error95)}`;
  return intervalBar(value, error95, scale, width, label);
}

/** A scale over values with their errors, with 0 on it. */
export function intervalScale(rows: {value: number; error: number}[], width: number): ScaleMaker {
  const low = Math.min(0, ...rows.map((row) => row.value - row.error));
  const high = Math.max(0, ...rows.map((row) => row.value + row.error));
  const margin = Math.max(10, (high - low) * 0.04);
  return scaleLinear().domain([low - margin, high + margin]).range([0, width]);
}

function axisBelow(scale: ScaleMaker, y: number, count: number, words: (value: number) => string): SVGElement {
  const ticks =
    scale.ticks(count).map((tick) => svg("g", {class: "tick", transform: `translate(${scale(tick)} ${y})`},
                             svg("line", {y2: 5}), svg("text", {y: 18, "text-anchor": "middle"}, words(tick))));
  return svg("g", {class: "axis"}, ...ticks);
}

function axisLeft(scale: ScaleMaker, x: number, width: number, words: (value: number) => string): SVGElement {
  const ticks = scale.ticks(5).map((tick) => svg("g", {class: "tick", transform: `translate(${x} ${scale(tick)})`},
                                     svg("line", {class: tick === 0 ? "zero" : "grid", x2: width}),
                                     svg("text", {x: -8, dy: "0.32em", "text-anchor": "end"}, words(tick))));
  return svg("g", {class: "axis"}, ...ticks);
}

/** Pushes overlapping labels apart; they stay in their order. */
function spread(ys: number[], gap: number, low: number, high: number): number[] {
  const order = ys.map((_, i) => i).sort((a, b) => ys[a] - ys[b]);
  const placed = [...ys];
  let free = low;
  for (const i of order) {
    placed[i] = Math.max(placed[i], free);
    free = placed[i] + gap;
  }
  let ceiling = high;
  for (const i of [...order].reverse()) {
    placed[i] = Math.min(placed[i], ceiling);
    ceiling = placed[i] - gap;
  }
  return placed;
}

/** Ratings over the number of boards counted, one line per entrant. */
export function historyChart(data: TournamentData): HTMLElement|null {
  const {history, results} = data;
  if (!history || history.boards.length < 2) return null;
  const [width, height, left, right, top, bottom] = [860, 380, 56, 170, 12, 34];
  const best =
    results.standings.slice(0, 12).map((standing) => results.entrants.findIndex((e) => e.name === standing.name));
  const values = history.elo.flatMap((row) => best.map((entrant) => row[entrant]));
  const x = scaleLinear().domain([0, history.boards[history.boards.length - 1]]).range([left, width - right]);
  const y = scaleLinear().domain([Math.min(...values), Math.max(...values)]).nice(5).range([height - bottom, top]);
  const path = line().curve(curveMonotoneX);
  const last = history.elo.length - 1;
  const labels = spread(best.map((entrant) => y(history.elo[last][entrant])), 16, top + 6, height - bottom);
  const lines = best.map((entrant, i) => {
    const points: Point[] = history.boards.map((boards, k) => [x(boards), y(history.elo[k][entrant])]);
    const end = points[last];
    const name = shown(results.entrants[entrant].name);
    return svg("g", {class: `series hue${i % LineColours}${i < LineColours ? "" : " again"}`},
      svg("path", {class: "line", d: path(points)}),
      svg("path", {class: "leader", d: `M${end[0] + 3} ${end[1]}L${end[0] + 14} ${labels[i]}`}),
      svg("text", {x: end[0] + 18, y: labels[i], dy: "0.32em"}, name.length > 20 ? name.slice(0, 19) + "…" : name));
  });
  const label = `Elo of ${plural(best.length, "entrant")} as boards were counted`;
  const chart =
    svg("svg", {class: "chart history", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label},
      axisLeft(y, left, width - left - right, (value) => signed(value)), axisBelow(x, height - bottom, 6, grouped),
      ...lines, svg("text", {class: "axis-name", x: width - right, y: height - 2, "text-anchor": "end"}, "boards"));
  return h("div", {class: "scroll", tabindex: 0, role: "group", "aria-label": "Rating over boards"},
    chart as unknown as HTMLElement);
}

/** The margins of an entrant's boards as a small histogram: losses left of the middle, wins right of it. */
export function marginChart(data: TournamentData, entrant: number): HTMLElement {
  const {low, width: step, counts} = data.margins;
  const bins = counts[entrant];
  const [width, height, bottom] = [260, 110, 22];
  const x = scaleLinear().domain([low, low + step * bins.length]).range([4, width - 4]);
  const y = scaleLinear().domain([0, Math.max(1, ...bins)]).range([height - bottom, 6]);
  const outline: Point[] =
    bins.map((count, i) => [x(low + i * step), y(count)] as Point).concat([[x(low + bins.length * step), y(0)]]);
  const shape = area().curve(curveStepAfter).y0(y(0)).y1((point) => point[1])(outline);
  const total = bins.reduce((sum, count) => sum + count, 0);
  const name = data.results.entrants[entrant].name;
  const standing = data.results.standings.find((s) => s.name === name);
  const mean = standing?.points_a_round.mean ?? 0;
  // The middle bin holds boards that were almost even.
  const middle =
    [low + step * Math.floor(bins.length / 2), low + step * Math.ceil(bins.length / 2)].map((margin) => x(margin));
  const part = (kind: string, from: number, to: number) => {
    const id = `${kind}-${entrant}`;
    return [
      svg("clipPath", {id}, svg("rect", {x: from, y: 0, width: to - from, height})),
      svg("path", {class: kind, d: shape, "clip-path": `url(#${id})`})
    ];
  };
  const chart = svg("svg", {
    class: "chart margins",
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": `Board margins of ${shown(name)}, ${plural(total, "board")}, mean ${signed(mean, 1)}`
  },
    ...part("lost", 0, middle[0]), ...part("even", middle[0], middle[1]), ...part("won", middle[1], width),
    svg("line", {class: "zero", x1: x(0), x2: x(0), y1: 2, y2: height - bottom}),
    svg("path", {class: "mean", d: `M${x(mean)} ${height - bottom}l-5 7h10z`}),
    ...[-400, -200, 200, 400].map(
      (tick) =>
        svg("text", {x: x(tick),
          y: height - 4,
          "text-anchor": tick < -300 ? "start" :
            tick > 300               ? "end" :
                                       "middle"},
          signed(tick))));
  return h("figure", {},
    h("figcaption", {}, h("span", {class: "name"}, shown(name)),
      h("span", {class: "quiet"}, ` mean ${signed(mean, 1)}`)),
    chart as unknown as HTMLElement);
}

/**
 * How long decisions took: the median, the time within which 99 of 100 were made, and the longest, on a logarithmic
 * scale.
 */
export function timeChart(data: TournamentData): HTMLElement {
  const rows = data.usage.map((usage) => ({...usage, name: shown(usage.bot)}));
  if (rows.length === 0) return h("p", {class: "quiet"}, "No decision was taken.");
  const [width, left, right, row] = [860, 190, 210, 30];
  const height = rows.length * row + 34;
  const x = scaleLog()
              .domain([
                Math.max(0.05, Math.min(...rows.map((r) => r.median_us)) / 2),
                Math.max(...rows.map((r) => r.longest_us), 1) * 1.5
              ])
              .range([left, width - right]);
  const at = (us: number) => x(Math.max(us, x.domain()[0]));
  const decades = x.ticks(6).filter((tick) => Math.abs(Math.log10(tick) - Math.round(Math.log10(tick))) < 1e-9);
  const grid = decades.map((tick) => svg("g", {class: "tick", transform: `translate(${x(tick)} 0)`},
                             svg("line", {class: "grid", y1: 0, y2: height - 26}),
                             svg("text", {y: height - 10, "text-anchor": "middle"}, duration(tick))));
  const bars = rows.map((r, i) => {
    const y = i * row + row / 2;
    const name = r.name.length > 22 ? r.name.slice(0, 21) + "…" : r.name;
    const memory = r.peak_memory === null ? "" : `, ${fixed(r.peak_memory / 1e6)} MB`;
    return svg("g", {}, svg("text", {x: left - 14, y, dy: "0.32em", "text-anchor": "end"}, name),
      svg("line", {class: "reach", x1: at(r.median_us), x2: at(r.longest_us), y1: y, y2: y}),
      svg("circle", {class: "value", cx: at(r.median_us), cy: y, r: 5},
        svg("title", {}, `median ${duration(r.median_us)}`)),
      svg("circle", {class: "p99", cx: at(r.p99_us), cy: y, r: 4}, svg("title", {}, `99 %: ${duration(r.p99_us)}`)),
      svg("line", {class: "longest", x1: at(r.longest_us), x2: at(r.longest_us), y1: y - 7, y2: y + 7}),
      svg("text", {class: "small", x: at(r.longest_us) + 8, y, dy: "0.32em"},
        `${duration(r.median_us)} / ${duration(r.p99_us)} / ${duration(r.longest_us)}${memory}`));
  });
  const label =
    rows
      .map(
        (r) =>
          `${r.name}: median ${duration(r.median_us)}, 99 % ${duration(r.p99_us)}, longest ${duration(r.longest_us)}`)
      .join("; ");
  const chart = svg("svg", {class: "chart times", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label},
    ...grid, ...bars);
  return h("div", {class: "scroll", tabindex: 0, role: "group", "aria-label": "Decision times"},
    chart as unknown as HTMLElement);
}

/** Hands with a call, made and failed, as a bar; `whole` is the share that fills it. */
export function callBar(hands: number, called: number, made: number, whole: number): HTMLElement {
  const [width, height] = [160, 14];
  const x = (count: number) => (hands > 0 ? (count / hands / whole) * width : 0);
  return svg("svg", {
    class: "call-bar",
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": `${fixed(called)} called, ${fixed(made)} made`
  },
           svg("rect", {class: "track", width, height, rx: 3}),
           svg("rect", {class: "made", width: x(made), height, rx: 3}),
           svg("rect", {class: "failed", x: x(made), width: x(called - made), height, rx: 3})) as unknown as
    HTMLElement;
}

/** How a version did over its boards, with the 95 % interval as a band. */
export function formChart(points: {boards: number; points: number; error: number}[]): HTMLElement|null {
  if (points.length < 2) return null;
  const [width, height, left, right, top, bottom] = [860, 300, 56, 24, 12, 34];
  const settled = points.slice(Math.min(2, points.length - 2));
  const lows = settled.map((p) => p.points - p.error);
  const highs = settled.map((p) => p.points + p.error);
  const x = scaleLinear().domain([0, points[points.length - 1].boards]).range([left, width - right]);
  const y = scaleLinear().domain([Math.min(0, ...lows), Math.max(0, ...highs)]).nice(5).range([height - bottom, top]);
  const at = (value: number) => Math.max(top, Math.min(height - bottom, y(value)));
  const upper = points.map((p): Point => [x(p.boards), at(p.points + p.error)]);
  const lower = points.map((p): Point => [x(p.boards), at(p.points - p.error)]).reverse();
  const band = `M${[...upper, ...lower].map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L")}Z`;
  const last = points[points.length - 1];
  const label =
    `After ${plural(last.boards, "board")}: ${signed(last.points, 1)} ± ${fixed(last.error, 1)} points per round`;
  const chart = svg("svg", {class: "chart form", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label},
    axisBelow(x, height - bottom, 6, (tick) => grouped(tick)),
    axisLeft(y, left, width - left - right, (tick) => signed(tick)), svg("path", {class: "band", d: band}),
    svg("path", {class: "line", d: line()(points.map((p): Point => [x(p.boards), at(p.points)])) ?? ""}));
  return h("div", {class: "scroll", tabindex: 0, role: "group", "aria-label": "Form"}, chart as unknown as HTMLElement);
}
