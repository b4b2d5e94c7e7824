import type { ListedPage, RemainingPages, State } from './api.js';
import { courseChart, scoreChart } from './charts.js';
import { h, percent, quiet, renew, shown, type Content } from './dom-elements.js';
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
const NOUNS = 12;

/** The crawl at a glance. */
export function overview({ state, api, attempt }: Room): View {
  const [figures, course, scores, latest] = [h('div'), h('div'), h('div', { class: 'chart-box' }), h('div')];
  const [reasons, nouns, advice] = [h('div'), h('div'), h('div')];
  const steady = { reasons: steadily(reasons), latest: steadily(latest), nouns: steadily(nouns) };
  const loadLatest = (): Promise<void> =>
    attempt(async () => {
      const wish = { which: 'accepted', count: isNarrow() ? 4 : 8 };
      const { pages } = await api.get<{ pages: readonly ListedPage[] }>('pages', wish);
      steady.latest(() => [pageTable('latest accepted pages', pages)]);
    });
  const updateLatest = followed(loadLatest, state());
  function update(found: State): void {
    const { counts } = found.status;
    renew(figures, figureList(found));
    const checks = counts.challengedHosts;
    const said = checks === undefined ? undefined : `hosts that answered with a bot check: ${checks}`;
    renew(advice, ...[counts.driedUp, said].flatMap((line) => (line === undefined ? [] : [quiet(line)])));
    // An estimate far above would flatten the curve.
    const all = remainingOf(counts.remaining)?.value ?? Infinity;
    const level = all <= 3 * counts.accepted ? all : undefined;
    renew(course, courseChart(found.curve, isNarrow(), level), changedText(counts));
    renew(scores, scoreChart(found.histogram));
    steady.reasons(() => [reasonTable(found.reasons)]);
    steady.nouns(() => [nounTable(found)]);
    updateLatest(found);
  }
  update(state());
  void loadLatest();
  return {
    content: h(
      'div',
      { class: 'panels' },
      figures,
      advice,
      widePanel('Accepted pages', course),
      widePanel('Latest accepted pages', latest),
      pair(
        panel(
          'Scores of judged pages',
          scores,
          quiet('Green: accepted. The line is the score from which pages are accepted.'),
        ),
        panel('Nouns of accepted pages', nouns),
      ),
      widePanel('Why addresses were skipped or failed', reasons),
    ),
    update,
  };
}

/** Figures with their names, what they mean, and more words where there are some; one without a value is not shown. */
function figureList({ status, harvest }: State): HTMLElement {
  const { counts, model, rate, seconds, simulatedTime, maxPages } = status;
  const left = remainingOf(counts.remaining);
  const time = simulatedTime ? ' of simulated time' : '';
  const hostsText = (count: number): string => `at ${shown(count)} ${count === 1 ? 'host' : 'hosts'}`;
  const figures: readonly (readonly [name: string, value: string | undefined, more: string, help: string])[] =
    [
      [
        'accepted pages',
        shown(counts.accepted),
        counts.acceptedHosts === undefined ? '' : hostsText(counts.acceptedHosts),
        'Pages that are about the topic by the classifier, or because somebody says so.',
      ],
      ['requested', shown(counts.fetched), `of at most ${shown(maxPages)}`, 'Addresses that were requested.'],
      [
        'harvest',
        percent(harvest.last100),
        `${percent(harvest.last1000)} of the last 1,000`,
        'The share of accepted pages among the last 100 requests.',
      ],
      ['pages per second', shown(rate, 1), `over ${shown(seconds)} s${time}`, 'Requests per second.'],
      ['waiting', shown(counts.queued), hostsText(counts.hosts), 'Addresses that are not requested yet.'],
      [
        'not accepted',
        shown(counts.rejected),
        `${shown(counts.skipped)} skipped, ${shown(counts.failed)} failed`,
        'Pages that are not about the topic.',
      ],
      [
        'still to be found',
        left?.text,
        left?.more ?? '',
        'Relevant pages that the links found so far lead to, estimated from requests at random.',
      ],
      [
        'model',
        model === undefined ? undefined : shown(model.number),
        model === undefined ? '' : `trained with ${shown(model.yes + model.no)} answers`,
        'How often the classifier was trained again with answers of people.',
      ],
    ];
  return h(
    'dl',
    { class: 'figures panel-row' },
    figures.map(([name, value, more, help]) =>
      value === undefined
        ? undefined
        : h(
            'div',
            { class: 'figure', title: help },
            h('dt', {}, name),
            h('dd', { class: 'value' }, value),
            h('dd', { class: 'quiet' }, more),
          ),
    ),
  );
}

function reasonTable(reasons: State['reasons']): HTMLElement {
  const rows = Object.entries(reasons).sort(([, a], [, b]) => b - a);
  if (rows.length === 0) return quiet('None so far.');
  return table(
    'reasons',
    ['Reason', 'Addresses'],
    rows.map(([code, count]) => [reasonLink(code), shown(count)]),
    [1],
  );
}

/** Nouns that speak for accepted pages. */
function nounTable({ nouns, status }: State): HTMLElement {
  const accepted = Math.max(1, status.counts.accepted);
  const most = Math.max(1, ...nouns.map(({ documents }) => documents));
  return table(
    'nouns of accepted pages',
    ['Noun', 'Accepted pages', 'Texts of the topic'],
    nouns
      .slice(0, NOUNS)
      .map(({ noun, pages, documents }) => [
        noun,
        barred(shareBar(pages / accepted, 'bar-accepted'), shown(pages)),
        barred(shareBar(documents / most), shown(documents)),
      ]),
    [1, 2],
  );
}

/** Says how many verdicts were changed afterwards: each counts where its page was requested. */
function changedText({ rejudged = 0 }: State['status']['counts']): Content {
  if (rejudged === 0) return undefined;
  const text = `${shown(rejudged)} ${rejudged === 1 ? 'verdict' : 'verdicts'} changed afterwards`;
  return quiet(`${text}; the curve is drawn with the last verdict of each page.`);
}

function remainingOf(remaining: RemainingPages | undefined) {
  if (remaining === undefined) return undefined;
  if (remaining.notKnown !== undefined) return { text: '–', more: `not known yet: ${remaining.notKnown}` };
  const { found, left, low, high, recall } = remaining;
  return {
    value: found + left,
    text: `≈ ${shown(left)}`,
    more: `(${shown(low)}–${shown(high)}); ${percent(recall)} found`,
  };
}
