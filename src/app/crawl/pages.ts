import path from 'node:path';
import { z } from 'zod';
import { detectLanguage, type DetectLanguage } from '../../language/text/language.js';
import { finishDraft, problem } from '../../language/corpus/draft.js';
import { readAnswers } from '../../crawling/ratings/ratings-folder.js';
import { readDescription } from '../../crawling/store/crawl-description.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import { PAGES_FILE, readPageText } from '../../crawling/store/page-store.js';
import { checkSettings } from '../settings/resolve.js';
import { pagesFields, type PagesSettings } from '../settings/pages-settings.js';
import type { PagesOptions } from '../settings/settings.js';
import type { CorpusDocument, CorpusReader } from '../../model/document.js';
import { urlPattern } from '../../crawling/urls/url-patterns.js';
import { InputError } from '../../model/errors.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { PageReading } from '../../model/page-reading.js';
import type { Judgement } from '../../model/topic.js';
import { PARTS } from '../../judging/parts.js';
import type { PageMetadata } from '../../model/page-metadata.js';
import { fetchTime } from '../../support/time/fetch-time.js';
import { isTimeSimulated } from './setup/network.js';
import { acceptingTopics, bestOfTopics } from '../../model/topic-judgements.js';
import { licenceName } from '../../web/page/rights.js';
import { reservationIn } from '../../crawling/politeness/content-usage.js';

/** Metadata of the pages of a crawl. */
export interface MetadataOfPages {
  /** Undefined where the page is not there. */
  of(event: CrawlEvent): Promise<PageMetadata | undefined>;
}

/** An accepted page of a crawl as it is handed on: the names of its fields are those that corpora of JSON lines have. */
export interface AcceptedPage {
  /** The address under which the crawl knew it, and that after redirects. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  /** Its main text without the title, Unicode NFC, paragraphs separated by an empty line. */
  readonly text: string;
  /** BCP 47, where it could be detected. */
  readonly language?: string;
  /** The topic that it was accepted for, of several the best of those that were asked for; then also all of them. */
  readonly topic: string;
  readonly topics?: readonly string[];
  readonly classifier: string;
  readonly score: number;
  /** Dates of publication and of the last change, by its own statement: ISO 8601, a date or a time with its zone. */
  readonly published?: string;
  readonly modified?: string;
  readonly authors?: readonly string[];
  /** Name of its site, and description in its own words. */
  readonly site?: string;
  readonly description?: string;
  /** The concepts that it is about, the strongest first, where its topic has a vocabulary; and their IRIs. */
  readonly subjects?: readonly string[];
  readonly subjectIris?: readonly string[];
  /** The licences that it names: those of Creative Commons as `CC BY-SA 4.0`, others as addresses. */
  readonly licences?: readonly string[];
  /** Time at which it was fetched, ISO 8601, UTC: of its capture, and absent for a page of a web in files. */
  readonly fetched?: string;
  /** SHA-256 of its body, hexadecimal. */
  readonly checksum?: string;
  /** Origin of text and links, if not the HTML of the page: its data, what its scripts made of it, or a kind of document. */
  readonly readFrom?: Exclude<PageReading['from'], 'html'>;
  /** Links away from a seed. */
  readonly depth: number;
  /** The page on which the link to it was found. */
  readonly referrer?: string;
  /** IRI of the crawl. */
  readonly crawl: string;
}

/** An accepted page with the event that it is made of. */
export interface PageWithEvent {
  readonly page: AcceptedPage;
  readonly event: CrawlEvent;
  /** Statements about itself, with sources; absent if it was not read, or the page is not there. */
  readonly metadata?: PageMetadata;
}

/**
 * The accepted pages of a crawl in the order in which they were fetched, one at a time.
 * @param warn hears of pages whose text is not there or empty
 * @throws UsageError for settings; InputError when the folder is not of a crawl
 */
export async function* acceptedPages(
  out: string,
  options: PagesOptions = {},
  warn: (message: string) => void = () => undefined,
): AsyncGenerator<AcceptedPage> {
  const settings = checkSettings(pagesFields, options);
  for await (const { page } of pagesWithEvents(out, settings, warn, { metadata: true })) yield page;
}

/** The same with the event of each. @param reading if what pages say of themselves is read, which parses their HTML */
export async function* pagesWithEvents(
  out: string,
  settings: PagesSettings,
  warn: (message: string) => void,
  reading: { readonly metadata: boolean },
): AsyncGenerator<PageWithEvent> {
  const { maxPages = Infinity, since = '' } = settings;
  const { crawl, topics, isSimulated } = await crawlDescribed(out);
  const open = reading.metadata || since !== '' ? await PARTS.openMetadata() : undefined;
  const metadataOf = open?.(out, isSimulated);
  let count = 0;
  for await (const { event, judgement, item } of selectedPages(out, settings, topics)) {
    if (item.kind === 'problem') {
      warn(`${item.problem.where}: ${item.problem.message}`);
      continue;
    }
    const metadata = await metadataOf?.of(event);
    // A year alone is before each of its days.
    if ((metadata?.published?.value ?? '') < since) continue;
    const { classifier, score, topic = topics.join(', ') } = judgement;
    const page = toPage(event, item.document, { topic, classifier, score, crawl }, metadata);
    yield { page: { ...page, fetched: fetchTime(event, isSimulated) }, event, metadata };
    if ((count += 1) >= maxPages) return;
  }
}

