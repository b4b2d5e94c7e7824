import type { LivingMap, MapDot, State } from './api.js';
import { h, renew, s, shown } from './dom-elements.js';
import { followed, isNarrow, isSealed, type Room } from './page-parts.js';

/** Groups with a colour of their own. */
const COLOURS = 8;
/** Around the dots, and of dots. */
const [PAD, RADIUS] = [22, 4];
/** Pixels that a character of a label takes, and of a line. */
const [CHARACTER, LINE] = [8, 22];
/** Pages that one answer is for. */
const MAX_ANSWERS = 200;
/** Milliseconds until the page asks for more of a map that is being read. */
const AGAIN = 300;

/** The pages of the crawl as dots, near each other where their words are the same. */
export interface MapPanel {
  readonly element: HTMLElement;
  readonly update: (state: State) => void;
}

/**
 * The living map: dots appear as pages come, and lead to their pages. A group is chosen in the list below, and two buttons say
 * whether pages like these are wanted.
 */
export function mapPanel(room: Room): MapPanel {
  const [place, groups, buttons] = [
    h('div', { class: 'map-place' }),
    h('ul', { class: 'legend' }),
    h('div', { class: 'buttons' }),
  ];
  const said = h('p', { class: 'readout', role: 'status' });
  const known = new Set<string>();
  let map: LivingMap = { dots: [], groups: [], unread: 0 };
  let chosen: string | undefined;

  const draw = (): void => {
    const group = map.groups.findIndex(({ label }) => label === chosen);
    const pages = map.dots.filter((dot) => dot.accepted && dot.group === group);
    renew(place, picture(map, known, group));
    for (const { url } of map.dots) known.add(url);
    renew(
      groups,
      map.groups.map((one, number) => groupKey(one, number, number === group, choose)),
    );
    renew(buttons, isSealed(room.state()) || pages.length === 0 ? undefined : answerButtons(pages, answer));
    said.textContent = countText(map);
  };
  const choose = (label: string): void => {
    chosen = label === chosen ? undefined : label;
    draw();
  };
  const answer = async (word: 'yes' | 'no', pages: readonly MapDot[]): Promise<void> => {
    const [url = '', ...alike] = pages.slice(0, MAX_ANSWERS).map((page) => page.url);
    chosen = undefined;
    draw();
    await room.act({ kind: 'rate', url, answer: word, alike });
  };
  const load = (): Promise<void> =>
    room.attempt(async () => {
      map = await room.api.get<LivingMap>('map');
      draw();
      if (map.unread > 0) setTimeout(() => void load(), AGAIN);
    });
  void load();
  const help =
    'Pages with the same words are near each other. Filled: accepted; hollow: near misses. ' +
    'A dot leads to its page; a group below can be answered about as a whole.';
  const element = h(
    'div',
    { class: 'map-panel' },
    place,
    said,
    groups,
    buttons,
    h('p', { class: 'quiet' }, help),
  );
  return { element, update: followed(load, room.state()) };
}

function countText({ dots, unread }: LivingMap): string {
  if (dots.length === 0)
    return unread > 0 ? 'reading pages …' : 'There is a map from eight accepted pages on.';
  const accepted = dots.filter((dot) => dot.accepted).length;
  const rest = unread > 0 ? `; ${shown(unread)} are being read` : '';
  return `${shown(accepted)} accepted pages, ${shown(dots.length - accepted)} near misses${rest}`;
}

/** A group with its colour, as a button that chooses its pages. */
function groupKey(
  { label, size }: LivingMap['groups'][number],
  group: number,
  isChosen: boolean,
  choose: (label: string) => void,
): HTMLElement {
  const key = s(
    'svg',
    { viewBox: '0 0 10 10', class: `key group-${group % COLOURS}`, 'aria-hidden': 'true' },
    s('circle', { cx: 5, cy: 5, r: 4 }),
  );
  const click = (): void => choose(label);
  return h(
    'li',
    {},
    h(
      'button',
      { type: 'button', class: 'plain', 'aria-pressed': String(isChosen), click },
      key,
      `${label === '' ? 'others' : label} `,
      h('span', { class: 'quiet' }, shown(size)),
    ),
  );
}

function answerButtons(
  pages: readonly MapDot[],
  answer: (word: 'yes' | 'no', pages: readonly MapDot[]) => Promise<void>,
): readonly HTMLElement[] {
  const button = (text: string, word: 'yes' | 'no'): HTMLElement =>
    h('button', { type: 'button', class: word, click: () => void answer(word, pages) }, text);
  const count = `(${shown(Math.min(pages.length, MAX_ANSWERS))})`;
  return [button(`More like these ${count}`, 'yes'), button(`Not these ${count}`, 'no')];
}

/** @param known addresses that were on the map before @param chosen the group that is chosen */
function picture(map: LivingMap, known: ReadonlySet<string>, chosen: number): SVGElement {
  const [width, height] = isNarrow() ? [380, 380] : [640, 400];
  const spot = ({ x, y }: { readonly x: number; readonly y: number }): readonly [number, number] => [
    PAD + x * (width - 2 * PAD),
    PAD + y * (height - 2 * PAD),
  ];
  const labels = map.groups.map(({ label }) => label).filter((label) => label !== '');
  const label = `map of ${shown(map.dots.length)} pages in groups: ${labels.join('; ')}`;
  // Accepted pages are drawn over near misses.
  const dots = [...map.dots].sort((a, b) => Number(a.accepted) - Number(b.accepted));
  return s(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': label },
    dots.map((dot) => {
      const [cx, cy] = spot(dot);
      const isNew = known.size > 0 && !known.has(dot.url);
      const states = [
        dot.accepted ? 'accepted' : 'near',
        ...(isNew ? ['new'] : []),
        ...(dot.accepted && dot.group === chosen ? ['chosen'] : []),
      ];
      return s(
        'a',
        { href: `#page=${encodeURIComponent(dot.url)}`, tabindex: -1, 'aria-label': dotText(dot) },
        s('title', {}, dotText(dot)),
        s('circle', { class: `dot-${states.join(' ')} group-${dot.group % COLOURS}`, cx, cy, r: RADIUS }),
      );
    }),
    placedLabels(map, spot, width).map(([text, x, y]) => s('text', { x, y, 'text-anchor': 'middle' }, text)),
  );
}

function dotText({ title, url, accepted }: MapDot): string {
  return `${title === '' ? url : title} (${accepted ? 'accepted' : 'near miss'})`;
}

/** Labels of groups, the largest first; one that would cover another is left out: it is in the list. */
function placedLabels(
  { groups }: LivingMap,
  spot: (place: LivingMap['groups'][number]) => readonly [number, number],
  width: number,
): readonly (readonly [text: string, x: number, y: number])[] {
  const placed: (readonly [text: string, x: number, y: number])[] = [];
  const halfOf = (text: string): number => (text.length * CHARACTER) / 2 + 4;
  for (const group of groups) {
    const [wanted, y] = spot(group);
    const half = halfOf(group.label);
    const x = Math.min(width - half, Math.max(half, wanted));
    const isFree = placed.every(
      ([text, left, top]) => Math.abs(top - y) >= LINE || Math.abs(left - x) >= half + halfOf(text),
    );
    if (group.label !== '' && isFree) placed.push([group.label, x, y]);
  }
  return placed;
}
