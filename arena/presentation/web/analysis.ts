// What an analysis found: boxes beside the cards, the margin along a round, and points lost by kind of decision.
import {scaleLinear} from "d3-scale";
import {curveStepAfter, line, type Point} from "d3-shape";
import {h, shown, styled, svg} from "./dom";
import type {Analysis, AnalysedDecision, BotAnalysis, LossFigures, Replay, RoundAnalysis, Step, Verdict} from "./model";
import {placeHash} from "./place";
import {nameOf} from "./remarks";
import type {View} from "./table";
import {fixed, grouped, percent, signed} from "./wording";

/** Half of a 95 % interval, in standard errors. */
export const Half95 = 1.96;
export const Marks: Record<string, string> = {
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??"
};
const Matters: Record<string, string> = {
  grand_tichu: "Grand Tichu",
  tichu: "Tichu",
  push: "push",
  lead: "lead",
  follow: "follow",
  pass: "pass",
  bomb: "bomb",
  wish: "wish",
  dragon: "Dragon"
};

const spaced = (word: string): string => word.replace(/_/g, " ");
export const matterName = (matter: string): string => Matters[matter] ?? spaced(matter);

/** Whether a reader with this view may see what a seat considered. */
function readable(decision: AnalysedDecision, view: View): boolean {
  return view === null || view === decision.seat;
}

function othersList(verdict: Verdict): HTMLElement|null {
  if (verdict.others.length === 0) return null;
  const rows = verdict.others.map(([move, ahead, error]) => h("li", {}, h("span", {class: "move"}, shown(move)),
                                    h("span", {class: "share"}, `${signed(ahead, 1)} ± ${fixed(Half95 * error, 1)}`)));
  return h(
    "ul", {class: "moves analysed-moves", "aria-label": "alternatives, in points against what was done"}, ...rows);
}

/** What one decision was worth. With hindsight also what it did to the margin by the true cards. */
function decisionBox(replay: Replay, step: Step, decision: AnalysedDecision, hindsight: boolean): HTMLElement|null {
  const {verdict} = decision;
  if (!verdict && !hindsight) return null;
  const head: string[] = [];
  if (decision.seat !== step.seat) head.push(nameOf(replay, decision.seat));
  head.push(`${matterName(decision.matter)}: ${shown(decision.move)}`);
  const mark = verdict?.mark ? h("strong", {class: "mark", title: verdict.mark}, Marks[verdict.mark]) : null;
  const loss = verdict?.best ?
    `${shown(verdict.best)} would have been worth ${signed(verdict.loss, 1)} ± ${fixed(Half95 * verdict.error, 1)} ` +
      `points, better in ${percent(verdict.better, 1)} of the deals where it matters` :
    verdict ? "nothing better was found" :
              null;
  const luck = hindsight ?
    `by the true cards: skill ${signed(decision.skill, 1)}, luck of the guess ${signed(decision.guess, 1)}` :
    null;
  return h("div", {class: `remark analysed${verdict?.mark ? ` ${verdict.mark}` : ""}`, "data-of": decision.seat},
    h("p", {class: "quiet"}, mark, mark ? " " : null, head.join(", ")), loss ? h("p", {}, loss) : null,
    verdict ? othersList(verdict) : null, luck ? h("p", {class: "quiet"}, luck) : null);
}

/** What was found of the decisions that show at a step, as far as `view` may read it. */
export function analysisAt(replay: Replay, step: Step, index: number, view: View, hindsight: boolean): HTMLElement[] {
  const here = (replay.analysis?.decisions ?? []).filter((each) => each.step === index && readable(each, view));
  return here.map((decision) => decisionBox(replay, step, decision, hindsight))
    .filter((box): box is HTMLElement => box !== null);
}

interface Dot {
  step: number;
  margin: number;
  decision: AnalysedDecision;
}

/** The expected margin before each decision: as its seat could know it, or with hindsight by the true cards. */
function dots(analysis: RoundAnalysis, sign: number, hindsight: boolean): Dot[] {
  const all: Dot[] = [];
  for (const decision of analysis.decisions) {
    if (hindsight)
      all.push({step: decision.step, margin: sign * decision.expected, decision});
    else if (decision.verdict && decision.matter !== "wish")
      all.push(
        {step: decision.step, margin: sign * (decision.seat % 2 === 0 ? 1 : -1) * decision.verdict.value, decision});
  }
  return all;
}

/**
 * The expected margin along the round, for the side that `sign` makes positive. Marked decisions lead to their step.
 */
