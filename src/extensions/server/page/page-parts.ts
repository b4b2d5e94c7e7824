import type { Blocked, CrawlApi, ListedPage, NounEvidence, Priority, State } from './api.js';
import { button, clockTime, h, renew, s, shown, type Content } from './dom-elements.js';

/** Services of a view. */
export interface Room {
  readonly api: CrawlApi;
  /** The last state; views are shown once there is one. */
  readonly state: () => State;
  /** Asks the crawl for something, and says what it did. */
  readonly act: (action: Readonly<Record<string, unknown>>) => Promise<void>;
  /** The name of the crawl. */
  readonly crawl: () => string;
  /** Does what a view does by itself, and says what went wrong. */
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
}

/** A view: its content, and what is done to it when the state has changed. */
export interface View {
  readonly content: HTMLElement;
  readonly update?: (state: State) => void;
  /** Called for keys that nothing else takes. */
  readonly onKey?: (key: string) => void;
}

/** Larger priorities are those of seeds, of pinned URLs and of random samples. */
export const FIRST = 1e8;

/** A part of a view under a heading. */
export function panel(title: string, ...content: readonly Content[]): HTMLElement {
  return h('section', { class: 'panel' }, h('h2', {}, title), ...content);
}

/** A part of a view that takes the whole width: one with a table of several columns. */
export function widePanel(title: string, ...content: readonly Content[]): HTMLElement {
  return h('section', { class: 'panel wide' }, h('h2', {}, title), ...content);
}

/** Two parts next to each other where there is room. */
export function pair(...parts: readonly HTMLElement[]): HTMLElement {
  return h('div', { class: 'pair wide' }, parts);
}

/** A table that scrolls by itself; in a narrow window its rows are cards. @param numbers columns of numbers */
export function table(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly Content[])[],
  numbers: readonly number[] = [],
): HTMLElement {
  const kind = (place: number): string | undefined => (numbers.includes(place) ? 'number' : undefined);
  const head = heads.map((name, place) => h('th', { scope: 'col', class: kind(place) }, name));
  const body = rows.map((row) =>
    h(
      'tr',
      {},
      row.map((cell, place) => h('td', { class: kind(place), 'data-label': heads[place] }, cell)),
    ),
  );
  return tableOf(caption, head, body);
}

/** The same of heads and rows that are elements already. */
export function tableOf(
  caption: string,
  heads: readonly HTMLElement[],
  rows: readonly HTMLElement[],
): HTMLElement {
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    h('table', {}, h('thead', {}, h('tr', {}, heads)), h('tbody', {}, rows)),
  );
}

/** True if the window is narrow. */
export function isNarrow(): boolean {
  return matchMedia('(max-width: 30rem)').matches;
}

/**
 * Content that is renewed while the crawl continues, but never while a person reads it: not while the pointer is over it, the
 * focus is in it or a part of it is selected.
 */
export function steadily(container: HTMLElement): (render: () => readonly Content[]) => void {
  let waiting: (() => readonly Content[]) | undefined;
  const isRead = (): boolean =>
    container.matches(':hover') ||
    container.contains(document.activeElement) ||
    (getSelection()?.containsNode(container, true) === true && getSelection()?.isCollapsed === false);
  const show = (): void => {
    if (waiting === undefined || isRead()) return;
    renew(container, ...waiting());
    waiting = undefined;
  };
  container.addEventListener('pointerleave', () => setTimeout(show));
  container.addEventListener('focusout', () => setTimeout(show));
  return (render) => {
    waiting = render;
    if (container.childElementCount === 0) renew(container, ...render());
    else show();
  };
}

/** Milliseconds between two times that a view reads what it shows. */
const EVERY = 3000;

/**
 * Reads a view again when the crawl has changed: soon after an action, else from time to time. Nothing while a reading is under way.
 * @param first the state as the view was read first
 */
export function followed(load: () => Promise<void>, first: State): (state: State) => void {
  const askedIn = ({ actions, waiting, status }: State): string =>
    `${actions[0]?.id ?? ''} ${waiting.length} ${status.state}`;
  let [at, isUnderWay, asked, version] = [Date.now(), false, askedIn(first), first.version];
  return (state) => {
    const isUrgent = askedIn(state) !== asked;
    const isDue = isUrgent || (state.version !== version && Date.now() - at >= EVERY);
    if (!isDue || isUnderWay) return;
    [at, asked, version, isUnderWay] = [Date.now(), askedIn(state), state.version, true];
    void load().finally(() => (isUnderWay = false));
  };
}

/** Parts of a priority: most reasons name the contributions. */
export function reasonFor({ reason, contributions = [] }: Priority): Content {
  const unsaid = contributions.filter(({ feature }) => !reason.includes(feature));
  if (unsaid.length === 0) return reason;
  const parts = unsaid.map(({ feature, value }) => `${feature} ${value > 0 ? '+' : ''}${shown(value, 3)}`);
  return [reason, h('div', { class: 'quiet' }, parts.join(', '))];
}

