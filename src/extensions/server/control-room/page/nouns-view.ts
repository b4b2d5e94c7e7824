import type { Nouns } from './api.js';
import { h, percent, renew, s, shown, type Content } from './dom-elements.js';
import {
  barred,
  followed,
  isNarrow,
  pair,
  panel,
  shareBar,
  steadily,
  table,
  widePanel,
  type Room,
  type View,
} from './page-parts.js';
import { linear, linePath, ticks } from './scales.js';

/** Nouns that are listed. */
const SHOWN = 30;
const HEIGHT = 220;
const PAD = { left: 56, right: 56, top: 14, bottom: 30 };

/** The nouns that the reasons for accepted pages name, over time and against those of the topic. */
export function nouns(room: Room): View {
  const { api, attempt, state } = room;
  const list = h('div', {}, 'loading …');
  const put = steadily(list);
  const load = (now = false): Promise<void> =>
    attempt(async () => {
      const found = await api.get<Nouns>('nouns');
      const parts = (): readonly Content[] => partsOf(found, state().status.counts.accepted);
      if (now) renew(list, ...parts());
      else put(parts);
    });
  void load(true);
  return {
    content: list,
    update: followed(load, state()),
  };
}

function partsOf(
  { met, total, missing, coverage, growth, ofTopic }: Nouns,
  accepted: number,
): readonly Content[] {
  const most = Math.max(1, ...met.map(({ documents }) => documents));
  const pagesOf = Math.max(1, accepted);
  return [
    h(
      'p',
      {},
      `${shown(total)} nouns count in favour of accepted pages.`,
      coverage === undefined
        ? ''
        : ` They are ${percent(coverage)} of the nouns that occur in the most documents of the topic's corpus.`,
    ),
    h(
      'div',
      { class: 'panels' },
      widePanel('Nouns met over the requests', growthChart(growth, ofTopic)),
      pair(
        panel(
          'Met',
          table(
            'nouns of accepted pages',
            ['Noun', 'Accepted pages', 'Texts of the topic'],
            met
              .slice(0, SHOWN)
              .map(({ noun, pages, documents }) => [
                noun,
                barred(shareBar(pages / pagesOf, 'bar-accepted'), shown(pages)),
                barred(shareBar(documents / most), shown(documents)),
              ]),
            [1, 2],
          ),
        ),
        panel(
          'Not met so far',
          missing === undefined
            ? h('p', { class: 'quiet' }, 'The knowledge base of the crawl is not in a folder here.')
            : table(
                'nouns of the topic that no accepted page has',
                ['Noun', 'Texts of the topic'],
                missing
                  .slice(0, SHOWN)
                  .map(({ noun, documents }) => [noun, barred(shareBar(documents / most), shown(documents))]),
                [1],
              ),
        ),
      ),
    ),
  ];
}

/** Distinct nouns of accepted pages over requests, and the share of the topic's that are among them. */
function growthChart(growth: Nouns['growth'], ofTopic: number | undefined): Content {
  const last = growth.at(-1);
  if (last === undefined) return h('p', { class: 'quiet' }, 'No page has been accepted so far.');
  const [requests, count, known] = last;
  const width = isNarrow() ? 420 : 1300;
  const x = linear(0, requests, PAD.left, width - PAD.right);
  const y = linear(0, count, HEIGHT - PAD.bottom, PAD.top);
  const shareMost = ofTopic === undefined ? 1 : Math.max(0.05, known / ofTopic);
  const share = linear(0, shareMost, HEIGHT - PAD.bottom, PAD.top);
  const text =
    `${shown(count)} nouns after ${shown(requests)} requests` +
    (ofTopic === undefined ? '' : `; ${shown(known)} of the topic's ${shown(ofTopic)} most frequent ones`);
  return [
    s(
      'svg',
      { viewBox: `0 0 ${width} ${HEIGHT}`, class: 'chart', role: 'img', 'aria-label': text },
      ticks(count, 3).flatMap((value) => [
        s('line', { class: 'grid', x1: PAD.left, x2: width - PAD.right, y1: y(value), y2: y(value) }),
        s('text', { x: PAD.left - 8, y: y(value) + 4, 'text-anchor': 'end' }, shown(value)),
      ]),
      ticks(requests).map((value) =>
        s('text', { x: x(value), y: HEIGHT - 10, 'text-anchor': 'middle' }, shown(value)),
      ),
      s('path', { class: 'line', d: linePath(growth.map(([at, nouns]) => [x(at), y(nouns)])) }),
      ofTopic === undefined
        ? undefined
        : [
            s('path', {
              class: 'line second',
              d: linePath(growth.map(([at, , own]) => [x(at), share(own / ofTopic)])),
            }),
            s('text', { x: width - PAD.right + 6, y: share(known / ofTopic) + 4 }, percent(known / ofTopic)),
          ],
    ),
    h(
      'ul',
      { class: 'legend' },
      h('li', {}, key('line'), `distinct nouns: ${shown(count)}`),
      ofTopic === undefined ? undefined : h('li', {}, key('second'), "share of the topic's own nouns"),
      h('li', { class: 'quiet' }, 'over requests'),
    ),
  ];
}

function key(kind: string): SVGElement {
  return s(
    'svg',
    { viewBox: '0 0 14 10', class: 'key', 'aria-hidden': 'true' },
    s('path', { class: kind === 'line' ? 'line' : 'line second', d: 'M0 5L14 5' }),
  );
}
