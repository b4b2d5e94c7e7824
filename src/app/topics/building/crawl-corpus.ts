import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { detectLanguage, type DetectLanguage } from '../../../language/text/language.js';
import { finishDraft, problem } from '../../../language/corpus/draft.js';
import { readDescription } from '../../../crawling/store/crawl-description.js';
import { readEvents } from '../../../crawling/store/result-folder.js';
import { pageTextFile, wholeText } from '../../../crawling/store/page-files.js';
import type { CrawlEvent } from '../../../model/crawl-event.js';
import type { CorpusItem, CorpusReader } from '../../../model/document.js';
import { messageOf } from '../../../model/errors.js';

/**
 * The accepted pages of a crawl as a corpus: main text, title, address, and the crawl that brought them. Ids are the
 * addresses.
 * @param detect detects the languages of the pages
 */
export function createCrawlCorpus(folder: string, detect: DetectLanguage = detectLanguage): CorpusReader {
  return {
    name: folder,
    read: async function* () {
      const { crawl } = await crawlDescribed(folder);
      for await (const { item } of readAcceptedPages(folder, detect)) {
        yield item.kind === 'document' ? { ...item, document: { ...item.document, crawl } } : item;
      }
    },
  };
}

/**
 * The accepted pages of a crawl in the order of its events, as documents, each with its event; and what keeps a page
 * from being one. @throws InputError when the folder is not of a crawl
 */
export async function* readAcceptedPages(
  folder: string,
  detect: DetectLanguage = detectLanguage,
): AsyncGenerator<{ readonly event: CrawlEvent; readonly item: CorpusItem }> {
  for await (const event of readEvents(folder)) {
    if (event.judgement?.accepted !== true) continue;
    for await (const item of readPage(folder, event, detect)) yield { event, item };
  }
}

/** The IRI of a crawl: of the one whose results are in the folder, or the IRI itself. @throws InputError */
export async function crawlNamed(place: string): Promise<string> {
  return /^https?:\/\//.test(place) ? place : (await crawlDescribed(place)).crawl;
}

const identitySchema = z.object({ crawl: z.string(), topic: z.union([z.string(), z.array(z.string())]) });

/** The IRI of a crawl and its topics. @throws InputError where the folder does not name them */
export async function crawlDescribed(
  folder: string,
): Promise<{ readonly crawl: string; readonly topics: readonly string[] }> {
  const { crawl, topic } = await readDescription(folder, identitySchema);
  return { crawl, topics: [topic].flat() };
}

async function* readPage(
  folder: string,
  event: CrawlEvent,
  detect: DetectLanguage,
): AsyncGenerator<CorpusItem> {
  const { url, finalUrl } = event;
  const file = pageTextFile(folder, url);
  try {
    const text = wholeText(await readFile(file, 'utf8'));
    if (text === undefined) throw new Error('it was not written to its end');
    const draft = { title: event.title, text, sourceUrl: finalUrl ?? url };
    yield* finishDraft(draft, { id: url, where: url }, detect);
  } catch (error) {
    yield problem(url, `its text cannot be read from ${file}: ${messageOf(error)}`);
  }
}
