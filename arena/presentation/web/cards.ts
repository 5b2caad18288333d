// Cards as pictures. Suits and the four special cards are drawn here, so that no font needs to have them.
import {h, svg} from "./dom";
import {cardName} from "./wording";

const Pictures: Record<string, string[]> = {
  // Suits, in a box of 24: a jade ring, a sword, a pagoda, a star.
  j: ["M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19zm0 6a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7z"],
  s: ["M12 1l2.4 3.2V15H9.6V4.2zM6.2 15.4h11.6v2.3H6.2zM10.8 17.9h2.4V23h-2.4z"],
  p: ["M12 1l2 3.2 5 2.6-1.6 1.6H6.6L5 6.800l5-2.600zM8.400 9h7.200v2.200l5.400 3-1.700 1.700H4.700L3 14.200l5.400-3z" +
    "M7.200 16.500h9.600V22h-3.300v-3.200h-3V22H7.200z"],
  t: ["M12 1.600l3 7 7.600.700-5.700 5 1.700 7.400-6.600-3.900-6.600 3.900 1.700-7.400-5.700-5 7.600-.700z"],
  // The special cards, as strokes: a sparrow, a dog's head, a phoenix's tail, a dragon.
  Mah: [
    "M4 15c1.500-5 5-8 9.500-8 2 0 3.500 1 4.200 2.600L21 10.500l-3 1.300c-.500 4-3.500 6.700-7.800 6.700H8",
    "M4 15c2 .300 4.500-.200 6.300-2.300", "M10.500 18.500V21M13 18.200V21", "M15.200 9.500h.010"
  ],
  Dog: [
    "M5 9L4 4.500c2.500 0 4 1 5 2.500h6c1-1.500 2.500-2.500 5-2.500L19 9c.600 6-2 10.500-7 10.500S4.400 15 5 9z",
    "M9.200 11.500h.010M14.800 11.500h.010", "M10.700 15h2.600L12 16.400z"
  ],
  Phx: [
    "M12 22c0-6 0-11 0-19", "M12 20C7 18 5 13 5.500 7.500 9 9.500 11.500 13 12 17",
    "M12 20c5-2 7-7 6.500-12.500C15 9.500 12.500 13 12 17", "M12 12C9.800 9.500 9.800 6 12 3c2.200 3 2.200 6.500 0 9z"
  ],
  Drg: [
    "M5 20c5 1.500 8-.500 7.500-3.500S7 13.500 7.500 10 12 5.500 15 7.500c2 1.400 4 .900 4.500-1.500" +
      "-2.500.500-3-2.500-5.500-2.500-2 0-3 1.200-3 1.200",
    "M12.500 16.500c3 .500 5.500-.500 6.500-3l-2.500-.500 1-2.500", "M15.400 6.200h.010"
  ],
};

const Filled = new Set(["j", "s", "p", "t"]);

function picture(name: string): SVGElement {
  const paths = Pictures[name].map((d) => svg("path", {d}));
  const attributes = {
    viewBox: "0 0 24 24",
    "aria-hidden": "true",
    class: Filled.has(name) ? "pip filled" : "pip drawn"
  };
  return svg("svg", attributes, ...paths);
}

/** A card, face up. */
export function cardFace(code: string, marks: {received?: boolean} = {}): HTMLElement {
  const special = code.length === 3;
  const kind = special ? code : code[1];
  const rank = special ? (code === "Mah" ? "1" : "") : code[0] === "T" ? "10" : code[0];
  return h("span", {
    class: `card of-${kind}${marks.received ? " received" : ""}`,
    role: "img",
    "aria-label": cardName(code),
    "data-card": code,
    title: cardName(code)
  },
    h("span", {class: "corner", "aria-hidden": "true"}, rank, picture(kind)),
    h("span", {class: "centre", "aria-hidden": "true"}, picture(kind)),
    special ? h("span", {class: "card-name", "aria-hidden": "true"}, cardName(code)) : null);
}

/** A card, face down. */
export function cardBack(): HTMLElement {
  return h("span", {class: "card back", "aria-hidden": "true"});
}
