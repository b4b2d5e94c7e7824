import { z } from 'zod';
import { readDescription } from '../../crawling/store/crawl-description.js';
import { topicFile } from '../../knowledge/files/kb-folder.js';
import { schemeOf } from '../../knowledge/places/stores.js';
import { InputError, UsageError } from '../../model/errors.js';
import { fileExists } from '../../support/files/file-exists.js';

const schema = z.object({
  crawl: z.string().min(1),
  topic: z.union([z.string(), z.array(z.string())]),
  settings: z.object({ kb: z.string().optional() }),
});

/** A crawl that teaches terms, and the topic that learns them. */
export interface CrawlOfTerms {
  readonly out: string;
  /** IRI of the crawl. */
  readonly crawl: string;
  readonly kb: string;
  readonly topic: string;
}

/** The topics of a crawl. @throws InputError where no crawl was begun */
export async function topicsOfCrawl(out: string): Promise<readonly string[]> {
  return [(await readDescription(out, schema)).topic].flat();
}

/**
 * The crawl in a folder with one of its topics.
 * @param topic may be left out where there is one only
 * @throws InputError where no crawl was begun, or the topic is not in a folder here; UsageError for the topic
 */
export async function crawlOfTerms(out: string, topic?: string): Promise<CrawlOfTerms> {
  const { crawl, topic: named, settings } = await readDescription(out, schema);
  const topics = [named].flat();
  const [only] = topics;
  const chosen = topic ?? (topics.length === 1 ? only : undefined);
  if (chosen === undefined || !topics.includes(chosen))
    throw new UsageError(
      topic === undefined
        ? `the crawl in ${out} has several topics`
        : `the crawl in ${out} has no topic '${topic}'`,
      { hint: `name one with --topic: ${topics.join(', ')}` },
    );
  const { kb = '' } = settings;
  if (kb === '' || schemeOf(kb) !== undefined)
    throw new InputError(`topic '${chosen}' of the crawl in ${out} is not in a folder`, {
      hint: 'terms are kept next to the file of a topic; build the topic into a folder: sfwc build … --kb DIR',
    });
  const file = topicFile(kb, chosen);
  if (!(await fileExists(file)))
    throw new InputError(`${file}, the topic of the crawl in ${out}, is missing`, {
      hint: 'run the command in the folder in which the crawl was started, or restore the knowledge base',
    });
  return { out, crawl, kb, topic: chosen };
}
