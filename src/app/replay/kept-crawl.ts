import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { pageFileName, readEvents } from '../../crawl/result-folder.js';
import type { CrawlEvent } from '../../model/crawl.js';
import { InputError, messageOf } from '../../model/errors.js';
import type { Page, PageReader } from '../../model/page.js';
import type { VirtualWeb } from '../../virtual-web/web.js';
import { emptyPage } from '../../support/empty-page.js';

const descriptionSchema = z.object({
  topic: z.string(),
  settings: z.object({ strategy: z.string().default('krs') }),
});

/** A finished crawl as its folder keeps it. */
export interface KeptCrawl {
  readonly topic: string;
  readonly strategy: string;
  /** What was fetched, in order. */
  readonly fetched: readonly CrawlEvent[];
  /**
   * The page of an event: as it was read where its body was kept or the web has it (`whole`), else made of what the event
   * says: title, links, the anchor texts that led on.
   */
  pageOf(event: CrawlEvent): Promise<{ readonly page: Page; readonly whole: boolean }>;
}

/**
 * Opens the results of a crawl.
 * @param web where pages are looked for that the crawl did not keep
 * @throws InputError when there are none, or the crawl did not come to its end
 */
export async function openKeptCrawl(
  folder: string,
  reader: PageReader,
  web: VirtualWeb | undefined,
): Promise<KeptCrawl> {
  const fetched: CrawlEvent[] = [];
  for await (const event of readEvents(folder)) if (event.fetched) fetched.push(event);
  const { topic, settings } = await describe(folder);
  const anchors = new Map<string, string>();
  for (const { url, referrer, anchorText } of fetched) {
    if (referrer !== undefined && anchorText !== undefined) anchors.set(`${referrer} ${url}`, anchorText);
  }
  return {
    topic,
    strategy: settings.strategy,
    fetched,
    async pageOf(event) {
      const address = event.finalUrl ?? event.url;
      const body = (await keptBody(folder, event)) ?? (await bodyInWeb(web, address));
      return body === undefined
        ? { page: pageOfEvent(event, anchors), whole: false }
        : { page: reader.read(body, address, event.contentType ?? ''), whole: true };
    },
  };
}

async function describe(folder: string): Promise<z.output<typeof descriptionSchema>> {
  const file = path.join(folder, 'crawl.json');
  try {
    return descriptionSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new InputError(`${file} does not describe a crawl: ${messageOf(error)}`, {
      hint: 'only a crawl that came to its end can be replayed',
      cause: error,
    });
  }
}

async function keptBody(folder: string, { url, judgement }: CrawlEvent): Promise<Uint8Array | undefined> {
  if (judgement?.accepted !== true) return undefined;
  return readFile(path.join(folder, 'pages', `${pageFileName(url)}.html`)).catch(() => undefined);
}

async function bodyInWeb(web: VirtualWeb | undefined, url: string): Promise<Uint8Array | undefined> {
  if (web?.hosts.has(new URL(url).hostname) !== true) return undefined;
  const { status, body } = await web.answer(url);
  return status === 200 ? body : undefined;
}

function pageOfEvent(
  { url, finalUrl, title = '', links = [] }: CrawlEvent,
  anchors: ReadonlyMap<string, string>,
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