/** Accepted pages by topic, score and licence, whose name or address may fit. @throws InputError for a topic that the crawl does not have */
async function* selectedPages(
  out: string,
  { minScore = -Infinity, licence, topic, unreserved }: PagesSettings,
  topics: readonly string[],
) {
  const wanted = [topic ?? []].flat();
  const unknown = wanted.filter((one) => !topics.includes(one));
  if (unknown.length > 0)
    throw new InputError(`the crawl in ${out} is not about '${unknown.join("', '")}'`, {
      hint: `its topics are: ${topics.join(', ')}`,
    });
  const fits = licence === undefined ? undefined : urlPattern(licence);
  for await (const event of readEvents(out)) {
    const judgement = judgementFor(event, wanted);
    if (judgement === undefined || judgement.score < minScore) continue;
    if (unreserved && reservationIn(event.rights) !== undefined) continue;
    if (fits && !event.rights?.licences?.some((address) => fits(address) || fits(licenceName(address) ?? '')))
      continue;
    for await (const item of readPage(out, event)) yield { event, judgement, item };
  }
}

/** Parts of a page's own statements that are handed on. */
const STATED = ['published', 'modified', 'authors', 'site', 'description'] as const;

/** The order of the members is that of the formats in which pages are written. */
function toPage(
  { url, time, checksum, depth, referrer, reading, judgement, subjects = [], rights }: CrawlEvent,
  { title, text, language, sourceUrl = url }: CorpusDocument,
  { topic, classifier, score, crawl }: Pick<AcceptedPage, 'topic' | 'classifier' | 'score' | 'crawl'>,
  metadata: PageMetadata | undefined,
): AcceptedPage {
  const about = subjects.length > 0 ? subjects : undefined;
  const stated: Pick<AcceptedPage, (typeof STATED)[number]> = Object.fromEntries(
    STATED.map((name) => [name, metadata?.[name]?.value]),
  );
  return {
    ...{ id: url, url: sourceUrl, title, text, language, topic },
    topics: judgement?.topics && acceptingTopics(judgement),
    ...{ classifier, score, ...stated },
    subjects: about?.map(({ label }) => label),
    subjectIris: about?.map(({ iri }) => iri),
    licences: rights?.licences?.map((address) => licenceName(address) ?? address),
    ...{ fetched: time, checksum },
    readFrom: reading?.from === 'html' ? undefined : reading?.from,
    ...{ depth, referrer, crawl },
  };
}

/** The best judgement of an accepted page by the topics that are wanted; undefined where none of them accepts it. */
function judgementFor({ judgement }: CrawlEvent, wanted: readonly string[]): Judgement | undefined {
  if (judgement?.accepted !== true) return undefined;
  if (judgement.topics === undefined || wanted.length === 0) return judgement;
  const accepting = judgement.topics.filter(({ topic, accepted }) => accepted && wanted.includes(topic));
  return accepting.length === 0 ? undefined : bestOfTopics(accepting);
}

/**
 * The pages of a crawl that people or, where nobody answered, the judge accepted, as a corpus: main text, title, address, and the
 * crawl that brought them. Ids are the addresses.
 */
export function crawlCorpus(folder: string, detect?: DetectLanguage): CorpusReader {
  return {
    name: folder,
    read: async function* () {
      const { crawl } = await crawlDescribed(folder);
      const answers = await readAnswers(folder);
      for await (const event of readEvents(folder)) {
        if ((answers.get(event.url) ?? event.judgement?.accepted) !== true) continue;
        for await (const item of readPage(folder, event, detect))
          yield item.kind === 'document' ? { ...item, document: { ...item.document, crawl } } : item;
      }
    },
  };
}

const identitySchema = z.object({
  ...{ crawl: z.string(), topic: z.union([z.string(), z.array(z.string())]) },
  settings: z.object({ web: z.unknown().optional() }).optional(),
});

/** The IRI of a crawl, its topics, and if its times are simulated. @throws InputError where the folder does not name them */
export async function crawlDescribed(folder: string) {
  const { crawl, topic, settings = {} } = await readDescription(folder, identitySchema);
  return { crawl, topics: [topic].flat(), isSimulated: isTimeSimulated(settings) };
}

/** The page of an event as a document, or what keeps it from being one. */
async function* readPage(folder: string, event: CrawlEvent, detect: DetectLanguage = detectLanguage) {
  const { url, finalUrl = url, title } = event;
  const text = await readPageText(folder, event);
  const file = path.join(folder, PAGES_FILE);
  if (text === undefined)
    yield problem(url, `its text cannot be read from ${file}: it is missing, or is damaged`);
  else yield* finishDraft({ title, text, sourceUrl: finalUrl }, { id: url, where: url }, detect);
}
