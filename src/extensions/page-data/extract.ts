import { setImmediate as nextTurn } from 'node:timers/promises';
import { readCrawlOrigin } from '../../app/crawl/crawl-origin.js';
import { refuseRunningCrawl } from '../../crawling/store/crawl-store.js';
import { openArchiveOf, openBodiesOf, type KeptCrawl } from '../../crawling/store/kept-crawl.js';
import { journalFiles, openPageJournal, type PageJournal } from '../../crawling/store/page-journal.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import { messageOf } from '../../model/errors.js';
import type { OnWait } from '../../model/wait.js';
import { resumably } from '../../support/interruptible.js';
import { silentLogger, type Logger } from '../../support/logger.js';
import { nquadsOf } from '../../support/rdf/quads.js';
import { withResources } from '../../support/with-resources.js';
import type { ExtractSettings } from './extract-settings.js';
import { metadataQuads, quotationQuads, setQuads } from '../../crawling/store/page-data-quads.js';
import { readPage } from './page-reading.js';
import { pageDataJournal, pageKey, wholeKey, type PageResult } from './page-result.js';

/** What was read out of the pages of a crawl. */
export interface ExtractionReport {
  readonly out: string;
  /** The file with the RDF. */
  readonly file: string;
  /** The file with what each page says of itself, with sources and confidence, one line of JSON each. */
  readonly list: string;
  /** Pages that were read. */
  readonly pages: number;
  /** Those of them that an earlier call had read. */
  readonly pagesBefore: number;
  /** Pages that state when they were published. */
  readonly dated: number;
  /** Pages that name authors. */
  readonly withAuthors: number;
  /** Pages with statements in JSON-LD, microdata or RDFa. */
  readonly withStatements: number;
  readonly statements: number;
  /** Pages of which some statements could not be kept. */
  readonly withProblems: number;
  /** Accepted pages that could not be read. */
  readonly missing: number;
}

/** How the work is watched and stopped. */
export interface ExtractionSurroundings {
  readonly logger?: Logger;
  readonly onWait?: OnWait;
  /** Pages done, of how many, with those of earlier calls. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Ends the work when aborted; the next call continues. */
  readonly signal?: AbortSignal;
}

/**
 * Reads what the accepted pages of a crawl say of themselves, and the RDF in them, and adds it to the folder of the crawl. What
 * an earlier call has read is kept, unless the pages have changed.
 * @throws InputError for a folder without a crawl, and one that is running; OutputError; Interrupted
 */
export async function extractPageData(
  out: string,
  { force = false }: Partial<ExtractSettings>,
  surroundings: ExtractionSurroundings = {},
): Promise<ExtractionReport> {
  const { logger = silentLogger, onWait = () => undefined } = surroundings;
  const { crawl } = await readCrawlOrigin(out);
  refuseRunningCrawl(out);
  onWait('reading the events of the crawl');
  const pages = await pageKeys(out);
  onWait(undefined);
  const counts = createCounts();
  await withResources(async (own) => {
    const keys = { whole: wholeKey(crawl), begin: nquadsOf([setQuads(crawl)]), pages };
    const journal = own(await openPageJournal(out, pageDataJournal, keys, { force, onKept: counts.add }));
    counts.before();
    if (journal.isComplete) return;
    const archive = await openArchiveOf(out);
    own(archive && { close: () => archive.close?.() });
    for (const problem of archive?.problems ?? []) logger.warn(problem);
    const kept = await openBodiesOf(out, { archive });
    await extractRest({ out, crawl, kept, journal, total: pages.length }, counts.add, {
      ...surroundings,
      logger,
    });
  });
  const { data: file, list } = journalFiles(out, pageDataJournal.name);
  return { out, file, list, ...counts.all() };
}

/** What pages are read with. */
interface Parts {
  readonly out: string;
  readonly crawl: string;
  readonly kept: Pick<KeptCrawl, 'bodyOf'>;
  readonly journal: PageJournal<PageResult>;
  /** Pages in all. */
  readonly total: number;
}

async function extractRest(
  { out, crawl, kept, journal, total }: Parts,
  add: (result: PageResult) => void,
  { logger, onProgress, signal }: ExtractionSurroundings & { readonly logger: Logger },
): Promise<void> {
  let place = 0;
  for await (const event of readEvents(out)) {
    if (event.judgement?.accepted !== true) continue;
    place += 1;
    if (place <= journal.before) continue;
    onProgress?.(place - 1, total);
    const { result, nquads } = await resumably(
      async () => {
        // Signals are heard between pages.
        await nextTurn();
        signal?.throwIfAborted();
        return extractOf(event, crawl, kept);
      },
      signal,
      `${place - 1} of ${total} pages are read`,
    );
    for (const problem of problemsOf(result)) logger.warn(`${event.url}: ${problem}`);
    await journal.add(pageKey(event), result, nquads);
    add(result);
  }
  onProgress?.(total, total);
  await journal.complete();
}

async function extractOf(
  event: CrawlEvent,
  crawl: string,
  kept: Pick<KeptCrawl, 'bodyOf'>,
): Promise<{ readonly result: PageResult; readonly nquads: string }> {
  try {
    const body = await kept.bodyOf(event);
    if (typeof body === 'string') return { result: { missing: body }, nquads: '' };
    const { metadata, statements } = await readPage(event, body, crawl);
    const page = { crawl, url: event.url, time: event.time };
    const { count, problems, nquads } = statements;
    const described = nquadsOf(metadataQuads(page, metadata));
    const quoted = count === 0 ? '' : nquadsOf([quotationQuads(page)]) + nquads;
    return {
      result: { metadata, statements: count, ...(problems.length === 0 ? {} : { problems: [...problems] }) },
      nquads: described + quoted,
    };
  } catch (thrown) {
    return { result: { missing: messageOf(thrown) }, nquads: '' };
  }
}

function problemsOf(result: PageResult): readonly string[] {
  if ('missing' in result) return [`not read: ${reasonText(result.missing)}`];
  return (result.problems ?? []).map((problem) => `left out: ${problem}`);
}

function reasonText(why: string): string {
  return Object.hasOwn(REASONS, why) ? REASONS[why as keyof typeof REASONS] : why;
}

const REASONS = {
  unchanged: 'its body is in an earlier crawl, since when it had not changed',
  'not-archived': 'its body was not kept, or is damaged (pages/, --warc)',
  'not-in-archive': 'its body is neither in pages/ nor, as it was judged, in the archive of the crawl',
};

async function pageKeys(out: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const event of readEvents(out))
    if (event.judgement?.accepted === true) keys.push(pageKey(event));
  return keys;
}

type Counts = Omit<ExtractionReport, 'out' | 'file' | 'list'>;

/** Counts results one by one: there may be a million. */
function createCounts(): {
  readonly add: (result: PageResult) => void;
  /** What was counted so far is of an earlier call. */
  readonly before: () => void;
  readonly all: () => Counts;
} {
  const counts = {
    ...{ pages: 0, pagesBefore: 0, dated: 0, withAuthors: 0 },
    ...{ withStatements: 0, statements: 0, withProblems: 0, missing: 0 },
  };
  return {
    add: (result) => {
      if ('missing' in result) {
        counts.missing += 1;
        return;
      }
      counts.pages += 1;
      counts.dated += Number(result.metadata.published !== undefined);
      counts.withAuthors += Number(result.metadata.authors !== undefined);
      counts.withStatements += Number(result.statements > 0);
      counts.statements += result.statements;
      counts.withProblems += Number(result.problems !== undefined);
    },
    before: () => {
      counts.pagesBefore = counts.pages;
    },
    all: () => counts,
  };
}
