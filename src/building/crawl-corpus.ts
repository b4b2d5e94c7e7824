import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { detectLanguage } from '../text/language.js';
import { finishDraft, problem } from '../corpus/draft.js';
import { pageTextFile, readEvents } from '../crawl/store/result-folder.js';
import type { CrawlEvent } from '../model/crawl.js';
import type { CorpusItem, CorpusReader } from '../model/document.js';
import { InputError, messageOf } from '../model/errors.js';

/**
 * The accepted pages of a crawl as a corpus: main text, title, address, and the crawl that brought them. Ids are the
 * addresses.
 */
export function createCrawlCorpus(folder: string): CorpusReader {
  return {
    name: folder,
    read: async function* () {
      const { crawl } = await crawlDescribed(folder);
      for await (const { item } of readAcceptedPages(folder)) {
        yield item.kind === 'document' ? { ...item, document: { ...item.document, crawl } } : item;
      }
    },
  };
}

/**
 * The accepted pages of a crawl in the order of its events, as documents, each with its event; and what keeps a page
 * from being one. @throws InputError where there is no crawl
 */
export async function* readAcceptedPages(
  folder: string,
): AsyncGenerator<{ readonly event: CrawlEvent; readonly item: CorpusItem }> {
  for await (const event of readEvents(folder)) {
    if (event.judgement?.accepted !== true) continue;
    for await (const item of readPage(folder, event)) yield { event, item };
  }
}

/** The IRI of a crawl: of the one whose results are in the folder, or the IRI itself. @throws InputError */
export async function crawlNamed(place: string): Promise<string> {
  return /^https?:\/\//.test(place) ? place : (await crawlDescribed(place)).crawl;
}

/** What a result folder says of its crawl. @throws InputError where it does not */
export async function crawlDescribed(
  folder: string,
): Promise<{ readonly crawl: string; readonly topics: readonly string[] }> {
  const file = path.join(folder, 'crawl.json');
  try {
    const { crawl, topic } = JSON.parse(await readFile(file, 'utf8')) as {
      readonly crawl?: unknown;
      readonly topic?: unknown;
    };
    if (typeof crawl === 'string') return { crawl, topics: [topic].flat().map(String) };
  } catch (error) {
    throw new InputError(`${file} cannot be read: ${messageOf(error)}`, {
      hint: 'name the result folder of a crawl that came to its end',
      cause: error,
    });
  }
  throw new InputError(`${file} does not say which crawl it is`);
}

async function* readPage(folder: string, event: CrawlEvent): AsyncGenerator<CorpusItem> {
  const { url, finalUrl } = event;
  const file = pageTextFile(folder, url);
  try {
    const text = await readFile(file, 'utf8');
    const draft = { title: event.title, text, sourceUrl: finalUrl ?? url };
    yield* finishDraft(draft, { id: url, where: url }, detectLanguage);
  } catch (error) {
    yield problem(url, `its text cannot be read from ${file}: ${messageOf(error)}`);
  }
}
