import path from 'node:path';
import { checkSettings } from '../../app/settings/resolve.js';
import { type AcceptedHosts, countAccepted } from '../../crawling/pages/accepted-pages.js';
import { numberText } from '../../crawling/engine/activity.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import { hostNamed } from '../../crawling/urls/urls.js';
import { REASONS, type CrawlEvent } from '../../model/crawl-event.js';
import { marginOf } from '../../model/topic-judgements.js';
import { verdictOf } from '../../model/verdict.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { isWebAddress } from '../../support/parse-url.js';
import { escapeHtml } from '../../support/text/escapes.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { without } from '../../support/without.js';
import { firstOf } from '../../web/page/whitespace.js';
import { createCounts, describeCrawl, type DescribedCrawl } from './describe-crawl.js';
import { reportFields, type ReportOptions } from './settings.js';

/** Report of what was written: the page, and the number of accepted pages. */
export interface CrawlReport {
  readonly file: string;
  readonly bytes: number;
  readonly accepted: number;
}

/** Characters of a text; examples, names that are counted one by one, rows of tables, and nouns that are named of a page. */
const MAX = { text: 400, examples: 5, names: 5000, rows: 20, nouns: 6 } as const;

/**
 * Writes a crawl as one HTML page to read and print, which needs no script and no network. A crawl that runs is reported as it
 * stands.
 * @throws UsageError for settings; InputError when the folder is not of a crawl; OutputError
 */
export async function reportCrawl(
  out: string,
  options: ReportOptions = {},
  { clock = systemClock }: { readonly clock?: Clock } = {},
): Promise<CrawlReport> {
  const { to: file = path.join(out, 'report.html'), title } = checkSettings(reportFields, options);
  const crawl = await describeCrawl(out);
  const facts = await gatherFacts(readEvents(out));
  const named = title ?? (crawl.topics === '' ? 'Crawl without a topic' : crawl.topics);
  const html = crawlReportHtml(named, crawl, facts, new Date(clock.now()).toISOString());
  await replaceFile(file, html);
  return { file, bytes: Buffer.byteLength(html), accepted: facts.verdicts.accepted };
}

/** An event without what takes much memory. */
type PageEvent = Omit<CrawlEvent, 'links' | 'left'>;
type CrawlFacts = Awaited<ReturnType<typeof gatherFacts>>;

/** Facts from the events of a crawl, one for each URL, in bounded memory: figures, and counts by host, noun and code. */
async function gatherFacts(events: AsyncIterable<CrawlEvent>) {
  const verdicts = { accepted: 0, rejected: 0, skipped: 0, failed: 0 };
  const counts = () => createCounts(MAX.names, 'others');
  const [requested, accepted, nouns, reasons] = [counts(), counts(), counts(), counts()];
  const acceptedHosts: AcceptedHosts = new Map();
  const sums: { fetched: number; bytes: number; lastTime?: string } = { fetched: 0, bytes: 0 };
  let best: readonly PageEvent[] = [];
  for await (const event of events) {
    const [verdict, host] = [verdictOf(event), hostNamed(event.url)];
    verdicts[verdict] += 1;
    sums.fetched += Number(event.fetched);
    sums.bytes += event.bytes ?? 0;
    sums.lastTime = event.time;
    countAccepted(acceptedHosts, event.url, Number(verdict === 'accepted'));
    if (event.fetched) requested.add(host);
    if (event.code !== undefined && event.state !== 'done') reasons.add(event.code);
    if (verdict !== 'accepted') continue;
    accepted.add(host);
    best = [...best, without(event, 'links', 'left')]
      .sort((a, b) => rankOf(b) - rankOf(a))
      .slice(0, MAX.examples);
    for (const { lemma, pull } of event.judgement?.reason.evidence ?? []) if (pull > 0) nouns.add(lemma);
  }
  return {
    ...{ verdicts, ...sums, acceptedHosts: acceptedHosts.size, best },
    ...{ requested: requested.all(), accepted: accepted.all(), nouns: nouns.all(), reasons: reasons.all() },
  };
}

/** Distance of the score from the threshold. */
function rankOf({ judgement }: PageEvent): number {
  return judgement === undefined ? -Number.MAX_VALUE : marginOf(judgement);
}

/** A piece of HTML that is safe to put into a page. */
type Html = string;

/**
 * A crawl as one HTML page that holds all it needs. What comes from the Web is escaped, and the page forbids itself scripts and
 * requests.
 * @param madeAt ISO 8601, UTC
 */
