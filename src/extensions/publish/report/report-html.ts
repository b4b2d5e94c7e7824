import type { RemainingPages } from '../../../model/remaining-pages.js';
import { LEFT_BY, REASONS } from '../../../model/crawl-event.js';
import { escapeHtml } from '../../../support/text/escapes.js';
import type { CrawlFacts } from './crawl-facts.js';
import { bar, count, figure, moment, percent, section, table, text, type Html } from './html-parts.js';
import { acceptedCurve, hostsCurve } from './report-charts.js';
import { CRAWL_REPORT_CSS } from './report-css.js';
import { samplesPart } from './samples-html.js';

/** Parts of a report. */
export interface ReportParts {
  readonly title: string;
  /** State of the crawl, such as `max-pages` or `running`. */
  readonly state: string;
  /** URLs that were known and not requested. */
  readonly queued: number;
  /** The last estimate of what is left, where there is one. */
  readonly remaining?: RemainingPages;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Pages that people have given a verdict on. */
  readonly answers: number;
  readonly facts: CrawlFacts;
  /** Settings of the crawl, in words. */
  readonly settings: readonly (readonly [name: string, value: string])[];
  /** Changes that people made while it ran, in order. */
  readonly changes: readonly Readonly<Record<'time' | 'by' | 'effect', string>>[];
  /** True if the times of the crawl are simulated. */
  readonly simulatedTime: boolean;
  /** Time at which the report was made, ISO 8601, UTC. */
  readonly madeAt: string;
}

/** Rows of tables. */
const [COURSE, HOSTS, MISSING_HOSTS, NOUNS, LICENCES] = [10, 25, 10, 20, 20] as const;

const STATES: Readonly<Record<string, string>> = {
  running: 'is still running',
  stopped: 'was interrupted and can be resumed',
  interrupted: 'was stopped by its user',
  'nothing-left': 'ended because nothing was left to request',
  'gave-up': 'ended because no host that was left could be contacted (maxIdle)',
  'max-pages': 'ended at its limit of requests (--max-pages)',
  'max-seconds': 'ended at its limit of time (--max-seconds)',
  until: 'ended when its condition was reached (--until)',
};

/**
 * A crawl as one HTML page that holds all it needs: no script, nothing that is loaded. What comes from the Web is escaped, and
 * the page forbids itself scripts and requests.
 */
