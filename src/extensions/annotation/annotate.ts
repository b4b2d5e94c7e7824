import { existsSync } from 'node:fs';
import path from 'node:path';
import { linkingOf, readCrawlOrigin, type CrawlOrigin } from '../../app/crawl/crawl-origin.js';
import { refuseRunningCrawl } from '../../crawling/store/crawl-store.js';
import { openArchiveOf, openPagesOf, type KeptCrawl } from '../../crawling/store/kept-crawl.js';
import { openPageJournal, type PageJournal } from '../../crawling/store/page-journal.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import { resolveOptions } from '../../app/settings/plugin-options.js';
import { judgementBy } from '../../model/topic-judgements.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import { InputError, messageOf, UsageError } from '../../model/errors.js';
import { OPENING, type OnWait } from '../../model/wait.js';
import { ANNOTATIONS } from '../../support/crawl-folder.js';
import { resumably } from '../../support/interruptible.js';
import { silentLogger, type Logger } from '../../support/logger.js';
import { sha256 } from '../../support/hash.js';
import { withResources, type Own } from '../../support/with-resources.js';
import { annotateFields, type AnnotateSettings } from './annotate-settings.js';
import { annotationJournal, type PageResult } from './page-result.js';
import { openPageAnnotator, type AnnotatedPage, type PageAnnotator } from './page-annotator.js';

/** What was annotated. */
export interface AnnotationReport {
  readonly out: string;
  /** The file with the annotations. */
  readonly file: string;
  /** The knowledge base of the topics. */
  readonly kb: string;
  readonly topics: readonly string[];
  /** Pages with annotations. */
  readonly pages: number;
  /** Those of them that were annotated by an earlier call. */
  readonly pagesBefore: number;
  /** Mentions of nouns; of a page that several topics accepted, once for each. */
  readonly mentions: number;
  /** Those of them that are linked. */
  readonly linked: number;
  /** Accepted pages that could not be annotated. */
  readonly missing: number;
  /** The same by reason. */
  readonly missingBy: Readonly<Record<string, number>>;
}

/** How the work is watched and stopped. */
export interface AnnotationSurroundings {
  readonly logger?: Logger;
  readonly onWait?: OnWait;
  /** Pages done, of how many, with those of earlier calls. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Ends the work when aborted; the next call continues. */
  readonly signal?: AbortSignal;
}

/**
 * Adds the mentions of nouns in the accepted pages of a crawl to its folder. What an earlier call annotated is kept, unless
 * the topic or the pages have changed.
 *
 * @throws InputError for a folder without a crawl, one that is running, and topics that cannot be opened; UsageError
 * for a crawl without topic; OutputError; Interrupted
 */
export async function annotateCrawl(
  out: string,
  options: Partial<AnnotateSettings>,
  surroundings: AnnotationSurroundings = {},
): Promise<AnnotationReport> {
  const { logger = silentLogger, onWait = () => undefined, signal } = surroundings;
  const { settings, plugins } = await resolveOptions(annotateFields, options);
  const origin = await readCrawlOrigin(out);
  refuseRunningCrawl(out);
  const names = topicsOf(origin, settings.topic);
  const kb = knowledgeBaseOf(origin, settings.kb);
  const warn = (message: string): void => logger.warn(message);
  onWait('opening the topics', OPENING);
  const linking = { ...settings, ...linkingOf(origin.settings, settings), kb };
  const annotator = await openPageAnnotator(origin.crawl, names, linking, plugins, warn);
  onWait('reading the events of the crawl');
  const keys = await pageKeys(out, names);
  onWait(undefined);
  const found = await withResources(async (own) => {
    const begin = { whole: annotator.key, begin: annotator.begin, pages: keys };
    const before: PageResult[] = [];
    const kept = { force: settings.force, onKept: (result: PageResult) => before.push(result) };
    const journal = own(await openPageJournal(out, annotationJournal, begin, kept));
    const rest = journal.isComplete
      ? []
      : await annotateRest(
          out,
          names,
          { ...surroundings, logger, signal },
          { own, journal, annotator, total: keys.length },
        );
    return { before, rest };
  });
  const { before, rest } = found;
  return { out, file: path.join(out, ANNOTATIONS), kb, topics: names, ...totals(before, rest) };
}

/** What pages are annotated with. */
interface Parts {
  readonly own: Own;
  readonly journal: PageJournal<PageResult>;
  readonly annotator: PageAnnotator;
  /** Pages in all. */
  readonly total: number;
}