/** A link to what the control room knows of a page. */
export function pageLink({ url, title }: Pick<ListedPage, 'url' | 'title'>): HTMLElement {
  return h('a', { href: `#page=${encodeURIComponent(url)}` }, title === '' ? url : title);
}

/** A link to the pages of a host. */
export function hostLink(host: string): Content {
  // 'other hosts' and 'no host' are rows, and not hosts.
  return host.includes(' ') ? host : h('a', { href: `#pages=${encodeURIComponent(`//${host}`)}` }, host);
}

/** A link to the URLs that were skipped or failed for a reason. */
export function reasonLink(code: string): HTMLElement {
  return h('a', { href: `#pages=${code}` }, code.replaceAll('-', ' '));
}

/** True if the crawl is running: then it applies commands at once, else when it is resumed. */
export function isRunning({ status }: Pick<State, 'status'>): boolean {
  return status.state === 'running';
}

/** True if no process will ever apply commands: the folder holds a part of a shared crawl, and its worker has ended. */
export function isSealed({ status }: Pick<State, 'status'>): boolean {
  return status.part !== undefined && !isRunning({ status });
}

/** The command that continues the crawl. */
export function resumeCommand({ status: { out } }: Pick<State, 'status'>): string {
  const quoted = `'${out.replaceAll("'", String.raw`'\''`)}'`;
  return `sfwc crawl --resume --out ${/^[\w./-]+$/.test(out) ? out : quoted}`;
}

/** Current work of the crawl, as a line. */
export function doingText({ text, at, until }: State['doing']): string {
  if (at !== undefined) return `${text} at ${clockTime(at)}`;
  return until === undefined ? text : `${text} until ${clockTime(until)}`;
}

/** That something is blocked, and by whom, with a button that unblocks it: all blocks that it is a target of. */
export function blockedText(
  blocks: readonly Blocked[],
  name: string,
  unblock: (what: string) => void,
): readonly Content[] {
  const by = blocks.map((block) => `${block.by}${block.waits === true ? ' on resume' : ''}`);
  return [
    button('Unblock', () => blocks.forEach(({ what }) => unblock(what)), { 'aria-label': `Unblock ${name}` }),
    h('span', { class: 'rejected' }, 'blocked'),
    h('span', { class: 'quiet' }, ` by ${[...new Set(by)].join(', ')}`),
  ];
}

/** A verdict with its colour. */
export function badge(verdict: string): HTMLElement {
  return h('span', { class: `badge ${verdict}` }, verdict);
}

/** The nouns that pulled most, green for and red against. */
export function nounChips(nouns: ListedPage['nouns']): Content {
  if (nouns.length === 0) return undefined;
  const item = ({ lemma, pull }: Pick<NounEvidence, 'lemma' | 'pull'>): HTMLElement =>
    h(
      'li',
      { class: pull > 0 ? 'chip for' : 'chip against' },
      h('span', { class: 'hidden' }, pull > 0 ? 'for: ' : 'against: '),
      lemma,
    );
  return h('ul', { class: 'chips' }, nouns.map(item));
}

/** Pages with their verdicts. */
export function pageTable(caption: string, pages: readonly ListedPage[]): HTMLElement {
  return table(
    caption,
    ['Page', 'Verdict', 'Score', 'Strongest words'],
    pages.map((page) => [
      [pageLink(page), h('div', { class: 'quiet address' }, page.url)],
      badge(page.verdict),
      shown(page.score, 2),
      page.code === undefined ? nounChips(page.nouns) : reasonLink(page.code),
    ]),
    [2],
  );
}

/** A bar to both sides of a middle: to the right for, to the left against. @param share from -1 to 1 */
export function divergingBar(share: number): SVGElement {
  const width = Math.max(0.5, 50 * Math.min(1, Math.abs(share)));
  const [kind, x] = share > 0 ? ['bar-accepted', 50] : ['bar-rejected', 50 - width];
  return barOf(
    s('line', { class: 'axis', x1: 50, x2: 50, y1: 0, y2: 10 }),
    s('rect', { class: kind, x, y: 1, width, height: 8, rx: 1 }),
  );
}

/** A bar from the left. @param share from 0 to 1 */
export function shareBar(share: number, kind = 'bar-plain'): SVGElement {
  const width = 100 * Math.min(1, Math.max(0, share));
  return barOf(
    s('rect', { class: 'bar-ground', x: 0, y: 1, width: 100, height: 8, rx: 1 }),
    s('rect', { class: kind, x: 0, y: 1, width, height: 8, rx: 1 }),
  );
}

function barOf(...parts: readonly SVGElement[]): SVGElement {
  const attributes = { class: 'bar', preserveAspectRatio: 'none', 'aria-hidden': 'true' };
  return s('svg', { viewBox: '0 0 100 10', ...attributes }, ...parts);
}

/** A number with its bar before it. */
export function barred(bar: SVGElement, number: Content): HTMLElement {
  return h('div', { class: 'barred' }, bar, h('span', {}, number));
}
