import path from 'node:path';
import { z } from 'zod';
import { detectLanguage, type DetectLanguage } from '../../language/text/language.js';
import { finishDraft, problem } from '../../language/corpus/draft.js';
import { readAnswers } from '../../crawling/ratings/ratings-folder.js';
import { readDescription } from '../../crawling/store/crawl-description.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import { PAGES_FILE, readPageText } from '../../crawling/store/page-store.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { CorpusItem, CorpusReader } from '../../model/document.js';

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

/**
 * The accepted pages of a crawl in the order of its events, as documents, each with its event; and what keeps a page
 * from being one. @throws InputError when the folder is not of a crawl
 */
export async function* readAcceptedPages(
  folder: string,
): AsyncGenerator<{ readonly event: CrawlEvent; readonly item: CorpusItem }> {
  for await (const event of readEvents(folder)) {
    if (event.judgement?.accepted !== true) continue;
    for await (const item of readPage(folder, event)) yield { event, item };
  }
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
  detect: DetectLanguage = detectLanguage,
): AsyncGenerator<CorpusItem> {
  const { url, finalUrl, title } = event;
  const text = await readPageText(folder, event);
  if (text !== undefined)
    yield* finishDraft({ title, text, sourceUrl: finalUrl ?? url }, { id: url, where: url }, detect);
  else
    yield problem(
      url,
      `its text cannot be read from ${path.join(folder, PAGES_FILE)}: it is missing, or is damaged`,
    );
}
