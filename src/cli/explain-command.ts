import type { ExplainedLink, ExplainedPage, PathStep } from '../app/crawl/explain.js';
import { explainFields } from '../app/settings/explain-settings.js';
import {
  LEFT_BY,
  type Contribution,
  type CrawlEvent,
  type FormerVerdict,
  type Rejudged,
} from '../model/crawl-event.js';
import type { ArchivedCapture } from '../model/archived-capture.js';
import { SHELL_SIGNS } from '../model/page.js';
import {
  DOCUMENT_KINDS,
  NOT_RENDERED,
  type DocumentKind,
  type DocumentPages,
  type PageReading,
} from '../model/page-reading.js';
import type { CrawlModel } from '../model/steering.js';
import { licenceName } from '../web/page/licences.js';
import { linesText, styled, verdictWord, type StyledText } from './colours.js';
import { command } from './command.js';
import { CRAWL_STATES } from './crawl-text.js';
import { printResult } from './io.js';
import { judgementText } from './judgement-text.js';
import { priorityText, scoreText } from './numbers.js';

export const explainCommand = command({
  examples: ['sfwc explain out https://example.org/insulin.html'],
  fields: explainFields,
  run: async (settings, [folder = '', url = ''], io) => {
    const { explainUrl } = await import('../app/crawl/explain.js');
    printResult(io, settings.json, await explainUrl(folder, url), explainedText);
    return 0;
  },
});

function explainedText(explained: ExplainedPage | ExplainedLink): StyledText {
  if ('crawl' in explained) return linkText(explained);
  return [eventText(explained, explained.model), pathText(explained.path)];
}

/** History of a URL, in words. @param model as in {@link judgementText} */
export function eventText(event: CrawlEvent, model?: CrawlModel): StyledText {
  const lines: readonly StyledText[] = [
    styled('heading', event.url),
    event.title === undefined ? '' : `  “${event.title}”`,
    `  ${way(event)}`,
    event.finalUrl === undefined ? '' : `  redirected to ${event.finalUrl}`,
    event.priority === undefined ? '' : `  queued with ${whyText(event.priority)}`,
    event.sample === true ? '  requested as a random sample of the queue, before its turn' : '',
    outcomeText(event),
    event.archived === undefined ? '' : `  ${archivedText(event.archived)}`,
    event.reading === undefined ? '' : `  ${readingText(event.reading)}`,
    ...leftText(event),
    ...rightsText(event),
  ].filter((line) => line !== '');
  const again = event.rejudged === undefined ? '' : formerText(event.rejudged);
  const verdict =
    event.judgement === undefined ? '' : judgementText(event.judgement, model, event.reading?.pages);
  return [linesText(lines), again, verdict];
}

/** Outcome of the request, or the reason why there was none. */
function outcomeText(event: CrawlEvent): StyledText {
  const { state, time, status, bytes, links, code, message, truncated } = event;
  const cut = truncated === undefined ? '' : `; the body broke off (${truncated})`;
  if (state === 'done')
    return `  fetched ${time}: status ${status ?? 0}, ${bytes ?? 0} bytes, ${links?.length ?? 0} links${cut}`;
  const why = `: ${code ?? ''}${message === undefined ? '' : ` — ${message}`}`;
  return ['  ', styled(state === 'failed' ? 'bad' : 'doubtful', state), why];
}

/** `as of 2026-10-03T12:00:00Z, captured by ARCHIVE (FILE at byte N)`. */
function archivedText({ time, archive, file, offset, replayed, truncated }: ArchivedCapture): string {
  const place = file === undefined ? replayed : `${file} at byte ${offset ?? 0}`;
  const notes = [place, truncated === undefined ? undefined : `cut off: ${truncated}`];
  return `judged as of ${time}, captured by ${archive} (${notes.filter((note) => note !== undefined).join(', ')})`;
}

/** Way in which a page was read that is a document, or that scripts fill. */
function readingText(reading: PageReading): string {
  const { from, signs, paid, brought, requests, unrendered } = reading;
  if (from !== 'data' && from !== 'rendered' && from !== 'html') return documentText(from, reading);
  const why = signs.length === 0 ? '' : ` (${signs.map((sign) => SHELL_SIGNS[sign]).join('; ')})`;
  const source = {
    data: 'read from data in the page',
    rendered: 'read as its scripts made it',
    html: 'read from its HTML',
  }[from];
  const parts = [
    `${source}${why}`,
    unrendered === undefined ? '' : `not rendered: ${NOT_RENDERED[unrendered]}`,
    brought === undefined
      ? ''
      : `rendering took ${requests ?? 0} requests and brought ${brought.characters} characters of text and ${brought.links} links`,
    paid === undefined ? '' : paid ? 'it paid' : 'it did not pay',
  ];
  return parts.filter((part) => part !== '').join('; ');
}

function pagesText({ of, read }: DocumentPages): string {
  if (read < of) return `pages 1 to ${read} of ${of}`;
  return of === 1 ? '1 page' : `${of} pages`;
}

