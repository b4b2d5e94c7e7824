import { judgeClaims } from '../evaluation/claims.js';
import { isBound, type Comparison } from '../evaluation/comparison.js';
import { curveOf, foundAt, type FetchHits } from '../evaluation/fetch-curve.js';
import {
  hasSeveralHosts,
  leagueOf,
  measureAll,
  type League,
  type MeasuredCrawl,
} from '../evaluation/league.js';
import { lossesOf } from '../evaluation/losses.js';
import { escapeHtml } from '../../../support/text/escapes.js';
import { barChart, lineChart, type ChartLine, type ColourOf } from './league-charts.js';
import { REPORT_CSS } from './league-report-css.js';
import { leagueNotes, leagueRows } from './league-table.js';
import { lossSentences } from './league-words.js';

/** Maximum number of points of a curve. */
const POINTS = 200;
/** Number of strategies with a colour: the best, and breadth-first. The others are grey. */
const COLOURED = 8;
const BASELINE = 'breadth-first';
const BASELINE_COLOUR = 'var(--ink)';
const BOUND_COLOUR = 'var(--bound)';
const OTHER_COLOUR = 'var(--other)';
/** Steps of the course in a table. */
const STEPS = 4;

/** A comparison as one self-contained HTML page without scripts. */
export function reportHtml(comparison: Comparison): string {
  const measured = measureAll(comparison);
  const names = comparison.topics.map(({ name }) => name);
  const league = leagueOf(measured, names);
  const colours = coloursOf(league);
  const colourOf: ColourOf = (name) => colours.get(name) ?? OTHER_COLOUR;
  const body = [
    '<h1>Comparison of crawling strategies</h1>',
    `<p>${comparison.crawls.length} crawls of ${comparison.webPages} pages. Seeds and pages of the corpus never count as found. Every fetch counts.</p>`,
    '<h2>League table</h2>',
    wide('League table', htmlTable(leagueRows(comparison), 'league')),
    `<ul class="notes">${leagueNotes(comparison)
      .map((note) => `<li>${escapeHtml(note)}</li>`)
      .join('')}</ul>`,
    ...names.map((name) => topicPart(name, comparison, measured, league, colourOf)),
    claimsPart(comparison),
    '<h2>Settings</h2>',
    htmlTable(
      Object.entries(comparison.settings).map(([name, value]) => [name, String(value)]),
      'settings',
      false,
    ),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Comparison of crawling strategies</title>
<style>${REPORT_CSS}</style>
</head>
<body>
<main>
${body.join('\n')}
</main>
</body>
</html>
`;
}

/** The name of a crawl in charts: with the classifier if there are several. */
function nameOf({ crawl }: MeasuredCrawl, league: League): string {
  return rowName(crawl, new Set(league.rows.map(({ classifier }) => classifier)).size > 1);
}

function rowName(row: { readonly strategy: string; readonly classifier: string }, several: boolean): string {
  return several ? `${row.strategy} · ${row.classifier}` : row.strategy;
}

function coloursOf({ rows }: League): ReadonlyMap<string, string> {
  const several = new Set(rows.map(({ classifier }) => classifier)).size > 1;
  const colours = new Map<string, string>();
  const ranked = rows.filter(({ realisable, strategy }) => realisable && strategy !== BASELINE);
  for (const [place, row] of ranked.slice(0, COLOURED).entries()) {
    colours.set(rowName(row, several), `var(--line-${place})`);
  }
  for (const row of rows) {
    if (row.strategy === BASELINE) colours.set(rowName(row, several), BASELINE_COLOUR);
    if (!row.realisable) colours.set(rowName(row, several), BOUND_COLOUR);
  }
  return colours;
}

function topicPart(
  topic: string,
  comparison: Comparison,
  measured: readonly MeasuredCrawl[],
  league: League,
  colourOf: ColourOf,
): string {
  const own = measured.filter(({ crawl }) => crawl.topic === topic && crawl.repeat === 0);
  const targets = Math.max(0, ...own.map((one) => one.targets));
  const withHosts = hasSeveralHosts(own);
  const order = league.rows.map((row) => row.strategy + row.classifier);
  const placeOf = ({ crawl }: MeasuredCrawl): number => order.indexOf(crawl.strategy + crawl.classifier);
  const sorted = [...own].sort((a, b) => placeOf(a) - placeOf(b));
  const ranked = [...own].sort((a, b) => (b.curve ?? 0) - (a.curve ?? 0));
  return [
    `<h2>${escapeHtml(topic)}</h2>`,
    `<p>${targets} targets.</p>`,
    legend(
      sorted.map((one) => nameOf(one, league)),
      colourOf,
    ),
    '<div class="charts">',
    figure('Target recall', recallChart(sorted, league, comparison.maxPages, colourOf)),
    figure('Harvest rate', harvestChart(sorted, league, comparison.maxPages, colourOf)),
    ...(withHosts
      ? [figure('Hosts with targets', hostsChart(sorted, league, comparison.maxPages, colourOf))]
      : []),
    figure('Share of the best possible curve', barsOf(topic, league, ranked, colourOf)),
    '</div>',
    ...(withHosts ? [hostsTable(sorted, league, comparison.maxPages)] : []),
    '<h3>Where each strategy lost</h3>',
    ...ranked.map((one) => lossDetails(one, comparison, league)),
  ].join('\n');
}

function recallChart(
  own: readonly MeasuredCrawl[],
  league: League,
  maxPages: number,
  colourOf: ColourOf,
): string {
  const lines = linesOf(own, league, maxPages, ({ targetRecall }) => targetRecall ?? 0);
  return lineChart(
    lines,
    { name: 'target recall', label: 'share of targets', from: 1, to: longest(own, maxPages) },
    colourOf,
  );
}

function harvestChart(
  own: readonly MeasuredCrawl[],
  league: League,
  maxPages: number,
  colourOf: ColourOf,
): string {
  const lines = linesOf(own, league, maxPages, ({ harvestRate }) => harvestRate);
  return lineChart(
    lines,
    { name: 'harvest rate', label: 'targets per fetch', from: 1, to: longest(own, maxPages) },
    colourOf,
  );
}

function hostsChart(
  own: readonly MeasuredCrawl[],
  league: League,
  maxPages: number,
  colourOf: ColourOf,
): string {
  const lines = linesOf(
    own,
    league,
    maxPages,
    ({ found }) => found,
    ({ hosts }) => hosts.hits,
  );
  const from = Math.max(1, ...own.map(({ hosts }) => hosts.found));
  return lineChart(
    lines,
    { name: 'hosts with targets', label: 'hosts', from, to: longest(own, maxPages), whole: true },
    colourOf,
  );
}

/** The chart of hosts in figures, for those who do not see it. */
function hostsTable(own: readonly MeasuredCrawl[], league: League, maxPages: number): string {
  const to = longest(own, maxPages);
  const steps = Array.from({ length: STEPS }, (_, step) => Math.ceil(((step + 1) * to) / STEPS));
  const rows = own.map((one) => [
    nameOf(one, league),
    ...steps.map((fetches) => String(foundAt(one.hosts.hits, fetches))),
    String(one.hosts.all),
  ]);
  const header = ['strategy', ...steps.map((fetches) => `${fetches} fetches`), 'all'];
  return `<details><summary>Hosts with targets as a table</summary>${wide(`Hosts with targets: ${own[0]?.crawl.topic ?? ''}`, htmlTable([header, ...rows], 'hosts'))}</details>`;
}

function longest(own: readonly MeasuredCrawl[], maxPages: number): number {
  return Math.min(maxPages, Math.max(1, ...own.map(({ fetched }) => fetched)));
}

/** Grey lines first, so that the others are drawn above them. */
function linesOf(
  own: readonly MeasuredCrawl[],
  league: League,
  maxPages: number,
  valueOf: (point: ReturnType<typeof curveOf>[number]) => number,
  hitsOf: (one: MeasuredCrawl) => FetchHits = ({ hits }) => hits,
): readonly ChartLine[] {
  const step = Math.max(1, Math.ceil(maxPages / POINTS));
  return own
    .map((one): ChartLine => ({
      name: nameOf(one, league),
      dashed: league.rows.some(({ strategy, realisable }) => strategy === one.crawl.strategy && !realisable),
      points: curveOf(hitsOf(one), one.targets, step).map(
        (point) => [point.fetches, valueOf(point)] as const,
      ),
    }))
    .reverse();
}

function barsOf(topic: string, league: League, ranked: readonly MeasuredCrawl[], colourOf: ColourOf): string {
  const column = league.topics.indexOf(topic);
  const bars = ranked.flatMap((one) => {
    const row = league.rows.find(
      ({ strategy, classifier }) => strategy === one.crawl.strategy && classifier === one.crawl.classifier,
    );
    const band = row?.cells[column]?.curve;
    if (row === undefined || band === undefined || band === null) return [];
    const { mean, low, high } = band;
    return [{ name: nameOf(one, league), value: mean, low, high, dim: !row.realisable }];
  });
  return barChart(bars, 'share of the best possible curve', colourOf);
}

function lossDetails(one: MeasuredCrawl, comparison: Comparison, league: League): string {
  const sentences = lossSentences(comparison, one, lossesOf(one));
  const figures = `${(one.curve ?? 0).toFixed(3)}, ${one.found} of ${one.targets} targets`;
  return `<details><summary><b>${escapeHtml(nameOf(one, league))}</b> ${figures}</summary><p>${escapeHtml(sentences.join(' '))}</p></details>`;
}

function claimsPart(comparison: Comparison): string {
  const claims = judgeClaims(comparison).filter(({ verdict }) => verdict !== 'missing');
  if (claims.length === 0) return '';
  const rows = claims.map(({ paper, claim, findings, verdict }) => [
    paper,
    claim,
    findings.map(({ topic, holding, evidence }) => `${topic}: ${holding} (${evidence})`).join('; '),
    verdict,
  ]);
  return `<h2>Claims of the papers</h2>${wide('Claims of the papers', htmlTable([['paper', 'claim', 'on this web', 'verdict'], ...rows], 'claims'))}`;
}

function legend(names: readonly string[], colourOf: ColourOf): string {
  const key = (colour: string, text: string, dashed: boolean): string =>
    `<span><i style="border-top:.22rem ${dashed ? 'dashed' : 'solid'} ${colour}"></i>${escapeHtml(text)}</span>`;
  const shown = names.filter((name) => colourOf(name) !== OTHER_COLOUR);
  const items = shown.map((name) => key(colourOf(name), name, isBound(name.split(' ')[0] ?? '')));
  const rest = names.length - shown.length;
  const others = rest === 0 ? '' : key(OTHER_COLOUR, `${rest} others`, false);
  return `<p class="legend">${items.join('')}${others}</p>`;
}

function figure(caption: string, svg: string): string {
  return `<figure><figcaption>${caption}</figcaption>${svg.replace('<svg ', '<svg role="img" ')}</figure>`;
}

/** A table that scrolls where it is too wide, by keyboard as well. */
function wide(name: string, table: string): string {
  return `<div class="wide" role="region" aria-label="${escapeHtml(name)}" tabindex="0">${table}</div>`;
}

function htmlTable(rows: readonly (readonly string[])[], kind: string, hasHeader = true): string {
  const [header = [], ...body] = hasHeader ? rows : [[], ...rows];
  const head = hasHeader
    ? `<thead><tr>${header.map((cell) => (cell === '' ? '<td></td>' : `<th scope="col">${escapeHtml(cell)}</th>`)).join('')}</tr></thead>`
    : '';
  const lines = body.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`);
  return `<table class="${kind}">${head}<tbody>${lines.join('')}</tbody></table>`;
}
