// The best bots of the ladder, each against each.
import {ColourWords, crosstable, type Met} from "../../presentation/web/crosstable";
import {h} from "../../presentation/web/dom";
import {sideName} from "./ladder_boards";
import {pageHead} from "./ladder_head";
import {type Crosstable, ladder} from "./ladder_model";
import {botLink} from "./ladder_views";
import {section} from "../../presentation/web/parts";
import {grouped} from "../../presentation/web/wording";

const Sizes = [10, 20, 40, 60];

/** How many are shown, to be chosen; null where there is no choice. */
function sizeChoice(data: Crosstable): HTMLElement|null {
  if (data.ranked <= Sizes[0]) return null;
  const now = data.bots.length;
  const offered = [...new Set([...Sizes.map((size) => Math.min(size, data.ranked)), now])].sort((a, b) => a - b);
  const select = h("select", {
    name: "most",
    change: () => {
      location.hash = `#crosstable&most=${select.value}`;
    }
  },
    ...offered.map((size) => h("option", {value: size}, `the best ${size}`)));
  select.value = String(now);
  return h("div", {class: "filters"}, h("label", {}, h("span", {}, "Show"), select));
}

function table(data: Crosstable): HTMLElement {
  const index = new Map(data.bots.map((bot, i) => [bot.place, i]));
  const met: Met[] = data.pairs.map((pair) => ({
    first: index.get(pair.first) ?? 0,
    second: index.get(pair.second) ?? 0,
    mean: pair.points,
    error: pair.points_error,
    boards: pair.boards,
    won: pair.won,
    drawn: pair.drawn,
    lost: pair.lost,
    stronger: null,
    remark: pair.struck ? "left out of the ratings" : ""
  }));
  const all = data.bots.map(
    (bot) => ({place: bot.place, name: sideName(bot), link: bot.bot === null ? null : botLink(bot.bot, bot.number)}));
  const address = (row: number, column: number) => {
    const [one, other] = [data.bots[row], data.bots[column]];
    if (one.bot === null || other.bot === null) return null;
    return `#pair=${encodeURIComponent(`${one.bot}@${one.number}`)},${
      encodeURIComponent(`${other.bot}@${other.number}`)}`;
  };
  return crosstable("Each against each", all, met, address);
}

export async function crosstablePage(most: string|null): Promise<HTMLElement> {
  const data = await ladder.crosstable(most);
  const {bots, ranked} = data;
  const struck = data.pairs.some((pair) => pair.struck) ? " * A moderator had these left out of the ratings." : "";
  const which =
    bots.length < ranked ? `The best ${bots.length} of ${grouped(ranked)} bots` : "All bots that are ranked";
  return h("main", {class: "report"}, pageHead("Crosstable", h("p", {class: "lede"}, `${which}, each against each.`)),
    section("crosstable", "Each against each",
      "Points per round of the row against the column; ± is half the 95 % interval, then how many boards. Each cell " +
        `leads to the boards of its pair. ${ColourWords}${struck}`,
      sizeChoice(data), data.pairs.length === 0 ? h("p", {}, "No two of them have met so far.") : table(data)));
}