export function marginGraph(replay: Replay, side: string, sign: number, at: number, view: View, hindsight: boolean,
  go: (step: number) => void): HTMLElement|null {
  const {analysis} = replay;
  if (!analysis) return null;
  const all = dots(analysis, sign, hindsight);
  if (all.length === 0) return null;
  const [width, height, left, right] = [640, 170, 58, 12];
  const last = replay.steps.length - 1;
  const end = sign * analysis.margin;
  const margins = [...all.map((dot) => dot.margin), end];
  const x = scaleLinear().domain([0, Math.max(1, last)]).range([left, width - right]);
  const y =
    scaleLinear().domain([Math.min(-50, ...margins) - 15, Math.max(50, ...margins) + 15]).range([height - 24, 8]);
  const points: Point[] = [...all.map((dot): Point => [x(dot.step), y(dot.margin)]), [x(last), y(end)]];
  const path = line().curve(curveStepAfter)(points);
  const ticks = y.ticks(4).map((tick) => svg("g", {transform: `translate(0 ${y(tick)})`},
                                 svg("line", {class: tick === 0 ? "zero" : "grid", x1: left, x2: width - right}),
                                 svg("text", {x: left - 6, dy: "0.32em", "text-anchor": "end"}, signed(tick))));
  const calls = replay.steps.flatMap(
    (step, i) => (step.do === "tichu" || step.do === "grand_tichu" ?
        [svg("text", {class: "call", x: x(i), y: height - 8, "text-anchor": "middle"}, "T",
          svg("title", {}, `${nameOf(replay, step.seat)} calls ${step.do === "tichu" ? "Tichu" : "Grand Tichu"}`))] :
        []));
  const tricks = replay.steps.flatMap(
    (step, i) => (
      step.do === "take" ? [svg("line", {class: "trick", x1: x(i), x2: x(i), y1: height - 24, y2: height - 19})] : []));
  const marks = all.filter((dot) => dot.decision.verdict?.mark && readable(dot.decision, view)).map((dot) => {
    const {verdict} = dot.decision;
    const label = `${nameOf(replay, dot.decision.seat)}, ${matterName(dot.decision.matter)}: ` +
      `${Marks[verdict?.mark ?? ""]} loses ${fixed(verdict?.loss ?? 0, 1)} points; to its step`;
    const open = () => go(dot.step);
    return svg("circle", {
      class: `marked ${verdict?.mark}`,
      cx: x(dot.step),
      cy: y(dot.margin),
      r: 6,
      tabindex: 0,
      role: "button",
      "aria-label": label,
      click: open,
      keydown: (event) => {
        if ((event as KeyboardEvent).key === "Enter") open();
      }
    },
      svg("title", {}, label));
  });
  const told = hindsight ? "by the true cards" : "as the deciding seat could know";
  const chart = svg("svg", {
    class: "chart margin-graph",
    viewBox: `0 0 ${width} ${height}`,
    role: "group",
    "aria-label": `Expected margin of ${side} along the round, ${told}; at the end ${signed(end)}`
  },
    ...ticks, ...tricks,
    svg("line", {class: "here", x1: x(Math.max(0, at)), x2: x(Math.max(0, at)), y1: 8, y2: height - 24}),
    svg("path", {class: "run", d: path ?? ""}), ...calls, ...marks);
  return h("figure", {class: "margin-figure"}, h("figcaption", {}, `Expected margin of ${side}, ${told}`),
    chart as unknown as HTMLElement);
}

/** The parts of a round's margin, in words; with hindsight only, because they tell who held what. */
export function partsLine(replay: Replay, side: string, sign: number): HTMLElement|null {
  const {analysis} = replay;
  if (!analysis) return null;
  const part = (value: number) => signed(sign * value, 1);
  return h("p", {class: "quiet parts-line"},
    `${side}: ${signed(sign * analysis.margin)} = luck of the cards ${part(analysis.cards)}, skill ` +
      `${part(analysis.skill)}, luck of the guess ${part(analysis.guess)}`);
}

function lossBar(figures: LossFigures, most: number): HTMLElement {
  const share = most > 0 ? Math.max(0, figures.loss_a_round.mean) / most : 0;
  return styled(h("span", {class: "loss-bar", "aria-hidden": "true"}), {"--share": `${100 * Math.min(1, share)}%`});
}

