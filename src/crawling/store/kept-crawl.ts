import path from 'node:path';
import { z } from 'zod';
import { ARCHIVE_FOLDER, archiveSize } from '../../web/archive/names.js';
import { isSuccess } from '../../support/text/content-type.js';
import { readDescription } from './crawl-description.js';
import { readEvents } from './result-folder.js';
import { readPageBody } from './page-store.js';
import { FOLLOW, type CrawlEvent } from '../../model/crawl-event.js';
import type { Page } from '../../model/page.js';
import { DOCUMENT_LIMITS } from '../../model/document-html.js';
import { documentKindOf } from '../../model/page-reading.js';
import { createPageReader } from '../../web/page/reader.js';
import type { VirtualWeb } from '../../web/stored/virtual-web.js';
import { emptyPage } from '../../support/text/empty-page.js';
import { sha256 } from '../../support/hash.js';
import { PARTS } from '../../judging/parts.js';

const descriptionSchema = z.object({
  topic: z.union([z.string(), z.array(z.string())]),
  settings: z.object({
    strategy: z.string().default('krs'),
    follow: z.enum(FOLLOW).optional(),
    patience: z.number().optional(),
    accept: z.string().default('balanced'),
    delay: z.number().default(1),
    concurrency: z.number().default(1),
  }),
});

/**
 * Why the body of a page is not there: the crawl took over the judgement of an earlier one; it kept accepted pages alone;
 * or its archive does not have the body that was judged.
 */
export type MissingBody = 'unchanged' | 'not-archived' | 'not-in-archive';

/** A page of a crawl that is read again. */
export interface KeptPage {
  /** As it was read; where its body is missing, what the event says: title, links, the anchor texts that led on. */
  readonly page: Page;
  /** Present where the body is not there. */
  readonly missing?: MissingBody;
}

/** A finished crawl as its folder keeps it. */
export interface KeptCrawl {
  /** The folder of its results. */
  readonly folder: string;
  readonly topic: string | readonly string[];
  readonly strategy: string;
  /** Settings of the crawl, as far as they were kept. */
  readonly settings: Readonly<z.output<typeof descriptionSchema>['settings']>;
  /** Events of fetched pages, in order. */
  readonly fetched: readonly CrawlEvent[];
  /**
   * The page of an event, of the body that was kept, is in the archive of the crawl, or in the web.
   * @throws InputError where the archive cannot be read
   */
  pageOf(event: CrawlEvent): Promise<KeptPage>;
  /** The body of an event, or why it is not there. @throws InputError where the archive cannot be read */
  bodyOf(event: CrawlEvent): Promise<Uint8Array | MissingBody>;
}

/** Places of bodies that are not among the pages that the crawl kept. */
export interface OtherBodies {
  /** The archive of the crawl, where there is one. */
  readonly archive?: VirtualWeb;
  /** The web in files that was crawled. */
  readonly web?: VirtualWeb;
  /** Texts of links by `referrer url`, for pages without a body. */
  readonly anchors?: ReadonlyMap<string, string>;
}

/** Opens the archive that a crawl has in its folder; undefined where there is none. @throws InputError */
export async function openArchiveOf(folder: string): Promise<VirtualWeb | undefined> {
  if ((await archiveSize(folder)) === undefined) return undefined;
  return (await PARTS.webs()).openArchives([path.join(folder, ARCHIVE_FOLDER)]);
}

/**
 * Opens the results of a crawl.
 * @throws InputError when there are none, or they are damaged
 */
export async function openKeptCrawl(folder: string, others: OtherBodies): Promise<KeptCrawl> {
  const fetched: CrawlEvent[] = [];
  for await (const event of readEvents(folder)) if (event.fetched) fetched.push(event);
  const anchors = new Map<string, string>();
  for (const { url, referrer, anchorText } of fetched) {
    if (referrer !== undefined && anchorText !== undefined) anchors.set(`${referrer} ${url}`, anchorText);
  }
  return { ...(await openPagesOf(folder, { ...others, anchors })), fetched };
}

/** Opens the bodies of the pages of a crawl, for events that are read elsewhere. @throws InputError when the folder does not hold a crawl */
export async function openBodiesOf(folder: string, others: OtherBodies): Promise<Pick<KeptCrawl, 'bodyOf'>> {
  await readDescription(folder, z.looseObject({}));
  return bodiesBy(folder, others);
}

function bodiesBy(folder: string, others: OtherBodies): Pick<KeptCrawl, 'bodyOf'> {
  return {
    bodyOf: async (event) =>
      (await readPageBody(folder, event)) ?? (await otherBody(event, others)) ?? whyMissing(event, others),
  };
}

/** Opens the pages of a crawl, for events that are read elsewhere. @throws InputError when the folder does not hold a crawl */
export async function openPagesOf(folder: string, others: OtherBodies): Promise<Omit<KeptCrawl, 'fetched'>> {
  const { topic, settings } = await readDescription(folder, descriptionSchema);
  // Whichever strategies value the links later.
  const reader = createPageReader({ tagPaths: true });
  const { bodyOf } = bodiesBy(folder, others);
  return {
    folder,
    topic,
    strategy: settings.strategy,
    settings,
    bodyOf,
    async pageOf(event) {
      const body = await bodyOf(event);
      return typeof body === 'string'
        ? { page: pageOfEvent(event, others.anchors), missing: body }
        : { page: reader.read(body, addressOf(event), event.contentType ?? '') };
    },
  };
}

/**
 * A body that the crawl did not keep, as the page was read from it; of a document the HTML that was made of it. Of the archive
 * only the body that was judged: http and https addresses are one there.
 */
async function otherBody(event: CrawlEvent, { archive, web }: OtherBodies): Promise<Uint8Array | undefined> {
  const archived = await bodyInWeb(archive, addressOf(event));
  const isJudged = archived !== undefined && sha256(archived) === event.checksum;
  const body = isJudged ? archived : await bodyInWeb(web, addressOf(event));
  const kind = documentKindOf(event.reading);
  if (body === undefined || kind === undefined) return body;
  const { contentType = '' } = event;
  const document = { kind, body, url: addressOf(event), contentType };
  const htmlOf = await PARTS.documentHtml();
  // What cannot be read again is missing, as far as anyone can tell.
  return htmlOf(document, DOCUMENT_LIMITS).catch(() => undefined);
}

function whyMissing({ code }: CrawlEvent, { archive }: OtherBodies): MissingBody {
  if (code === 'unchanged') return 'unchanged';
  return archive === undefined ? 'not-archived' : 'not-in-archive';
}

function addressOf({ url, finalUrl = url }: CrawlEvent): string {
  return finalUrl;
}

async function bodyInWeb(web: VirtualWeb | undefined, url: string): Promise<Uint8Array | undefined> {
  if (web?.hosts.has(new URL(url).hostname) !== true) return undefined;
  const { status, body } = await web.answer(url);
  return isSuccess(status) ? body : undefined;
}

function pageOfEvent(
  { url, finalUrl, title = '', links = [] }: CrawlEvent,
  anchors: ReadonlyMap<string, string> = new Map(),
): Page {
  return {
    ...emptyPage(finalUrl ?? url),
    title,
    headline: title,
    links: links.map((target) => ({
      url: target,
      anchorText: anchors.get(`${url} ${target}`) ?? '',
      noFollow: false,
    })),
  };
}