export function crawlReportHtml(parts: ReportParts): string {
  const { title, facts } = parts;
  const body = [
    `<header><h1><bdi>${text(title)}</bdi></h1><p>${introduction(parts)}</p>${keyFigures(parts)}</header>`,
    courseOf(parts),
    section('Hosts', hostsTable(facts)),
    section('What the accepted pages are about', nounsTable(facts)),
    samplesPart(facts.samples),
    missedPart(parts),
    section('Licences and reservations', ...rightsPart(facts)),
    section(
      'How the crawl was made',
      table(
        'Settings',
        ['setting', 'value'],
        parts.settings.map(([name, value]) => [escapeHtml(name), text(value, 500)]),
      ),
      changesTable(parts),
    ),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}: report of a crawl</title>
<style>${CRAWL_REPORT_CSS}</style>
</head>
<body>
<main>
${body.filter((part) => part !== '').join('\n')}
</main>
<footer><p>Made by sfwc at ${moment(parts.madeAt)}.</p></footer>
</body>
</html>
`;
}

/** Changes while the crawl ran; empty where there were none. */
function changesTable({ changes }: ReportParts): Html {
  return table(
    'Changes while the crawl ran',
    ['time', 'change', 'by'],
    changes.map(({ time, effect, by }) => [text(time), text(effect, 500), text(by)]),
  );
}

function introduction({ state, startedAt, facts, simulatedTime }: ReportParts): Html {
  const until = facts.lastTime === undefined ? '' : ` to ${moment(facts.lastTime)}`;
  const how = STATES[state] ?? `ended: ${state}`;
  const simulated = simulatedTime
    ? ' Times are simulated: the pages came from a stored web or from archives.'
    : '';
  return escapeHtml(`From ${moment(startedAt)}${until}. The crawl ${how}.${simulated}`);
}

function keyFigures({ facts, queued, remaining, answers }: ReportParts): Html {
  const { fetched, acceptedHosts, verdicts, bytes } = facts;
  const figures: readonly (readonly [name: string, value: string])[] = [
    ['accepted pages', count(verdicts.accepted)],
    ['requests', count(fetched)],
    ['accepted per request', percent(verdicts.accepted, fetched)],
    ['hosts with accepted pages', count(acceptedHosts)],
    ...(remaining === undefined ? [] : [['estimated share found', shareFound(remaining)] as const]),
    ['URLs not requested', count(queued)],
    ['received', `${(bytes / 1e6).toFixed(1)} MB`],
    ...(answers === 0 ? [] : [['pages judged by people', count(answers)] as const]),
  ];
  return `<dl class="figures">${figures.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`;
}

function courseOf({ facts, remaining }: ReportParts): Html {
  if (facts.fetched === 0) return section('Course of the crawl', '<p>Nothing was requested.</p>');
  return section(
    'Course of the crawl',
    '<div class="charts">',
    figure('Accepted pages by requests', acceptedCurve(facts, remaining)),
    figure('Hosts with accepted pages by requests', hostsCurve(facts)),
    '</div>',
    courseTable(facts),
    remaining === undefined ? '' : `<p>${estimateSentence(remaining)}</p>`,
  );
}

/** Figures of the curves, for those who do not see them. */
function courseTable({ curve, hostCurve }: CrawlFacts): Html {
  const rows = evenly(curve.length, COURSE).map((place) => {
    const [[requests, accepted] = [0, 0], [, hosts] = [0, 0]] = [curve[place], hostCurve[place]];
    return [count(requests), count(accepted), count(hosts)];
  });
  const figures = table(
    'Accepted pages and their hosts',
    ['requests', 'accepted pages', 'hosts with accepted pages'],
    rows,
  );
  return `<details><summary>The curves as a table</summary>${figures}</details>`;
}

/** The indices of at most `most` entries of a list, evenly spread and ending with the last one. */
function evenly(length: number, most: number): readonly number[] {
  const shown = Math.min(length, most);
  return Array.from({ length: shown }, (_, row) => Math.ceil(((row + 1) * length) / shown) - 1);
}

function shareFound(remaining: RemainingPages): string {
  return remaining.notKnown === undefined ? percent(remaining.recall, 1) : 'not known yet';
}

function estimateSentence(remaining: RemainingPages): Html {
  const { requests } = remaining;
  if (remaining.notKnown !== undefined)
    return escapeHtml(
      `After ${count(requests)} requests, how many relevant pages were left was not known yet: ${remaining.notKnown}.`,
    );
  const { left, low, high, recall, recallLow, recallHigh } = remaining;
  if (high === 0)
    return escapeHtml(
      `After ${count(requests)} requests, no relevant page was left that the crawl could find.`,
    );
  const between = `${percent(recallLow, 1)} to ${percent(recallHigh, 1)}`;
  return escapeHtml(
    `After ${count(requests)} requests, an estimated ${count(left)} relevant pages were left (90 % interval: ${count(low)} to ` +
      `${count(high)}): the crawl had found ${percent(recall, 1)} of them all (${between}).`,
  );
}

function hostsTable({ hosts }: CrawlFacts): Html {
  const most = [...hosts].sort((a, b) => b.accepted - a.accepted || b.fetched - a.fetched);
  const longest = Math.max(...most.map(({ fetched }) => fetched), 1);
  const rows = most
    .slice(0, HOSTS)
    .map(({ host, accepted, fetched }) => [
      `<bdi>${text(host)}</bdi>`,
      bar(accepted, fetched, longest),
      count(accepted),
      count(fetched),
      percent(accepted, fetched),
    ]);
  const rest = hosts.length - rows.length;
  return (
    table('Hosts with the most accepted pages', ['host', 'chart', 'accepted', 'requested', 'share'], rows) +
    (rest > 0 ? `<p>And ${count(rest)} more hosts.</p>` : '')
  );
}

function nounsTable({ nouns, verdicts }: CrawlFacts): Html {
  const rows = nouns
    .slice(0, NOUNS)
    .map(({ noun, pages, documents }) => [
      `<bdi>${text(noun)}</bdi>`,
      bar(pages, pages, verdicts.accepted),
      count(pages),
      count(documents),
    ]);
  return table(
    'Nouns that told the most for accepted pages',
    ['noun', 'chart', 'accepted pages', 'documents of the corpus'],
    rows,
  );
}

function missedPart({ facts, queued }: ReportParts): Html {
  const { reasons, left, verdicts, hosts } = facts;
  const byCount = ([, a]: readonly [string, number], [, b]: readonly [string, number]): number => b - a;
  const missing = hosts
    .filter(({ skipped, failed }) => skipped + failed > 0)
    .sort((a, b) => b.skipped + b.failed - a.skipped - a.failed)
    .slice(0, MISSING_HOSTS)
    .map(({ host, skipped, failed, lastFailure }) => [
      `<bdi>${text(host)}</bdi>`,
      count(skipped),
      count(failed),
      lastFailure === undefined ? '' : text(meaningOf(lastFailure, REASONS)),
    ]);
  return section(
    'What was missed, and why',
    `<p>${count(verdicts.skipped)} URLs were skipped, ${count(verdicts.failed)} failed, and ${count(queued)} were known and not requested. Near misses are among the samples above.</p>`,
    table(
      'URLs that were skipped or failed',
      ['URLs', 'reason', 'code'],
      [...reasons]
        .sort(byCount)
        .map(([code, number]) => [count(number), text(meaningOf(code, REASONS)), text(code)]),
    ),
    table(
      'Links that were not followed',
      ['links', 'why', 'rule'],
      [...left]
        .sort(byCount)
        .map(([rule, number]) => [count(number), text(meaningOf(rule, LEFT_BY)), text(rule)]),
    ),
    table('Hosts where the most was missed', ['host', 'skipped', 'failed', 'last failure'], missing),
  );
}

function rightsPart({ rights, verdicts }: CrawlFacts): readonly Html[] {
  if (verdicts.accepted === 0) return [];
  const { licences, withoutLicence, tdmReserved, noAi } = rights;
  const rows = [...licences]
    .sort(([, a], [, b]) => b - a)
    .slice(0, LICENCES)
    .map(([name, pages]) => [`<bdi>${text(name)}</bdi>`, count(pages)]);
  return [
    `<p>${count(withoutLicence)} of ${count(verdicts.accepted)} accepted pages name no licence; text and data mining is reserved on ${count(tdmReserved)}, and ${count(noAi)} ask not to be used by machine learning.</p>`,
    table('Licences that accepted pages name', ['licence', 'pages'], rows),
  ];
}

/** Meaning of a code; the code itself if another version of sfwc wrote it. */
function meaningOf(code: string, meanings: Readonly<Record<string, string>>): string {
  return Object.hasOwn(meanings, code) ? (meanings[code] ?? code) : code;
}
