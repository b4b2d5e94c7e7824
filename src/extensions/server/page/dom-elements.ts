/** Content of an element: texts are set as texts, so that nothing from the Web is ever read as markup. */
export type Content = Node | string | number | undefined | null | false | readonly Content[];

type Attributes = Readonly<Record<string, string | number | boolean | ((event: Event) => void) | undefined>>;

const SVG = 'http://www.w3.org/2000/svg';

/** An HTML element. Attributes that are functions listen to the event of their name. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  setAll(element, attributes);
  append(element, content);
  return element;
}

/** A paragraph in a quiet colour. */
export function quiet(...content: readonly Content[]): HTMLElement {
  return h('p', { class: 'quiet' }, ...content);
}

/** A button. */
export function button(text: Content, click: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h('button', { type: 'button', click, ...attributes }, text);
}

/** Options of a choice, by their values. */
export function options(entries: Readonly<Record<string, string>>): readonly HTMLElement[] {
  return Object.entries(entries).map(([value, text]) => h('option', { value }, text));
}

/** Content that is opened on request. */
export function more(summary: string, ...content: readonly Content[]): HTMLDetailsElement {
  return h('details', {}, h('summary', {}, summary), ...content);
}

/** A list with an item for each content. */
export function list(items: readonly Content[], attributes: Attributes = {}): HTMLElement {
  return h(
    'ul',
    attributes,
    items.map((item) => h('li', {}, item)),
  );
}

/** A form that does something. */
export function form(
  submit: () => void,
  attributes: Attributes,
  ...content: readonly Content[]
): HTMLFormElement {
  const send = (event: Event): void => {
    event.preventDefault();
    submit();
  };
  return h('form', { submit: send, ...attributes }, ...content);
}

/** An SVG element. */
export function s(name: string, attributes: Attributes = {}, ...content: readonly Content[]): SVGElement {
  const element = document.createElementNS(SVG, name);
  setAll(element, attributes);
  append(element, content);
  return element;
}

function setAll(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

function append(element: Element, content: readonly Content[]): void {
  for (const part of content) {
    if (part === undefined || part === null || part === false) continue;
    if (part instanceof Node || typeof part === 'string') element.append(part);
    else if (typeof part === 'number') element.append(part.toString());
    else append(element, part);
  }
}

/**
 * Puts other content into an element. Where the focus was in it, it goes to what has the same name in the new content, or
 * else to the element itself, so that the keyboard stays where it was.
 */
export function renew(element: HTMLElement, ...content: readonly Content[]): void {
  const before = document.activeElement;
  const wasInside = before !== null && before !== element && element.contains(before);
  const name = nameOf(before);
  element.replaceChildren();
  append(element, content);
  if (!wasInside) return;
  const same = [...element.querySelectorAll<HTMLElement>('a, button, input, select, [tabindex]')].find(
    (candidate) => nameOf(candidate) === name,
  );
  if (same === undefined) element.tabIndex = -1;
  (same ?? element).focus({ preventScroll: true });
}

function nameOf(element: Element | null): string {
  return `${element?.localName ?? ''} ${element?.getAttribute('aria-label') ?? element?.textContent ?? ''}`;
}

/** A time as the clock of the reader shows it, with the date where that is another day. */
export function clockTime(iso: string): string {
  const time = new Date(iso);
  const clock = time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return time.toDateString() === new Date().toDateString() ? clock : `${clock} on ${iso.slice(0, 10)}`;
}

/** An element of the page by its id. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (element instanceof type) return element;
  throw new Error(`the page lacks #${id}`);
}

/** A link to a page of the Web, or its address alone where that is not one: `javascript:` never becomes a link. */
export function webLink(url: string, text: string = url): Content {
  if (!/^https?:\/\//i.test(url)) return text;
  return h('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, text);
}

/** A number as people read it. */
export function shown(value: number | null | undefined, digits = 0): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  return value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

/** A share in per cent. */
export function percent(share: number | null | undefined): string {
  return share === null || share === undefined ? '–' : `${shown(100 * share, 1)} %`;
}
