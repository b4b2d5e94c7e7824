import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { annotatorFor, loadAnnotator } from '../../judging/judge/languages.js';
import { requireNouns } from '../../knowledge/places/topic-nouns.js';
import { wordReaderFor } from '../../language/text/word-readers.js';
import type { OpenTopic } from '../../knowledge/places/knowledge-base.js';
import { createFrequencyTable } from '../../knowledge/places/frequency-table.js';
import { isCrawlRunning } from '../../crawling/store/crawl-store.js';
import { readDescription } from '../../crawling/store/crawl-description.js';
import { InputError } from '../../model/errors.js';
import { sfwc } from '../../model/vocabulary.js';
import { EVENTS } from '../../support/crawl-folder.js';
import { jsonFile, replaceFile } from '../../support/files/replace-file.js';
import { once } from '../../support/once.js';
import { chooseTerms, whyNoTerms, type TermKnowledge } from './choose-terms.js';
import type { PageWords } from './count-terms.js';
import { samplePages, type SampledText } from './sample-pages.js';

/** Changes with the way in which terms are chosen. */
const VERSION = 2;
/** A crawl that runs is read again when its events have grown by this factor. */
const GROWTH = 1.25;

const descriptionSchema = z.object({ topic: z.union([z.string(), z.array(z.string())]) });

const foundSchema = z.object({
  version: z.literal(VERSION),
  /** Bytes of the events that were read, and checksum of the topic. */
  read: z.number(),
  topicChecksum: z.string(),
  whyNot: z.string().optional(),
  terms: z
    .array(
      z.object({
        term: z.string(),
        accepted: z.object({ pages: z.number(), of: z.number() }),
        sites: z.number(),
        examples: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
});
/** Terms of a crawl, or why there are none. */
type Found = z.output<typeof foundSchema>;

/**
 * The terms that accepted pages of a crawl share and the corpus of its topic lacks, the strongest first. They are kept in the
 * folder of the crawl until the crawl or the topic changes.
 * @throws InputError where no crawl of the topic was begun, the topic has no nouns, or the events are damaged
 */
export async function termsOfCrawl(out: string, topic: OpenTopic): Promise<Pick<Found, 'terms' | 'whyNot'>> {
  const { name, checksum } = topic.facts;
  const { topic: topics } = await readDescription(out, descriptionSchema);
  if (![topics].flat().includes(name))
    throw new InputError(`the crawl in ${out} is not about topic '${name}'`, {
      hint: `it is about: ${[topics].flat().join(', ')}`,
    });
  const file = path.join(out, `terms-${encodeURIComponent(name)}.json`);
  const { size } = await stat(path.join(out, EVENTS)).catch(() => ({ size: 0 }));
  const before = await readFound(file);
  const isEnough = (read: number): boolean =>
    read === size || (isCrawlRunning(out) && read <= size && size < GROWTH * read);
  if (before?.topicChecksum === checksum && isEnough(before.read)) return before;
  const found: Found = {
    version: VERSION,
    read: size,
    topicChecksum: checksum,
    ...(await readCrawl(out, topic)),
  };
  await replaceFile(file, jsonFile(found));
  return found;
}

/** Terms that were found before; undefined where there are none, or another version found them. They can be found again. */
async function readFound(file: string): Promise<Found | undefined> {
  const read = async (): Promise<Found> => foundSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  return read().catch(() => undefined);
}

async function readCrawl(out: string, topic: OpenTopic): Promise<Pick<Found, 'terms' | 'whyNot'>> {
  requireNouns(topic.facts, 'a proposal of terms');
  const { accepted, rejected } = await samplePages(out, topic.facts.name);
  const words = wordReaderFor(topic.facts.language);
  const wordsOf = ({ url, site, text }: SampledText): PageWords => ({ url, site, words: words(text) });
  const [here, there] = [accepted.map(wordsOf), rejected.map(wordsOf)];
  const whyNot = whyNoTerms(here, there, topic.facts.backgroundGraph !== undefined);
  if (whyNot !== undefined) return { terms: [], whyNot };
  return { terms: await chooseTerms(here, there, await knowledgeOf(topic, accepted)) };
}

async function knowledgeOf({ kb, facts }: OpenTopic, pages: readonly SampledText[]): Promise<TermKnowledge> {
  const texts = new Map(pages.map(({ url, text }) => [url, text]));
  await loadAnnotator(facts.language);
  const annotator = once(() => annotatorFor(facts));
  const { backgroundGraph } = facts;
  const table = createFrequencyTable(kb, facts.iri, backgroundGraph ?? facts.iri);
  const documents = backgroundGraph === undefined ? 0 : await backgroundSize(kb, backgroundGraph);
  return {
    inCorpus: (lemmas) => table.byLemma(lemmas),
    nounsOf: (url) =>
      annotator()
        .annotate(texts.get(url) ?? '')
        .nouns.map(({ lemma }) => lemma),
    ...(documents === 0
      ? {}
      : {
          inBackground: async (lemmas: readonly string[]) =>
            new Map(
              [...(await table.inBackground(lemmas))].map(([lemma, count]) => [lemma, count / documents]),
            ),
        }),
  };
}

async function backgroundSize(kb: OpenTopic['kb'], graph: string): Promise<number> {
  const { rows } = await kb.select(
    `SELECT ?n WHERE { ?b a <${sfwc.Background}> ; <${sfwc.documentCount}> ?n }`,
    {
      defaultGraphs: [graph],
    },
  );
  return Number(rows[0]?.['n']?.value ?? 0);
}
