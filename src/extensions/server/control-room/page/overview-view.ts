import type { ListedPage, Nouns, RemainingPages, State } from './api.js';
import { scoreChart } from './charts.js';
import { courseChart, harvestSpark } from './course-chart.js';
import { h, helpMark, percent, renew, shown, type Content } from './dom-elements.js';
import {
  barred,
  followed,
  isNarrow,
  pageTable,
  pair,
  panel,
  reasonLink,
  shareBar,
  steadily,
  table,
  widePanel,
  type Room,
  type View,
} from './page-parts.js';

/** Nouns that are listed. */
const NOUNS = { wide: 10, narrow: 2 };

/** The crawl at a glance. */
export function overview(room: Room): View {
  const { state, api, attempt } = room;
  const [scores, reasons, latest, nouns] = [h('div', { class: 'chart-box' }), h('div'), h('div'), h('div')];
  const changed = h('p', { class: 'quiet' });
  const [showReasons, showLatest] = [steadily(reasons), steadily(latest)];
  const showNouns = steadily(nouns);
  const [figures, course] = [figureList(), courseChart(state())];
  const loadLatest = (): Promise<void> =>
    attempt(async () => {
      const wish = { which: 'accepted', count: isNarrow() ? 4 : 8 };
      const { pages } = await api.get<{ pages: readonly ListedPage[] }>('pages', wish);
      showLatest(() => [pageTable('latest accepted pages', pages)]);
      const found = await api.get<Nouns>('nouns');
      showNouns(() => nounParts(found, state().status.counts.accepted));
    });
  const updateLatest = followed(loadLatest, state());
  let shownAt = -1;
  function update(found: State): void {
    const { histogram, reasons: codes, version } = found;
    figures.update(found);
    const { drought } = found.status;
    dryPanel.hidden = drought === undefined;
    showDry(() => (drought === undefined ? [] : droughtParts(drought)));
    updateLatest(found);
    if (version === shownAt) return;
    shownAt = version;
    course.update(found);
    changed.textContent = changedText(found.status.counts);
    scores.replaceChildren(scoreChart(histogram));
    const byCount = Object.entries(codes).sort(([, a], [, b]) => b - a);
    showReasons(() => [
      byCount.length === 0
        ? h('p', { class: 'quiet' }, 'None so far.')
        : table(
            'reasons',
            ['Reason', 'Addresses'],
            byCount.map(([code, count]) => [reasonLink(code), shown(count)]),
            [1],
          ),
    ]);
  }
  update(state());
  void loadLatest();
  return {
    content: h(
      'div',
      { class: 'panels' },
      figures.element,
      dryPanel,
      widePanel('Accepted pages', course.element, changed),
      widePanel('Latest accepted pages', latest),
      pair(
        panel(
          'Scores of judged pages',
          scores,
          h('p', { class: 'quiet' }, 'Green: accepted. The line is the score from which pages are accepted.'),
        ),
        panel('Why addresses were skipped or failed', reasons),
      ),
      widePanel('Nouns', nouns),
    ),
    update,
  };
}

/** A figure: its value, what it means, and a picture or more words where there are some. */
interface Figure {
  readonly name: string;
  readonly help: string;
  readonly value: (state: State) => string | undefined;
  readonly more?: (state: State) => Content;
}

