import { judgeClaims, type ClaimFinding } from '../evaluation/claims.js';
import type { Comparison } from '../evaluation/comparison.js';
import { focusGain, type RetrievalQuality } from '../evaluation/focus.js';
import { leagueOf, measureAll, type MeasuredCrawl } from '../evaluation/league.js';
import { lossesOf } from '../evaluation/losses.js';
import { leagueNotes, leagueRows, unfocused } from './league-table.js';
import { lossSentences } from './league-words.js';

/** A comparison as Markdown: the league table, the tests of the papers' claims, and where crawls lost. */
export function comparisonPage(comparison: Comparison): string {
  const measured = measureAll(comparison);
  return [
    '# Comparison of crawling strategies',
    '',
    `Written by \`sfwc compare\`; all figures and verdicts are computed from its results. ${introduction(comparison)}`,
    '',
    '## League table',
    '',
    table(leagueRows(comparison)),
    '',
    ...leagueNotes(comparison).map((note) => `- ${note}`),
    '',
    '## Settings',
    '',
    table([
      ['setting', 'value'],
      ...Object.entries(comparison.settings).map(([name, value]) => [name, shown(value)]),
    ]),
    '',
    ...claimsPart(comparison, measured),
    ...focusPart(measured),
    ...lossesPart(comparison, measured),
  ].join('\n');
}

function shown(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

function introduction({ topics, crawls, webPages }: Comparison): string {
  const strategies = new Set(crawls.map(({ strategy }) => strategy)).size;
  const names = topics.map(({ name, targets, truth }) =>
    truth === 'labels' ? `${name} (${targets.length} targets)` : name,
  );
  return `${crawls.length} crawls: ${strategies} strategies on ${names.join(', ')}, in a web of ${webPages} pages. Seeds and pages of the corpus never count as found. Every fetch counts.`;
}

const VERDICTS: Readonly<Record<ClaimFinding['verdict'], string>> = {
  held: 'held',
  'held in part': 'held in part',
  'in direction only': 'held in direction only',
  'did not hold': 'did not hold',
  missing: 'was not compared',
};

/** The claims of the papers with their verdicts; empty if no claim could be tested. */
function claimsPart(comparison: Comparison, measured: readonly MeasuredCrawl[]): readonly string[] {
  const claims = judgeClaims(comparison);
  if (claims.every(({ verdict }) => verdict === 'missing')) return [];
  const papers = [...new Set(claims.map(({ paper }) => paper))];
  return [
    '## Claims of the papers',
    '',
    'The papers crawled other webs, with other topics and up to 10,000 fetches. Each claim is tested as far as this web allows, and followed by its test.',
    '',
    table([
      ['paper', 'claim', ...comparison.topics.map(({ name }) => name), 'verdict'],
      ...claims.map((claim) => [
        claim.paper,
        claim.claim,
        ...comparison.topics.map(
          ({ name }) => claim.findings.find(({ topic }) => topic === name)?.holding ?? '–',
        ),
        VERDICTS[claim.verdict],
      ]),
    ]),
    '',
    ...papers.flatMap((paper) => [
      `### ${paper}`,
      '',
      ...claims
        .filter((claim) => claim.paper === paper)
        .flatMap((claim) => claimText(claim, comparison, measured)),
    ]),
  ];
}

function claimText(
  claim: ClaimFinding,
  comparison: Comparison,
  measured: readonly MeasuredCrawl[],
): readonly string[] {
  return [
    `**${capital(claim.claim)}: ${VERDICTS[claim.verdict]}.** Test: ${claim.test}.`,
    '',
    ...claim.findings.map(({ topic, holding, evidence }) => {
      const crawl = measured.find(
        (one) => one.crawl.topic === topic && one.crawl.strategy === claim.favours && one.crawl.repeat === 0,
      );
      const why =
        holding === 'held' || crawl === undefined
          ? ''
          : ` Where ${claim.favours} lost: ${whyText(comparison, crawl)}`;
      return `- ${topic}: ${holding}. ${capital(evidence)}.${why}`;
    }),
    '',
  ];
}

/** The most informative sentences. */
function whyText(comparison: Comparison, crawl: MeasuredCrawl): string {
  return lossSentences(comparison, crawl, lossesOf(crawl)).slice(0, 4).join(' ');
}

function focusPart(measured: readonly MeasuredCrawl[]): readonly string[] {
  const rows = measured
    .filter(({ crawl }) => crawl.repeat === 0 && crawl.strategy !== 'breadth-first')
    .flatMap((one) => {
      const base = unfocused(one, measured);
      if (base === undefined) return [];
      const { withFocus, withoutFocus } = focusGain(one.retrieval, base.retrievalAt(one.fetched));
      return [[one.crawl.topic, one.crawl.strategy, ...pairs(withFocus, withoutFocus)]];
    });
  if (rows.length === 0) return [];
  return [
    '## With focus and without',
    '',
    'Precision, recall and accuracy of the fetched pages, as measured by Devi, each followed by the value of breadth-first after as many fetches.',
    '',
    table([['topic', 'strategy', 'precision', 'recall', 'accuracy'], ...rows]),
    '',
  ];
}

function pairs(a: RetrievalQuality, b: RetrievalQuality): readonly string[] {
  const percent = (value: number | null): string => (value === null ? '–' : `${(100 * value).toFixed(1)} %`);
  return (['precision', 'recall', 'accuracy'] as const).map(
    (name) => `${percent(a[name])} (${percent(b[name])})`,
  );
}

function lossesPart(comparison: Comparison, measured: readonly MeasuredCrawl[]): readonly string[] {
  const names = comparison.topics.map(({ name }) => name);
  const order = leagueOf(measured, names).rows.map(({ strategy, classifier }) => `${strategy} ${classifier}`);
  return [
    '## Where each strategy lost',
    '',
    ...names.flatMap((topic) => [
      `### ${capital(topic)}`,
      '',
      ...measured
        .filter(({ crawl }) => crawl.topic === topic && crawl.repeat === 0)
        .sort(
          (a, b) =>
            order.indexOf(`${a.crawl.strategy} ${a.crawl.classifier}`) -
            order.indexOf(`${b.crawl.strategy} ${b.crawl.classifier}`),
        )
        .map(
          (one) =>
            `- **${one.crawl.strategy}** (${(one.curve ?? 0).toFixed(3)}): ${lossSentences(comparison, one, lossesOf(one)).join(' ')}`,
        ),
      '',
    ]),
  ];
}

function table(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const [header = [], ...body] = rows;
  return [line(header), line(header.map(() => '---')), ...body.map(line)].join('\n');
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