function lossRow(name: string, figures: LossFigures, most: number, half95: number): HTMLElement {
  const number = (value: number, error: number|null, digits: number) =>
    h("td", {class: "number"}, h("strong", {}, fixed(value, digits)),
      h("span", {class: "error"}, error === null ? "± ?" : `± ${fixed(half95 * error, digits)}`));
  const round = figures.loss_a_round;
  const decision = figures.loss_a_decision;
  return h("tr", {}, h("th", {scope: "row"}, name), number(round.mean, round.standard_error, 1),
    h("td", {}, lossBar(figures, most)), number(decision.mean, decision.standard_error, 2),
    h("td", {class: "number"}, grouped(figures.decisions)), h("td", {class: "number"}, figures.inaccuracies),
    h("td", {class: "number"}, figures.mistakes), h("td", {class: "number"}, figures.blunders));
}

export function lossTable(label: string, groups: Record<string, LossFigures>, all: LossFigures|null,
  name: (key: string) => string, half95 = Half95): HTMLElement {
  const entries = Object.entries(groups).sort((a, b) => b[1].loss_a_round.mean - a[1].loss_a_round.mean);
  const most = Math.max(0.001, ...entries.map(([, figures]) => figures.loss_a_round.mean));
  const heading = (text: string) =>
    h("th", {scope: "col", class: text.startsWith(">") ? "number" : null}, text.replace(">", ""));
  const rows = entries.map(([key, figures]) => lossRow(name(key), figures, most, half95));
  if (all) rows.push(lossRow("all", all, 0, half95));
  return h("div", {class: "scroll", tabindex: 0, role: "group", "aria-label": label},
    h("table", {},
      h("thead", {},
        h("tr", {},
          ...[label, ">Lost a round", "", ">Lost a decision", ">Decisions", ">?!", ">?", ">??"].map(heading))),
      h("tbody", {}, ...rows)));
}

function partsWords(bot: BotAnalysis): string {
  const {parts} = bot;
  const text = (mean: {mean: number; standard_error: number | null}) =>
    `${signed(mean.mean, 1)} ± ${mean.standard_error === null ? "?" : fixed(Half95 * mean.standard_error, 1)}`;
  if (parts.score.mean === 0 && parts.score.standard_error === null) return "";
  let gain = "";
  if (parts.factor !== null) {
    gain =
      ` With luck taken out it is ${text(parts.without_luck)}, as good as ${fixed(parts.factor, 1)} times as many ` +
      "boards with it.";
  }
  return `A round brought ${text(parts.score)} points: luck of the cards ${text(parts.cards)}, luck of the guess ` +
    `${text(parts.guess)}, skill ${text(parts.skill)}.${gain}`;
}

function worstList(bot: BotAnalysis, tournament: string|null, jobs: Set<number>): HTMLElement|null {
  if (bot.worst.length === 0) return null;
  const items = bot.worst.map((worst) => {
    const {verdict} = worst;
    const words = `${Marks[verdict.mark ?? ""] ?? ""} ${fixed(verdict.loss, 1)} ± ${fixed(Half95 * verdict.error, 1)}`;
    const text = `${matterName(worst.matter)}: ${shown(worst.move)} instead of ${shown(verdict.best ?? "")}`;
    const place =
      {tournament, job: worst.job, round: worst.round, moment: {seating: worst.seating, after: worst.after}};
    const link = jobs.has(worst.job) || tournament ?
      h("a", {href: placeHash(place)}, `job ${worst.job}, seat ${worst.seat}`) :
      h("span", {class: "quiet"}, `job ${worst.job}, seat ${worst.seat}`);
    return h("li", {}, h("strong", {}, words), " points, ", text, ", ", link);
  });
  return h("details", {open: true}, h("summary", {}, "The worst decisions"), h("ol", {class: "worst"}, ...items));
}

/** Where each bot's points went; the parts of a section of the report. */
export function analysisParts(analysis: Analysis, tournament: string|null, jobs: Set<number>): HTMLElement[] {
  return analysis.summaries.map(
    (bot) => h("div", {class: "analysed-bot"}, h("h3", {}, shown(bot.bot)),
      h("p", {class: "note-line"}, `${grouped(bot.team_rounds)} rounds of its teams. ${partsWords(bot)}`),
      lossTable("Kind", bot.matters, bot.all, matterName),
      h("details", {}, h("summary", {}, "By phase and situation"), lossTable("Phase", bot.phases, null, spaced),
        lossTable("Situation", bot.situations, null, spaced)),
      worstList(bot, tournament, jobs)));
}