function crawlReportHtml(title: string, crawl: DescribedCrawl, facts: CrawlFacts, madeAt: string): string {
  const reasons: Readonly<Record<string, string>> = REASONS;
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
<h1><bdi>${text(title)}</bdi></h1>
<p>${text(introduction(crawl, facts))}</p>
${keyFigures(crawl, facts)}
<h2>Hosts</h2>
${hostsTable(facts)}
<h2>What the accepted pages are about</h2>
${table('Nouns that spoke for the most accepted pages', ['noun', 'pages'], mostFrequent(facts.nouns))}
<h2>The best pages, with reasons</h2>
${facts.best.length === 0 ? '' : `<ol>${facts.best.map((page) => `<li>${exampleOf(page)}</li>`).join('\n')}</ol>`}
<h2>What was missed, and how the crawl was made</h2>
${table(
  'URLs that were skipped or failed',
  ['code', 'URLs', 'reason'],
  mostFrequent(facts.reasons).map(([code = '', urls = '']) => [code, urls, reasons[code] ?? '']),
)}
${table('Settings', ['setting', 'value'], crawl.settings)}
${table(
  'Changes while the crawl ran',
  ['time', 'change', 'by'],
  crawl.changes.map(({ time, effect, by }) => [time, effect, by]),
)}
</main>
<footer><p>Made by sfwc at ${moment(madeAt)}.</p></footer>
</body>
</html>
`;
}

function introduction(crawl: DescribedCrawl, { lastTime }: CrawlFacts): string {
  const { state, startedAt, simulatedTime, remaining } = crawl;
  const until = lastTime === undefined ? '' : ` to ${moment(lastTime)}`;
  const estimate =
    remaining?.notKnown !== undefined
      ? `How many relevant pages were left was not known yet: ${remaining.notKnown}.`
      : remaining &&
        `An estimated ${numberText(Math.round(remaining.left))} relevant pages were left (90 % interval: ${numberText(Math.round(remaining.low))} to ${numberText(Math.round(remaining.high))}).`;
  return [
    `From ${moment(startedAt)}${until}. State of the crawl: ${state}.`,
    ...(simulatedTime ? ['Times are simulated: the pages come from a stored web or archives.'] : []),
    ...(estimate === undefined ? [] : [estimate]),
  ].join(' ');
}

function keyFigures({ queued, remaining, answers }: DescribedCrawl, facts: CrawlFacts): Html {
  const { fetched, acceptedHosts, verdicts, bytes } = facts;
  const found = remaining?.notKnown === undefined ? remaining?.recall : undefined;
  const figures: readonly (readonly [name: string, value: string | undefined])[] = [
    ['accepted pages', numberText(verdicts.accepted)],
    ['requests', numberText(fetched)],
    ['accepted per request', percent(verdicts.accepted, fetched)],
    ['hosts with accepted pages', numberText(acceptedHosts)],
    ['estimated share found', found === undefined ? undefined : percent(found, 1)],
    ['URLs not requested', numberText(queued)],
    ['received', `${(bytes / 1e6).toFixed(1)} MB`],
    ['pages judged by people', answers === 0 ? undefined : numberText(answers)],
  ];
  const items = figures.map(([name, value]) => value && `<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return `<dl class="figures">${items.join('')}</dl>`;
}

function hostsTable({ requested, accepted }: CrawlFacts): Html {
  const hosts = [...requested].map(([host, requests]) => [host, accepted.get(host) ?? 0, requests] as const);
  const rows = hosts.sort(([, a, one], [, b, other]) => b - a || other - one).slice(0, MAX.rows);
  return table(
    'Hosts with the most accepted pages',
    ['host', 'accepted', 'requested', 'share'],
    rows.map(([host, pages, requests]) => [
      host,
      numberText(pages),
      numberText(requests),
      percent(pages, requests),
    ]),
  );
}

function exampleOf({ url: asked, finalUrl: url = asked, title = '', judgement, referrer }: PageEvent): Html {
  const name = `<bdi>${text(title === '' ? url : title)}</bdi>`;
  const nouns = (judgement?.reason.evidence ?? []).slice(0, MAX.nouns);
  const lines = [
    `${url} ${referrer === undefined ? 'is a seed' : `was found on ${referrer}`}`,
    judgement?.reason.summary ?? '',
    nouns.map(({ lemma, pull }) => `${pull > 0 ? '+' : '−'} ${lemma}`).join(', '),
  ];
  const link = `<a href="${escapeHtml(url)}" rel="noreferrer noopener nofollow">${name}</a>`;
  const shown = lines.filter((line) => line !== '').map((line) => `<p><bdi>${text(line)}</bdi></p>`);
  return `<p class="title">${isWebAddress(url) ? link : name}</p>${shown.join('')}`;
}

/** A text, cut where it is too long. */
const text = (value: string): Html =>
  escapeHtml(value.length > MAX.text ? `${firstOf(value, MAX.text)}…` : value);

/** `42.0 %`; a dash where there is nothing to divide by. */
function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** `2026-11-22 03:47 UTC` */
function moment(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

/** The most frequent names with their counts, as rows. */
function mostFrequent(counts: ReadonlyMap<string, number>): readonly (readonly string[])[] {
  return [...counts].slice(0, MAX.rows).map(([name, number]) => [name, numberText(number)]);
}

/** A table of texts, which scrolls where it is too wide. Nothing without rows. */
function table(name: string, header: readonly string[], rows: readonly (readonly string[])[]): Html {
  if (rows.length === 0) return '';
  const head = header.map((cell) => `<th scope="col">${cell}</th>`).join('');
  const body = rows.map(
    (cells) => `<tr>${cells.map((cell) => `<td><bdi>${text(cell)}</bdi></td>`).join('')}</tr>`,
  );
  return `<div class="wide" role="region" aria-label="${name}" tabindex="0"><table><caption>${name}</caption><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

/** Light and dark, for paper and small screens, without fonts or images from elsewhere. */
const CSS = `
:root { color-scheme: light dark; --quiet: light-dark(#52626a, #a3b1b8); --line: light-dark(#d0d9dd, #3a464c); }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: light-dark(#1f2a30, #e3e9ec); background: light-dark(#fff, #12181b); }
main, footer { max-width: 1100px; margin: 0 auto; padding: 1rem 1.25rem; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .6rem; border-bottom: 1px solid var(--line); }
p { margin: .2rem 0; } a { color: light-dark(#1f5f80, #7cc0e0); } dt, thead th { color: var(--quiet); }
.figures { display: flex; flex-wrap: wrap; gap: .6rem; } .figures div { padding: .5rem .75rem; border: 1px solid var(--line); }
.figures dd { margin: 0; font-size: 1.3rem; font-weight: 600; }
caption, .title { font-weight: 600; text-align: left; }
.wide { overflow-x: auto; margin: .75rem 0; } table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .25rem .9rem .25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
li { margin-bottom: .8rem; break-inside: avoid; }
@media print { :root { color-scheme: light; } .wide { overflow: visible; } tr { break-inside: avoid; } }
`;
