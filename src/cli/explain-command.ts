import type { ExplainedLink, ExplainedPage, PathStep } from '../app/crawl/explain.js';
import { explainFields } from '../app/settings/crawl-settings.js';
import { LEFT_BY, type CrawlEvent, type FormerVerdict, type Rejudged } from '../model/crawl-event.js';
import { SHELL_SIGNS } from '../model/page.js';
import { DOCUMENT_KINDS, NOT_RENDERED, type PageReading } from '../model/page-reading.js';
import type { CrawlModel } from '../model/steering.js';

import { linesText, priorityText, scoreText, verdictWord, printResult } from './io.js';
import { command } from './command.js';
import { CRAWL_STATES, statusText } from './crawl-text.js';
import { judgementText } from './judgement-text.js';
import { licenceName } from '../web/page/rights.js';

export const explainCommand = command({
  examples: ['sfwc explain out', 'sfwc explain out https://example.org/insulin.html'],
  fields: explainFields,
  run: async (settings, [folder = '', url], io) => {
    if (url === undefined) {
      const { crawlStatus } = await import('../app/crawl/crawl-status.js');
      printResult(io, settings.json, await crawlStatus(folder), statusText);
      return 0;
    }
    const { explainUrl } = await import('../app/crawl/explain.js');
    printResult(io, settings.json, await explainUrl(folder, url), explainedText);
    return 0;
  },
});

function explainedText(explained: ExplainedPage | ExplainedLink): string {
  if ('crawl' in explained) return linkText(explained);
  return eventText(explained, explained.model) + pathText(explained.path);
}

/** History of a URL, in words. @param model as in {@link judgementText} */
export function eventText(event: CrawlEvent, model?: CrawlModel): string {
  const { title, finalUrl, priority, sample, reading, rejudged, judgement } = event;
  const lines = [
    title === undefined ? '' : `“${title}”`,
    way(event),
    finalUrl === undefined ? '' : `redirected to ${finalUrl}`,
    priority === undefined ? '' : `queued with ${whyText(priority)}`,
    sample === true ? 'requested as a random sample of the queue, before its turn' : '',
    outcomeText(event),
    archivedText(event),
    reading === undefined ? '' : readingText(reading),
    leftText(event),
    rightsText(event),
  ].filter((line) => line !== '');
  return [
    linesText([event.url, ...lines.map((line) => `  ${line}`)]),
    rejudged === undefined ? '' : formerText(rejudged),
    judgement === undefined ? '' : judgementText(judgement, model, reading?.pages),
  ].join('');
}

function outcomeText(event: CrawlEvent): string {
  const { state, time, status, bytes, links, code, message, truncated } = event;
  const cut = truncated === undefined ? '' : `; the body broke off (${truncated})`;
  if (state === 'done')
    return `fetched ${time}: status ${status ?? 0}, ${bytes ?? 0} bytes, ${links?.length ?? 0} links${cut}`;
  return `${state}: ${code ?? ''}${message === undefined ? '' : ` — ${message}`}`;
}

/** `judged as of 2026-10-03T12:00:00Z, captured by ARCHIVE (FILE at byte N)`. */
function archivedText({ archived }: CrawlEvent): string {
  if (archived === undefined) return '';
  const { time, archive, file, offset, replayed, truncated } = archived;
  const place = file === undefined ? replayed : `${file} at byte ${offset ?? 0}`;
  const notes = given([place, truncated && `cut off: ${truncated}`]).join(', ');
  return `judged as of ${time}, captured by ${archive} (${notes})`;
}

function given(texts: readonly (string | undefined)[]): readonly string[] {
  return texts.filter((text) => text !== undefined);
}

/** Way in which a page was read that is a document, or that scripts fill. */
function readingText({ from, signs, brought, requests, unrendered, ...document }: PageReading): string {
  if (from !== 'rendered' && from !== 'html') {
    const { pages, incomplete } = document;
    const read =
      pages && (pages.read < pages.of ? `pages 1 to ${pages.read} of ${pages.of}` : `${pages.of} pages`);
    return given([`read from ${DOCUMENT_KINDS[from]}`, read, incomplete]).join(', ');
  }
  const why = signs.length === 0 ? '' : ` (${signs.map((sign) => SHELL_SIGNS[sign]).join('; ')})`;
  return given([
    `${from === 'html' ? 'read from its HTML' : 'read as its scripts made it'}${why}`,
    unrendered && `not rendered: ${NOT_RENDERED[unrendered]}`,
    brought &&
      `rendering took ${requests ?? 0} requests and brought ${brought.characters} characters of text and ${brought.links} links`,
  ]).join('; ');
}

