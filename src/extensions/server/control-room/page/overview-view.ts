import type { Drought, ListedPage, Remaining, State } from './api.js';
import { curveChart, scoreChart } from './charts.js';
import { h, percent, shown } from './dom-elements.js';
import {
  pageTable,
  panel,
  reasonLink,
  steadily,
  table,
  widePanel,
  type Room,
  type View,
} from './page-parts.js';

/** The crawl at a glance. */
export function overview({ state, api, attempt }: Room): View {
  const [figures, curve, scores, reasons, latest] = [h('div'), h('div'), h('div'), h('div'), h('div')];
  const changed = h('p', { class: 'quiet' });
  const dry = h('div');
  const dryPanel = widePanel('What may help', dry);
  const [showReasons, showLatest, showDry] = [steadily(reasons), steadily(latest), steadily(dry)];
  let shownAt = -1;
  function update(found: State): void {
    const { curve: points, histogram, reasons: codes, version } = found;
    figures.replaceChildren(
      h(
        'dl',
        { class: 'figures' },
        ...figuresOf(found).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
      ),
    );
    const { drought } = found.status;
    dryPanel.hidden = drought === undefined;
    showDry(() => (drought === undefined ? [] : droughtParts(drought)));
    if (version === shownAt) return;
    shownAt = version;
    curve.replaceChildren(curveChart(points, found.status.counts.remaining));
    changed.textContent = changedText(found.status.counts);
    scores.replaceChildren(scoreChart(histogram));
    const byCount = Object.entries(codes).sort(([, a], [, b]) => b - a);
    showReasons(() => [
      byCount.length === 0
        ? h('p', { class: 'quiet' }, 'None so far.')
        : table(
            'reasons',
            ['Reason', 'Pages'],
            byCount.map(([code, count]) => [reasonLink(code), shown(count)]),
            [1],
          ),
    ]);
    void attempt(async () => {
      const wish = { which: 'accepted', count: 8 };
      const { pages } = await api.get<{ pages: readonly ListedPage[] }>('pages', wish);
      showLatest(() => [pageTable('latest accepted pages', pages)]);
    });
  }
  update(state());
  return {
    content: h(
      'div',
      { class: 'panels' },
      dryPanel,
      panel('Figures', figures),
      panel(
        'Accepted pages over requests',
        curve,
        changed,
        h(
          'p',
          { class: 'quiet' },
          'Dashed: every request brings an accepted page. Band, where it is shown: all pages that the crawl could find, estimated.',
        ),
      ),
      panel(
        'Scores of judged pages',
        scores,
        h('p', { class: 'quiet' }, 'Green: accepted. The line is the threshold.'),
      ),
      panel('Why URLs were skipped or failed', reasons),
      widePanel('Latest accepted pages', latest),
    ),
    update,
  };
}

/** What may help a crawl that has dried up. */
function droughtParts({ text, help }: Drought): readonly HTMLElement[] {
  const rows = help.map(({ command, effect }) => [h('code', {}, command), effect]);
  return [
    h('p', {}, `${text.charAt(0).toUpperCase()}${text.slice(1)}.`),
    table('commands that may help', ['Command', 'What it does'], rows),
  ];
}

function figuresOf({ status, harvest, drift }: State): readonly (readonly [name: string, value: string])[] {
  const { counts } = status;
  return [
    ['requested', `${shown(counts.fetched)} of ${shown(status.maxPages)}`],
    ['accepted', shown(counts.accepted)],
    ...(counts.acceptedHosts === undefined
      ? []
      : [['hosts with accepted pages', shown(counts.acceptedHosts)] as const]),
    ['rejected', shown(counts.rejected)],
    ['skipped', shown(counts.skipped)],
    ['failed', shown(counts.failed)],
    ['queued', shown(counts.queued)],
    ['hosts queued', shown(counts.hosts)],
    ['harvest rate, last 100', percent(harvest.last100)],
    ['harvest rate, last 1,000', percent(harvest.last1000)],
    rateOf(status),
    ...(status.model === undefined ? [] : [['model', modelText(status.model)] as const]),
    ['drift of nouns', drift === null ? '–' : shown(drift, 2)],
    ...remainingOf(counts.remaining),
  ];
}

/** Says how many verdicts were changed afterwards: each counts where its page was requested. */
function changedText({ rejudged = 0 }: State['status']['counts']): string {
  if (rejudged === 0) return '';
  const verdicts = rejudged === 1 ? 'verdict' : 'verdicts';
  return `${shown(rejudged)} ${verdicts} changed afterwards; the curve is drawn with the last verdict of each page.`;
}

/** While the crawl runs the rate of the last seconds, else that of all its time. */
function rateOf({
  rate,
  recentRate,
  simulatedTime,
  seconds,
}: State['status']): readonly [name: string, value: string] {
  const second = simulatedTime ? 'simulated second' : 'second';
  return recentRate === undefined
    ? [`requests per ${second}, all ${shown(seconds)} s`, shown(rate, 1)]
    : [`requests per ${second}, last 30 s`, shown(recentRate, 1)];
}

function modelText({ number, yes, no }: NonNullable<State['status']['model']>): string {
  return `${number}, trained with ${yes + no} answers`;
}

function remainingOf(remaining: Remaining | undefined): readonly (readonly [name: string, value: string])[] {
  if (remaining === undefined) return [];
  if (remaining.notKnown !== undefined)
    return [['relevant pages left', `not known yet: ${remaining.notKnown}`]];
  const { left, low, high, recall, recallLow, recallHigh } = remaining;
  return [
    ['relevant pages left (90 %)', `${shown(left)} (${shown(low)}–${shown(high)})`],
    ['found of all (90 %)', `${percent(recall)} (${percent(recallLow)}–${percent(recallHigh)})`],
  ];
}
