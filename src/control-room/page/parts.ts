import type { Api, ListedPage, State } from './api.js';
import { h, shown, type Content } from './elements.js';

/** What a view needs. */
export interface Room {
  readonly api: Api;
  /** The last state; views are shown once there is one. */
  readonly state: () => State;
  /** Asks the crawl for something, and says what it did. */
  readonly act: (action: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly name: () => string;
}

/** A view: its content, and what is done to it when the state has changed. */
export interface View {
  readonly content: HTMLElement;
  readonly update?: (state: State) => void;
  /** Called for keys that nothing else takes. */
  readonly onKey?: (key: string) => void;
}

/** A part of a view under a heading. */
export function panel(title: string, ...content: readonly Content[]): HTMLElement {
  return h('section', { class: 'panel' }, h('h2', {}, title), ...content);
}

/** A table that scrolls by itself. @param numbers columns of numbers */
export function table(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly Content[])[],
  numbers: readonly number[] = [],
): HTMLElement {
  const kind = (place: number): string | undefined => (numbers.includes(place) ? 'number' : undefined);
  const head = h(
    'tr',
    {},
    ...heads.map((name, place) => h('th', { scope: 'col', class: kind(place) }, name)),
  );
  const body = rows.map((row) =>
    h('tr', {}, ...row.map((cell, place) => h('td', { class: kind(place) }, cell))),
  );
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    h('table', {}, h('thead', {}, head), h('tbody', {}, ...body)),
  );
}

/** A link to what the control room knows of a page. */
export function pageLink({ url, title }: Pick<ListedPage, 'url' | 'title'>): HTMLElement {
  return h('a', { href: `#page=${encodeURIComponent(url)}` }, title === '' ? url : title);
}

/** Pages with their verdicts. */
export function pageTable(caption: string, pages: readonly ListedPage[]): HTMLElement {
  return table(
    caption,
    ['Page', 'Verdict', 'Score', 'Why'],
    pages.map((page) => [
      [pageLink(page), h('div', { class: 'quiet' }, page.url)],
      h('span', { class: page.verdict }, page.verdict),
      shown(page.score, 3),
      page.code ?? page.summary ?? '',
    ]),
    [2],
  );
}