/** `priority 0.12 (similar page)`, with what counted most where the reason does not say it. */
function whyText({ value, reason, contributions = [] }: NonNullable<CrawlEvent['priority']>): string {
  const counted = contributions
    .filter(({ feature }) => !reason.includes(feature))
    .map((one) => `${one.feature} ${one.value < 0 ? '' : '+'}${priorityText(one.value)}`);
  return `priority ${priorityText(value)} (${reason}${counted.length === 0 ? '' : `; most: ${counted.join(', ')}`})`;
}

function rightsText({ rights }: CrawlEvent): string {
  if (rights === undefined) return '';
  const { licences = [], statement, tdmReserved, tdmPolicy, directives = [], usage = [] } = rights;
  const policy = tdmPolicy === undefined ? '' : ` (policy: ${tdmPolicy})`;
  const said = given([
    ...licences.map((address) => licenceName(address) ?? address),
    statement && `“${statement}”`,
    tdmReserved === undefined
      ? undefined
      : `text and data mining ${tdmReserved ? 'reserved' : 'not reserved'}${policy}`,
    ...directives,
    ...usage,
  ]);
  return said.length === 0 ? '' : `rights: ${said.join(', ')}`;
}

function leftText({ left = {}, links = [] }: CrawlEvent): string {
  const counts = Object.entries(left).map(
    ([by, places]) => `${places === 'all' ? links.length : places.length} ${by}`,
  );
  return counts.length === 0 ? '' : `links left: ${counts.join(', ')}`;
}

/** The way from a seed, one line for each page; nothing where the page is a seed. */
function pathText(path: readonly PathStep[]): string {
  return path.length < 2 ? '' : linesText(['  the way from a seed:', ...path.map(stepText)]);
}

function stepText(step: PathStep, place: number): string {
  const { url, anchorText, priority, sample, state, judgement } = step;
  const why = priority === undefined ? 'a seed' : whyText(priority);
  const verdict =
    judgement === undefined
      ? state
      : `${verdictWord(judgement.accepted)}, score ${scoreText(judgement.score)}`;
  const drawn = sample === true ? ', a random sample' : '';
  return `    ${place + 1}. ${url}${underText(anchorText)}: ${why}${drawn}; ${verdict}`;
}

function underText(anchorText: string | undefined): string {
  return anchorText === undefined || anchorText === '' ? '' : ` under “${anchorText}”`;
}

function linkText({ url, foundOn, links, queued, crawl, path }: ExplainedLink): string {
  const state = crawl in CRAWL_STATES ? CRAWL_STATES[crawl as keyof typeof CRAWL_STATES] : crawl;
  const lines =
    queued === undefined
      ? ['  not requested: every page that links to it left the link']
      : [
          `  in the queue: ${queued.better} URLs come before it (the crawl: ${state})`,
          `  queued with ${whyText(queued.priority)}${queued.isSecondChoice ? '; only rejected pages link to it' : ''}`,
        ];
  const found = foundOn.map(
    (one) => `    ${one.url}${one.left === undefined ? '' : `: ${one.left}, ${LEFT_BY[one.left]}`}`,
  );
  if (found.length > 0) lines.push(`  found on ${links} page${links === 1 ? '' : 's'}:`, ...found);
  if (links > found.length) lines.push(`    … and ${links - found.length} more`);
  return linesText([url, ...lines]) + pathText(path);
}

function formerText({ accepted, threshold, topics }: Rejudged): string {
  const was = ({ accepted: wasAccepted, threshold: low }: FormerVerdict): string =>
    `${wasAccepted ? 'accepted' : 'rejected'}${low === null ? '' : ` (from ${low.toFixed(3)})`}`;
  const before = topics?.map((one) => `${one.topic} ${was(one)}`).join(', ') ?? was({ accepted, threshold });
  return `judged again when the threshold had settled; before: ${before}\n`;
}

function way({ referrer, anchorText, depth }: CrawlEvent): string {
  if (referrer === undefined) return 'a seed';
  return `found on ${referrer}${underText(anchorText)}, ${depth} ${depth === 1 ? 'link' : 'links'} from a seed`;
}
