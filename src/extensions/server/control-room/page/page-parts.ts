import type { Api, Blocked, ListedPage, Priority, State } from './api.js';
import { h, renew, shown, type Content } from './dom-elements.js';

/** What a view needs. */
export interface Room {
  readonly api: Api;
  /** The last state; views are shown once there is one. */
  readonly state: () => State;
  /** Asks the crawl for something, and says what it did. */
  readonly act: (action: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly name: () => string;
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

/** A part of a view under a heading. */
export function panel(title: string, ...content: readonly Content[]): HTMLElement {
  return h('section', { class: 'panel' }, h('h2', {}, title), ...content);
}

/** A part of a view that takes the whole width: one with a table of several columns. */
export function widePanel(title: string, ...content: readonly Content[]): HTMLElement {
  return h('section', { class: 'panel wide' }, h('h2', {}, title), ...content);
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

/** What a priority is made of: most reasons name the contributions. */
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

/** A link to the URLs that were skipped or failed for a reason. */
export function reasonLink(code: string): HTMLElement {
  return h('a', { href: `#pages=${code}` }, code);
}

/** Whether the crawl is running: then it applies commands at once, else when it is resumed. */
export function isRunning({ status }: Pick<State, 'status'>): boolean {
  return status.state === 'running';
}

/** Whether no process will ever apply commands: the folder holds a part of a shared crawl, and its worker has ended. */
export function isSealed({ status }: Pick<State, 'status'>): boolean {
  return status.part !== undefined && !isRunning({ status });
}

/** The command that continues the crawl. */
export function resumeCommand({ status }: Pick<State, 'status'>): string {
  return `sfwc crawl --resume --out ${status.out}`;
}

/** That something is blocked, and by whom, with a button that unblocks it: all blocks that it is a target of. */
export function blockedText(
  blocks: readonly Blocked[],
  name: string,
  unblock: (what: string) => void,
): readonly Content[] {
  const by = blocks.map((block) => `${block.by}${block.waits === true ? ' on resume' : ''}`);
  return [
    h(
      'button',
      {
        type: 'button',
        'aria-label': `Unblock ${name}`,
        click: () => blocks.forEach(({ what }) => unblock(what)),
      },
      'Unblock',
    ),
    h('span', { class: 'rejected' }, 'blocked'),
    h('span', { class: 'quiet' }, ` by ${[...new Set(by)].join(', ')}`),
  ];
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
      page.code === undefined ? (page.summary ?? '') : reasonLink(page.code),
    ]),
    [2],
  );
}