/** `read from PDF, pages 1 to 200 of 1000`. */
function documentText(kind: DocumentKind, { pages, incomplete }: PageReading): string {
  const parts = [
    `read from ${DOCUMENT_KINDS[kind]}`,
    pages === undefined ? '' : pagesText(pages),
    incomplete ?? '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** `priority 0.12 (similar page)`, with what counted most where the reason does not say it. */
function whyText({ value, reason, contributions = [] }: NonNullable<CrawlEvent['priority']>): string {
  const unsaid = contributions.filter(({ feature }) => !reason.includes(feature));
  const counted = unsaid.map(contributionText).join(', ');
  return `priority ${priorityText(value)} (${reason}${counted === '' ? '' : `; most: ${counted}`})`;
}

function contributionText({ feature, value }: Contribution): string {
  return `${feature} ${value < 0 ? '' : '+'}${priorityText(value)}`;
}

/** Statements of the page and its server about its use. */
function rightsText({ rights }: CrawlEvent): readonly string[] {
  if (rights === undefined) return [];
  const { licences = [], statement, tdmReserved, tdmPolicy, directives = [] } = rights;
  const policy = tdmPolicy === undefined ? '' : ` (policy: ${tdmPolicy})`;
  const mining = `text and data mining ${tdmReserved === true ? 'reserved' : 'not reserved'}${policy}`;
  const said = [
    ...licences.map((address) => licenceName(address) ?? address),
    ...(statement === undefined ? [] : [`“${statement}”`]),
    ...(tdmReserved === undefined ? [] : [mining]),
    ...directives,
  ];
  return said.length === 0 ? [] : [`  rights: ${said.join(', ')}`];
}

/** Links that were left by rules, in numbers. */
function leftText({ left = {}, links = [] }: CrawlEvent): readonly string[] {
  const counts = Object.entries(left).map(
    ([by, places]) => `${places === 'all' ? links.length : places.length} ${by}`,
  );
  return counts.length === 0 ? [] : [`  links left: ${counts.join(', ')}`];
}

/** The way from a seed, one line for each page; nothing where the page is a seed. */
function pathText(path: readonly PathStep[]): StyledText {
  if (path.length < 2) return '';
  return linesText(['  the way from a seed:', ...path.map(stepText)]);
}

function stepText(
  { url, anchorText, priority, sample, state, judgement }: PathStep,
  place: number,
): StyledText {
  const anchor = anchorText === undefined || anchorText === '' ? '' : ` under “${anchorText}”`;
  const why = priority === undefined ? 'a seed' : whyText(priority);
  const verdict =
    judgement === undefined
      ? state
      : [verdictWord(judgement.accepted), `, score ${scoreText(judgement.score)}`];
  const drawn = sample === true ? ', a random sample' : '';
  return [`    ${place + 1}. ${url}${anchor}: ${why}${drawn}; `, verdict];
}

/** Why a URL was never requested, in words. */
function linkText({ url, foundOn, links, queued, crawl, path }: ExplainedLink): StyledText {
  const others = links - foundOn.length;
  const state = crawl in CRAWL_STATES ? CRAWL_STATES[crawl as keyof typeof CRAWL_STATES] : crawl;
  const reasons =
    queued === undefined
      ? ['  not requested: every page that links to it left the link']
      : [
          `  not requested: ${queued.better} URLs come before it (the crawl: ${state})`,
          `  queued with ${whyText(queued.priority)}`,
          ...(queued.isSecondChoice
            ? ['  only rejected pages link to it, whose links are followed when no others are left']
            : []),
        ];
  const found = foundOn.map(
    (one) => `    ${one.url}${one.left === undefined ? '' : `: ${one.left}, ${LEFT_BY[one.left]}`}`,
  );
  const lines = [
    ...reasons,
    ...(found.length === 0 ? [] : [`  found on ${links} ${links === 1 ? 'page' : 'pages'}:`, ...found]),
    ...(others > 0 ? [`    … and ${others} more`] : []),
  ];
  return [linesText([styled('heading', url), ...lines]), pathText(path)];
}

function formerText({ accepted, threshold, topics }: Rejudged): string {
  const was = ({ accepted: wasAccepted, threshold: low }: FormerVerdict): string =>
    `${wasAccepted ? 'accepted' : 'rejected'}${low === null ? '' : ` (from ${low.toFixed(3)})`}`;
  const before = topics?.map((one) => `${one.topic} ${was(one)}`).join(', ') ?? was({ accepted, threshold });
  return `judged again when the threshold had settled; before: ${before}\n`;
}

function way({ referrer, anchorText, depth }: CrawlEvent): string {
  if (referrer === undefined) return 'a seed';
  const anchor = anchorText === undefined || anchorText === '' ? '' : ` under “${anchorText}”`;
  return `found on ${referrer}${anchor}, ${depth} ${depth === 1 ? 'link' : 'links'} from a seed`;
}
