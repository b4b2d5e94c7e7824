import type { Frontier, QueueHistory, State } from './api.js';
import { duration, h, renew, s, shown, webLink, type Content } from './dom-elements.js';
import {
  blockedText,
  followed,
  hostLink,
  isNarrow,
  isSealed,
  reasonFor,
  steadily,
  table,
  widePanel,
  type Room,
  type View,
} from './page-parts.js';
import { linear, ticks } from './scales.js';

/** Addresses that are listed. */
const NEXT = 20;
/** Larger priorities are those of seeds, of pinned URLs and of random samples. */
const FIRST = 1e8;
/** Actions that change the order of the queue. */
const MOVING: ReadonlySet<string> = new Set([
  'boost',
  'pin',
  'unpin',
  'rate',
  'ignore',
  'unignore',
  'model',
  'seed',
]);

/** Places of addresses in the queue before the last action that moves some. */
interface Before {
  readonly action: State['actions'][number] | undefined;
  readonly ranks: ReadonlyMap<string, number>;
}

/** View of the queue: what is requested next, and why; and how the queue grew. */
export function frontier({ api, act, attempt, state }: Room): View {
  const list = h('div', { class: 'panels' }, 'loading …');
  const put = steadily(list);
  let before: Before = { action: lastMoving(state()), ranks: new Map() };
  let ranks: ReadonlyMap<string, number> = new Map();
  const load = (now = false): Promise<void> =>
    attempt(async () => {
      const found = await api.get<Frontier>('frontier');
      const action = lastMoving(state());
      if (action?.id !== before.action?.id) before = { action, ranks };
      ranks = new Map(found.head.map(({ url }, rank) => [url, rank]));
      const known = before;
      const parts = (): readonly Content[] => panelsOf(found, known, isSealed(state()) ? undefined : steer);
      if (now) renew(list, ...parts());
      else put(parts);
    });
  const steer = (kind: string, url: string): void => void act({ kind, what: url }).then(() => load(true));
  void load(true);
  return { content: list, update: followed(load, state()) };
}

function lastMoving({ actions }: State): State['actions'][number] | undefined {
  return actions.find(({ action, refused }) => MOVING.has(action.kind) && refused !== true);
}

function panelsOf(
  { head, hosts, busy, history }: Frontier,
  before: Before,
  steer: ((kind: string, what: string) => void) | undefined,
): readonly Content[] {
  const button = (label: string, kind: string, url: string): HTMLElement =>
    h(
      'button',
      { type: 'button', class: 'small', 'aria-label': `${label} ${url}`, click: () => steer?.(kind, url) },
      label,
    );
  const next = head.slice(0, NEXT);
  const urls = table(
    'queue',
    ['Address', 'Moved', 'Expected value', 'Why', 'Steer'],
    next.map(({ url, priority, referrer, anchorText, blocks }, rank) => [
      [
        anchorText === undefined || anchorText === ''
          ? undefined
          : h('div', { class: 'anchor', dir: 'auto' }, `“${anchorText}”`),
        h('div', { class: 'address' }, webLink(url)),
      ],
      movedText(rank, url, before),
      valueText(referrer, priority.value),
      reasonFor(priority),
      h(
        'div',
        { class: 'buttons' },
        ...(steer === undefined
          ? []
          : blocks.length > 0
            ? blockedText(blocks, url, (what) => steer('unblock', what))
            : [button('First', 'pin', url), button('Block', 'block', url)]),
      ),
    ]),
    [1, 2],
  );
  const waiting = table(
    'hosts of the queue',
    ['Host', 'Waiting', 'Best value', 'State'],
    hosts
      .slice(0, NEXT)
      .map(({ host, queued, best }) => [
        hostLink(host),
        shown(queued),
        best > FIRST ? 'first' : shown(best, 3),
        busy[host] === undefined ? 'ready' : 'asked us to wait',
      ]),
    [1, 2],
  );
  const since =
    before.action === undefined || before.ranks.size === 0
      ? 'Where an action or an answer moves an address, its new place is shown here.'
      : `Moved: since ${before.action.by} asked (${before.action.effect}).`;
  return [
    widePanel('Waiting addresses by expected value', areaChart(history)),
    widePanel(`The next ${shown(next.length)}`, h('p', { class: 'quiet' }, since), urls),
    widePanel('Hosts with the best addresses', waiting),
  ];
}