async function annotateRest(
  out: string,
  names: readonly string[],
  { logger, onProgress, signal }: AnnotationSurroundings & { readonly logger: Logger },
  { own, journal, annotator, total }: Parts,
): Promise<readonly PageResult[]> {
  const archive = await openArchiveOf(out);
  own(archive && { close: () => archive.close?.() });
  for (const problem of archive?.problems ?? []) logger.warn(problem);
  const kept = await openPagesOf(out, { archive });
  const results: PageResult[] = [];
  const first = journal.before;
  let place = 0;
  for await (const event of readEvents(out)) {
    const accepting = acceptingNames(event, names);
    if (accepting.length === 0) continue;
    place += 1;
    if (place <= first) continue;
    onProgress?.(place - 1, total);
    const { result, nquads } = await resumably(
      () => annotateEvent(event, accepting, kept, annotator, signal),
      signal,
      `${place - 1} of ${total} pages are annotated`,
    );
    if ('missing' in result) logger.warn(`${event.url}: not annotated: ${reasonText(result.missing)}`);
    await journal.add(pageKey(event, accepting), result, nquads);
    results.push(result);
  }
  onProgress?.(total, total);
  await journal.complete();
  return results;
}

async function annotateEvent(
  event: CrawlEvent,
  accepting: readonly string[],
  kept: Pick<KeptCrawl, 'pageOf'>,
  annotator: PageAnnotator,
  signal: AbortSignal | undefined,
): Promise<AnnotatedPage> {
  const found = await kept.pageOf(event).catch((thrown: unknown) => ({ missing: messageOf(thrown) }));
  signal?.throwIfAborted();
  if (found.missing !== undefined) return { result: { missing: found.missing }, nquads: '' };
  if (!('page' in found)) throw new RangeError('a page that is not missing is there');
  return annotator.annotate(event.url, found.page, accepting, signal);
}

/** The topics to annotate by. @throws UsageError where there is none */
function topicsOf({ topic }: CrawlOrigin, wanted: AnnotateSettings['topic']): readonly string[] {
  const names = [wanted ?? topic].flat();
  if (names.length > 0) return names;
  throw new UsageError('the crawl has no topic', {
    hint: 'name the topic whose linkers are used: --kb DIR --topic NAME',
  });
}

/** @throws InputError, UsageError where the knowledge base of the crawl is not known, or is not there any more */
function knowledgeBaseOf({ settings }: CrawlOrigin, wanted: string | undefined): string {
  const kb = wanted ?? settings.kb;
  if (kb === undefined)
    throw new UsageError('the crawl has no knowledge base', { hint: 'name it: --kb DIR' });
  if (wanted !== undefined || /^[a-z]+:/i.test(kb) || existsSync(kb)) return kb;
  throw new InputError(`the knowledge base of the crawl, ${kb}, is not there`, {
    hint: 'call the command from the folder that the crawl was started in, or name it with --kb',
  });
}

/** The topics that accepted a page; of a topic that the crawl did not judge by, the verdict of the crawl counts. */
function acceptingNames({ judgement }: CrawlEvent, names: readonly string[]): readonly string[] {
  if (judgement === undefined) return [];
  return names.filter((name) => (judgementBy(judgement, name) ?? judgement).accepted);
}

async function pageKeys(out: string, names: readonly string[]): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const event of readEvents(out)) {
    const accepting = acceptingNames(event, names);
    if (accepting.length > 0) keys.push(pageKey(event, accepting));
  }
  return keys;
}

/** What the annotations of a page depend on: its address, its body, and the topics. */
function pageKey({ url, checksum = '' }: CrawlEvent, accepting: readonly string[]): string {
  const topics = accepting.length === 0 ? '' : sha256(accepting.join('\n')).slice(0, 8);
  return [url, checksum.slice(0, 16), topics].join(' ');
}

/** Why a page has no annotations, in words. */
function reasonText(why: string): string {
  return Object.hasOwn(REASONS, why) ? REASONS[why as keyof typeof REASONS] : why;
}

const REASONS = {
  unchanged: 'its body is in an earlier crawl, since when it had not changed',
  'not-archived': 'its body was not kept, or is damaged (pages/, --warc)',
  'not-in-archive': 'its body is neither in pages/ nor, as it was judged, in the archive of the crawl',
  'other-language': 'it is in another language than English',
};

function totals(
  before: readonly PageResult[],
  rest: readonly PageResult[],
): Omit<AnnotationReport, 'out' | 'file' | 'kb' | 'topics'> {
  const all = [...before, ...rest];
  const done = all.flatMap((result) => ('missing' in result ? [] : [result]));
  const missingBy: Record<string, number> = {};
  for (const result of all)
    if ('missing' in result) {
      const why = Object.hasOwn(REASONS, result.missing) ? result.missing : 'unreadable';
      missingBy[why] = (missingBy[why] ?? 0) + 1;
    }
  return {
    pages: done.length,
    pagesBefore: before.filter((result) => !('missing' in result)).length,
    mentions: done.reduce((sum, { mentions }) => sum + mentions, 0),
    linked: done.reduce((sum, { linked }) => sum + linked, 0),
    missing: all.length - done.length,
    missingBy,
  };
}
