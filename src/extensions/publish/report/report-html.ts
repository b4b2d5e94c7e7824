import { REASONS } from '../../../model/crawl-event.js';
import type { RemainingPages } from '../../../model/remaining-pages.js';
import { scoreOrNull } from '../../../model/verdict-by-threshold.js';
import { isWebAddress } from '../../../support/parse-url.js';
import { escapeHtml } from '../../../support/text/escapes.js';
import type { DescribedCrawl } from '../describe-crawl.js';
import type { CrawlFacts, PageEvent } from './report-crawl.js';

/** A piece of HTML that is safe to put into a page. */
type Html = string;

/** Rows of tables, and nouns that are named of a page. */
const MAX = { rows: 20, nouns: 6 } as const;

/**
 * A crawl as one HTML page that holds all it needs. What comes from the Web is escaped, and the page forbids itself scripts and
 * requests.
 * @param madeAt ISO 8601, UTC
 */
export function crawlReportHtml(
  title: string,
  crawl: DescribedCrawl,
  facts: CrawlFacts,
  madeAt: string,
): string {
  const body = [
    `<header><h1><bdi>${text(title)}</bdi></h1><p>${introduction(crawl, facts)}</p>${keyFigures(crawl, facts)}</header>`,
    section('Course of the crawl', acceptedCurve(facts), estimate(crawl.remaining)),
    section('Hosts', hostsTable(facts)),
    section(
      'What the accepted pages are about',
      table('Nouns that spoke for the most accepted pages', ['noun', 'pages'], countRows(facts.nouns)),
    ),
    section(
      'Examples, with reasons',
      examples('Accepted, the best', facts.best),
      examples('Accepted, nearest to the threshold', facts.borderline),
      examples('Near misses: rejected, nearest to the threshold', facts.nearMisses),
    ),
    section('What was missed, and why', missedTable(facts)),
    section('How the crawl was made', ...makingOf(crawl)),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}: report of a crawl</title>
<style>${CSS}</style>
</head>
<body>
<main>
${body.filter((part) => part !== '').join('\n')}
</main>
<footer><p>Made by sfwc at ${moment(madeAt)}.</p></footer>
</body>
</html>
`;
}

function introduction({ state, startedAt, simulatedTime }: DescribedCrawl, { lastTime }: CrawlFacts): Html {
  const until = lastTime === undefined ? '' : ` to ${moment(lastTime)}`;
  const simulated = simulatedTime
    ? ' Times are simulated: the pages come from a stored web or archives.'
    : '';
  return escapeHtml(`From ${moment(startedAt)}${until}. State of the crawl: ${state}.${simulated}`);
}

function keyFigures({ queued, remaining, answers }: DescribedCrawl, facts: CrawlFacts): Html {
  const { fetched, acceptedHosts, verdicts, bytes } = facts;
  const found = remaining?.notKnown === undefined ? remaining?.recall : undefined;
  const figures: readonly (readonly [name: string, value: string])[] = [
    ['accepted pages', count(verdicts.accepted)],
    ['requests', count(fetched)],
    ['accepted per request', percent(verdicts.accepted, fetched)],
    ['hosts with accepted pages', count(acceptedHosts)],
    ...(found === undefined ? [] : [['estimated share found', percent(found, 1)] as const]),
    ['URLs not requested', count(queued)],
    ['received', `${(bytes / 1e6).toFixed(1)} MB`],
    ...(answers === 0 ? [] : [['pages judged by people', count(answers)] as const]),
  ];
  const items = figures.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return `<dl class="figures">${items.join('')}</dl>`;
}

/** Accepted pages by requests, as a line. */
function acceptedCurve({ curve, verdicts: { accepted } }: CrawlFacts): Html {
  const [requests = 0] = curve.at(-1) ?? [];
  if (requests === 0) return '<p>Nothing was requested.</p>';
  const [width, height] = [560, 220];
  const points = curve.map(([x, y]) =>
    [(width * x) / requests, height - (height * y) / Math.max(1, accepted)]
      .map((at) => at.toFixed(1))
      .join(','),
  );
  const name = `${count(accepted)} accepted pages after ${count(requests)} requests`;
  return `<figure><figcaption>Accepted pages by requests</figcaption><svg role="img" aria-label="${name}" viewBox="-4 -4 ${width + 8} ${height + 8}"><path class="axes" d="M0,0V${height}H${width}"/><polyline points="0,${height} ${points.join(' ')}"/></svg><p class="quiet">${name}</p></figure>`;
}

function estimate(remaining: RemainingPages | undefined): Html {
  if (remaining === undefined) return '';
  const after = `After ${count(remaining.requests)} requests,`;
  if (remaining.notKnown !== undefined)
    return `<p>${escapeHtml(`${after} how many relevant pages were left was not known yet: ${remaining.notKnown}.`)}</p>`;
  const { left, low, high } = remaining;
  return `<p>${after} an estimated ${count(left)} relevant pages were left (90 % interval: ${count(low)} to ${count(high)}).</p>`;
}

function hostsTable({ requested, accepted }: CrawlFacts): Html {
  const hosts = [...requested].map(([host, requests]) => [host, accepted.get(host) ?? 0, requests] as const);
  const rows = hosts.sort(([, a, one], [, b, other]) => b - a || other - one).slice(0, MAX.rows);
  const rest = hosts.length - rows.length;
  return (
    table(
      'Hosts with the most accepted pages',
      ['host', 'accepted', 'requested', 'share'],
      rows.map(([host, pages, requests]) => [
        `<bdi>${text(host)}</bdi>`,
        ...[count(pages), count(requests), percent(pages, requests)],
      ]),
    ) + (rest > 0 ? `<p>And ${count(rest)} more hosts.</p>` : '')
  );
}

function missedTable({ reasons }: CrawlFacts): Html {
  const meanings: Readonly<Record<string, string>> = REASONS;
  const rows = [...reasons].sort(([, a], [, b]) => b - a);
  return table(
    'URLs that were skipped or failed',
    ['reason', 'code', 'URLs'],
    rows.map(([code, urls]) => [text(meanings[code] ?? code), text(code), count(urls)]),
  );
}

function makingOf({ settings, changes }: DescribedCrawl): readonly Html[] {
  return [
    table(
      'Settings',
      ['setting', 'value'],
      settings.map(([name, value]) => [escapeHtml(name), text(value, 500)]),
    ),
    table(
      'Changes while the crawl ran',
      ['time', 'change', 'by'],
      changes.map(({ time, effect, by }) => [text(time), text(effect, 500), text(by)]),
    ),
  ];
}

function examples(heading: string, pages: readonly PageEvent[]): Html {
  if (pages.length === 0) return '';
  return `<h3>${heading}</h3>\n<ol class="examples">${pages.map((page) => `<li>${exampleOf(page)}</li>`).join('\n')}</ol>`;
}

function exampleOf({ url: asked, finalUrl: url = asked, title, judgement, referrer }: PageEvent): Html {
  const name = `<bdi>${text(title === undefined || title === '' ? url : title)}</bdi>`;
  const link = isWebAddress(url)
    ? `<a href="${escapeHtml(url)}" rel="noreferrer noopener nofollow">${name}</a>`
    : name;
  const from = referrer === undefined ? 'A seed.' : `Found on ${address(referrer)}.`;
  return [
    `<p class="title">${link}</p><p>${address(url)}</p>`,
    judgement === undefined ? '' : reasonOf(judgement),
    `<p class="quiet">${from}</p>`,
  ].join('');
}

function reasonOf({ score: given, classifier, reason }: NonNullable<PageEvent['judgement']>): Html {
  const score = scoreOrNull(given);
  const { low } = reason.band;
  const from = low === null ? '' : ` (accepted from ${low.toFixed(3)})`;
  const shown = score === null ? '' : ` Score ${score.toFixed(3)}${from} by ${classifier}.`;
  const nouns = reason.evidence
    .slice(0, MAX.nouns)
    .map(({ lemma, pull }) => `${pull > 0 ? '+' : '−'} ${lemma}`);
  return `<p>${text(`${reason.summary}${shown}`, 500)}</p>${nouns.length === 0 ? '' : `<p><bdi>${text(nouns.join(', '))}</bdi></p>`}`;
}

/** A text, cut where it is too long. */
function text(value: string, most = 200): Html {
  const characters = Array.from(value.slice(0, 2 * most));
  const shown = characters.slice(0, most).join('');
  return escapeHtml(characters.length > most ? `${shown}…` : shown);
}

function address(url: string): Html {
  return `<bdi class="quiet">${text(url)}</bdi>`;
}

/** `12,345` */
function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** `42.0 %`; a dash where there is nothing to divide by. */
function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** `2026-11-22 03:47 UTC` */
function moment(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

/** A section with a heading; nothing where it would be empty. */
function section(heading: string, ...parts: readonly Html[]): Html {
  const filled = parts.filter((part) => part !== '');
  return filled.length === 0 ? '' : `<section><h2>${heading}</h2>\n${filled.join('\n')}\n</section>`;
}

/** The most frequent names with their counts, as rows. */
function countRows(counts: ReadonlyMap<string, number>): readonly (readonly Html[])[] {
  const most = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return most.slice(0, MAX.rows).map(([name, number]) => [`<bdi>${text(name)}</bdi>`, count(number)]);
}

/** A table whose cells are HTML, which scrolls where it is too wide. Nothing without rows. */
function table(name: string, header: readonly string[], rows: readonly (readonly Html[])[]): Html {
  if (rows.length === 0) return '';
  const head = header.map((cell) => `<th scope="col">${cell}</th>`).join('');
  const body = rows.map(
    ([first = '', ...cells]) =>
      `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  );
  return `<div class="wide" role="region" aria-label="${name}" tabindex="0"><table><caption>${name}</caption><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

/** Light and dark, for paper and small screens, without fonts or images from elsewhere. */
const CSS = `
:root { color-scheme: light dark; --quiet: light-dark(#52626a, #a3b1b8); --line: light-dark(#d0d9dd, #3a464c); --yes: light-dark(#1f7a4a, #5fc48f); }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: light-dark(#1f2a30, #e3e9ec); background: light-dark(#fff, #12181b); }
main, footer { max-width: 1100px; margin: 0 auto; padding: 1rem 1.25rem; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .6rem; border-bottom: 1px solid var(--line); } h3 { margin: 1.2rem 0 .4rem; }
p { margin: .2rem 0; } a { color: light-dark(#1f5f80, #7cc0e0); } .quiet, dt, thead th { color: var(--quiet); }
.figures { display: flex; flex-wrap: wrap; gap: .6rem; } .figures div { padding: .5rem .75rem; border: 1px solid var(--line); border-radius: 6px; }
.figures dd { margin: 0; font-size: 1.3rem; font-weight: 600; }
figure { margin: 0; max-width: 600px; } svg { width: 100%; } svg * { fill: none; stroke: var(--line); } polyline { stroke: var(--yes); stroke-width: 2; }
figcaption, caption, .title { font-weight: 600; text-align: left; }
.wide { overflow-x: auto; margin: .75rem 0; } table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .25rem .9rem .25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); font-weight: 400; }
.examples > li { margin-bottom: .8rem; break-inside: avoid; }
@media print { :root { color-scheme: light; } body { font-size: 10.5pt; } .wide { overflow: visible; } tr { break-inside: avoid; } }
`;