function valueText(referrer: string | undefined, value: number): string {
  if (referrer === undefined) return 'seed';
  if (value > FIRST) return 'first';
  return value > 0 && value < 0.001 ? '< 0.001' : shown(value, 3);
}

/** By how many places an address moved since the last action. */
function movedText(rank: number, url: string, { ranks }: Before): Content {
  if (ranks.size === 0) return '';
  const was = ranks.get(url);
  if (was === undefined) return h('span', { class: 'accepted' }, 'new');
  if (was === rank) return '';
  return was > rank
    ? h('span', { class: 'accepted' }, `▲ ${was - rank}`)
    : h('span', { class: 'quiet' }, `▼ ${rank - was}`);
}

const PAD = { left: 56, right: 12, top: 12, bottom: 30 };

/** Chart of the addresses that waited over time, by their expected value: the best on top. */
function areaChart({ bounds, samples }: QueueHistory): Content {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined)
    return h('p', { class: 'quiet' }, 'The queue of this crawl is in a database, and not looked at here.');
  const totals = samples.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0));
  const top = Math.max(1, ...totals);
  // A single look is a bar.
  const [width, height] = [isNarrow() ? 420 : 1300, samples.length === 1 ? 90 : 220];
  const points = samples.length === 1 ? [first, { ...first, time: first.time + 1000 }] : samples;
  const x = linear(first.time, points.at(-1)?.time ?? first.time, PAD.left, width - PAD.right);
  const y = linear(0, top, height - PAD.bottom, PAD.top);
  const edge = (band: number): readonly (readonly [number, number])[] =>
    points.map(({ time, counts }) => [
      x(time),
      y(counts.slice(0, band).reduce((sum, count) => sum + count, 0)),
    ]);
  const areas = first.counts.map((_, band) => {
    const [low, high] = [edge(band), [...edge(band + 1)].reverse()];
    const corners = [...low, ...high].map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`);
    return s('path', { class: `band-${band}`, d: `M${corners.join('L')}Z` });
  });
  const label = `${shown(totals.at(-1))} addresses wait; ${last.counts.map((count, band) => `${shown(count)} ${bandText(bounds, band)}`).join(', ')}`;
  const seconds = (last.time - first.time) / 1000;
  return [
    s(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img', 'aria-label': label },
      ticks(top, 3).flatMap((value) => [
        s('line', { class: 'grid', x1: PAD.left, x2: width - PAD.right, y1: y(value), y2: y(value) }),
        s('text', { x: PAD.left - 8, y: y(value) + 4, 'text-anchor': 'end' }, shown(value)),
      ]),
      areas,
      s('text', { x: PAD.left, y: height - 8 }, seconds < 1 ? '' : `${duration(seconds)} ago`),
      s('text', { x: width - PAD.right, y: height - 8, 'text-anchor': 'end' }, 'now'),
    ),
    h(
      'ul',
      { class: 'legend' },
      last.counts
        .map((count, band) =>
          h(
            'li',
            {},
            s(
              'svg',
              { viewBox: '0 0 10 10', class: `key band-${band}`, 'aria-hidden': 'true' },
              s('rect', { width: 10, height: 10, rx: 2 }),
            ),
            `${bandText(bounds, band)}: ${shown(count)}`,
          ),
        )
        .reverse(),
    ),
    h('p', { class: 'quiet' }, 'Since somebody opened this view; nothing is counted while nobody looks.'),
  ];
}

function bandText(bounds: readonly number[], band: number): string {
  const [from, to] = [bounds[band - 1], bounds[band]];
  if (from === undefined) return to === undefined ? 'all' : `below ${shown(to, 1)}`;
  return to === undefined ? `${shown(from, 1)} or more` : `${shown(from, 1)} to ${shown(to, 1)}`;
}