/** Plain names of the figures. One without a value is not shown. */
const FIGURES: readonly Figure[] = [
  {
    name: 'accepted pages',
    help: 'Pages that are about the topic by the classifier, or because somebody says so.',
    value: ({ status }) => shown(status.counts.accepted),
    more: ({ status: { counts } }) =>
      counts.acceptedHosts === undefined
        ? undefined
        : `at ${shown(counts.acceptedHosts)} ${counts.acceptedHosts === 1 ? 'host' : 'hosts'}`,
  },
  {
    name: 'requested',
    help: 'Addresses that were requested, out of the most that this crawl may request.',
    value: ({ status }) => shown(status.counts.fetched),
    more: ({ status }) => `of at most ${shown(status.maxPages)}`,
  },
  {
    name: 'harvest',
    help: 'The share of accepted pages among the last 100 requests, and among the last 1,000. The line shows it over the whole crawl.',
    value: ({ harvest }) => percent(harvest.last100),
    more: ({ harvest, curve }) => [`${percent(harvest.last1000)} of the last 1,000`, harvestSpark(curve)],
  },
  {
    name: 'pages per second',
    help: 'Requests per second over all of its time.',
    value: ({ status }) => shown(status.rate, 1),
    more: ({ status }) => {
      const time = status.simulatedTime ? ' of simulated time' : '';
      return `over ${shown(status.seconds)} s${time}`;
    },
  },
  {
    name: 'waiting',
    help: 'Addresses that were found and are not requested yet, and the hosts that they are at.',
    value: ({ status }) => shown(status.counts.queued),
    more: ({ status }) => `at ${shown(status.counts.hosts)} ${status.counts.hosts === 1 ? 'host' : 'hosts'}`,
  },
  {
    name: 'not accepted',
    help: 'Pages that are not about the topic. Skipped: not requested, or not judged, for a reason. Failed: no page came.',
    value: ({ status }) => shown(status.counts.rejected),
    more: ({ status: { counts } }) => `${shown(counts.skipped)} skipped, ${shown(counts.failed)} failed`,
  },
  {
    name: 'still to be found',
    help: 'Relevant pages that the links found so far lead to, estimated from requests at random. In brackets: the range that holds in nine of ten cases.',
    value: ({ status }) => remainingOf(status.counts.remaining)?.value,
    more: ({ status }) => remainingOf(status.counts.remaining)?.more,
  },
  {
    name: 'change of subject',
    help: 'How far the words of the latest 100 accepted pages are from those of the first 100: 0 % the same words, 100 % none in common.',
    value: ({ drift }) => (drift === null ? undefined : `${shown(100 * drift)} %`),
  },
  {
    name: 'model',
    help: 'How often the classifier was trained again with answers of people, and with how many answers.',
    value: ({ status: { model } }) => (model === undefined ? undefined : shown(model.number)),
    more: ({ status: { model } }) =>
      model === undefined ? undefined : `trained with ${shown(model.yes + model.no)} answers`,
  },
];

/** The figures, whose values are renewed in place, so that an open help text stays. */
function figureList(): { readonly element: HTMLElement; readonly update: (state: State) => void } {
  const items = FIGURES.map((figure) => {
    const [value, more] = [h('dd', { class: 'value' }), h('dd', { class: 'quiet' })];
    const name = h('dt', {}, figure.name, ' ', helpMark(figure.name, figure.help));
    return { figure, value, more, item: h('div', { class: 'figure' }, name, value, more) };
  });
  return {
    element: h(
      'dl',
      { class: 'figures panel-row' },
      items.map(({ item }) => item),
    ),
    update(state) {
      for (const { figure, value, more, item } of items) {
        const text = figure.value(state);
        item.hidden = text === undefined;
        value.textContent = text ?? '';
        renew(more, figure.more?.(state));
      }
    },
  };
}

/** Nouns that speak for accepted pages, and those of the topic that none of them has. */
function nounParts({ met, total, missing, coverage }: Nouns, accepted: number): readonly Content[] {
  const most = Math.max(1, ...met.map(({ documents }) => documents));
  const count = isNarrow() ? NOUNS.narrow : NOUNS.wide;
  const ofTopic = (documents: number): HTMLElement => barred(shareBar(documents / most), shown(documents));
  const metRows = met
    .slice(0, count)
    .map(({ noun, pages, documents }) => [
      noun,
      barred(shareBar(pages / Math.max(1, accepted), 'bar-accepted'), shown(pages)),
      ofTopic(documents),
    ]);
  const missingRows = missing?.slice(0, count).map(({ noun, documents }) => [noun, ofTopic(documents)]);
  return [
    h(
      'p',
      {},
      `${shown(total)} nouns count in favour of accepted pages.`,
      coverage === undefined
        ? ''
        : ` They are ${percent(coverage)} of the nouns that occur in the most documents of the topic's corpus.`,
    ),
    pair(
      table('nouns of accepted pages', ['Noun', 'Accepted pages', 'Texts of the topic'], metRows, [1, 2]),
      missingRows === undefined
        ? h('p', { class: 'quiet' }, 'The knowledge base of the crawl is not in a folder here.')
        : table(
            'nouns of the topic that no accepted page has',
            ['Noun', 'Texts of the topic'],
            missingRows,
            [1],
          ),
    ),
  ];
}

/** Says how many verdicts were changed afterwards: each counts where its page was requested. */
function changedText({ rejudged = 0 }: State['status']['counts']): string {
  if (rejudged === 0) return '';
  const verdicts = rejudged === 1 ? 'verdict' : 'verdicts';
  return `${shown(rejudged)} ${verdicts} changed afterwards; the curve is drawn with the last verdict of each page.`;
}

function remainingOf(
  remaining: RemainingPages | undefined,
): { readonly value: string; readonly more: string } | undefined {
  if (remaining === undefined) return undefined;
  if (remaining.notKnown !== undefined) return { value: '–', more: `not known yet: ${remaining.notKnown}` };
  const { left, low, high, recall } = remaining;
  return { value: `≈ ${shown(left)}`, more: `(${shown(low)}–${shown(high)}); ${percent(recall)} found` };
}
