// Elements are made without markup: whatever a bot calls itself enters the page as text and nothing else.

type Child = Node|string|number|null|undefined|false;
type Attributes = Record<string, string|number|boolean|null|undefined|((event: Event) => void)>;

const SvgNamespace = "http://www.w3.org/2000/svg";

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function")
      element.addEventListener(name, value);
    else
      element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** An HTML element; functions among the attributes are listeners. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** An SVG element. */
export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS(SvgNamespace, tag) as SVGElement;
  fill(element, attributes, children);
  return element;
}

/** Sets custom properties that the style sheet reads. */
export function styled<E extends HTMLElement|SVGElement>(element: E, properties: Record<string, string|number>): E {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, String(value));
  return element;
}

// Invisible characters that could reorder or hide the text around them, and control characters.
const Invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
const ShownCharacters = 80;
export const SentenceCharacters = 500;

/** A name that somebody chose, made safe to show: one line, bounded, without characters that affect others. */
export function shown(name: string, most = ShownCharacters): string {
  const visible = name.replace(Invisible, "\ufffd");
  return visible.length > most ? visible.slice(0, most) + "…" : visible;
}

/**
 * Text of several lines that somebody wrote. Line ends stay, tabs become blanks, other invisible characters are
 * replaced.
 */
export function shownLines(text: string): string {
  return text.replace(/\r\n/g, "\n")
    .split("\n")
    .map((line) => line.replace(/\t/g, "  ").replace(Invisible, "\ufffd"))
    .join("\n");
}

export function clear(element: Element): void {
  while (element.firstChild) element.firstChild.remove();
}
