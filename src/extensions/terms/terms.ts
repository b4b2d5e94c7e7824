import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { classifierFile } from '../../knowledge/files/classifier-file.js';
import { readTerms, termsFile } from '../../knowledge/files/terms-file.js';
import { topicFile } from '../../knowledge/files/kb-folder.js';
import { annotatorFor, loadAnnotator } from '../../judging/judge/languages.js';
import { requireNouns } from '../../knowledge/places/topic-nouns.js';
import { wordReaderFor } from '../../language/text/word-readers.js';
import { openTopic, type OpenTopic } from '../../knowledge/places/knowledge-base.js';
import { saveTerms } from '../../knowledge/places/topic-terms.js';
import { isCrawlRunning } from '../../crawling/store/crawl-store.js';
import { SfwcError, UsageError } from '../../model/errors.js';
import type { TermAnswer, TermAnswers, TermReport } from '../../model/term.js';
import { sfwc } from '../../model/vocabulary.js';
import { checkArguments } from '../../support/check-arguments.js';
import { EVENTS } from '../../support/crawl-folder.js';
import { fileExists } from '../../support/files/file-exists.js';
import { jsonFile, replaceFile } from '../../support/files/replace-file.js';
import { once } from '../../support/once.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { chooseTerms, whyNoTerms, type TermKnowledge } from './choose-terms.js';
import type { PageWords } from './count-terms.js';
import { createFrequencyTable } from '../../knowledge/places/frequency-table.js';
import { crawlOfTerms, topicsOfCrawl, type CrawlOfTerms } from './crawl-of-terms.js';
import { samplePages, type SampledText } from './sample-pages.js';

export { proposalText } from './terms-text.js';

/** Terms that are proposed at a time. */
const MOST_PROPOSED = 12;
/** Changes with the way in which terms are chosen. */
const VERSION = 1;
/** A crawl that runs is read again when its events have grown by this factor. */
const GROWTH = 1.25;

const share = z.object({ pages: z.number(), of: z.number() });
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
        kind: z.enum(['word', 'phrase']),
        tag: z.enum(['NN', 'NNS', 'NNP', 'NNPS']),
        entityClass: z.enum(['person', 'place', 'organisation', 'other']),
        accepted: share,
        rejected: share,
        sites: z.number(),
        strength: z.number(),
        examples: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
});
type Found = z.output<typeof foundSchema>;

/**
 * The terms that accepted pages of a crawl share and its topic lacks, and what people answered so far. What was found is kept
 * in the folder of the crawl until the crawl or the topic changes.
 * @param topic may be left out where the crawl has one only
 * @throws InputError where no crawl was begun, the topic is not in a folder or not in English, or a file is damaged;
 *   UsageError for the topic
 */
export async function newTerms(out: string, topic?: string): Promise<TermReport> {
  checkArguments('newTerms', { out: [out, 'string'], topic: [topic, 'string?'] });
  const crawl = await crawlOfTerms(out, topic);
  return reportOf(crawl, await findTerms(crawl), await readTerms(fileOf(crawl)));
}

/**
 * What a crawl teaches each of its topics. Topics that cannot learn terms, because they are not here or not in English, are
 * left out.
 * @throws InputError where no crawl was begun
 */
export async function proposalsAndAnswers(out: string): Promise<readonly TermReport[]> {
  const reports: TermReport[] = [];
  for (const topic of await topicsOfCrawl(out)) {
    const report = await newTerms(out, topic).catch((error: unknown) => {
      if (error instanceof SfwcError) return undefined;
      throw error;
    });
    if (report !== undefined) reports.push(report);
  }
  return reports;
}

/**
 * Keeps what a person says of terms: those that are taken belong to the topic from then on, refused ones are never proposed
 * again. A later answer about the same term replaces the former one, so that a taken term can be removed.
 * @throws as {@link newTerms}; UsageError for a term that is neither proposed nor answered; OutputError
 */
export async function answerTerms(
  out: string,
  { topic, take = [], refuse = [], by = userInfo().username }: TermAnswers,
  { clock = systemClock }: { readonly clock?: Pick<Clock, 'now'> } = {},
): Promise<TermReport> {
  checkArguments('answerTerms', {
    out: [out, 'string'],
    take: [take, 'strings'],
    refuse: [refuse, 'strings'],
  });
  const crawl = await crawlOfTerms(out, topic);
  const both = take.find((term) => refuse.includes(term));
  if (both !== undefined) throw new UsageError(`'${both}' cannot be both taken and refused`);
  const found = await findTerms(crawl);
  const before = await readTerms(fileOf(crawl));
  const answers = new Map(before.map((answer) => [answer.term, answer]));
  const time = new Date(clock.now()).toISOString();
  for (const [terms, taken] of [[take, true] as const, [refuse, false] as const])
    for (const term of terms) {
      const known = answers.get(term);
      const proposed = found.terms.find((one) => one.term === term);
      const about = proposed ?? known;
      if (about === undefined) throw unknownTerm(term, crawl, reportOf(crawl, found, before));
      const of = proposed === undefined ? (known?.crawl ?? crawl.crawl) : crawl.crawl;
      answers.set(term, { ...about, taken, by, time, crawl: of });
    }
  const kept = [...answers.values()];
  await saveTerms(crawl.kb, crawl.topic, kept);
  const learns = (await fileExists(classifierFile(crawl.kb, crawl.topic, 'ensemble')))
    ? `The ensemble learns it with: sfwc train --kb ${crawl.kb} --topic '${crawl.topic}'`
    : undefined;
  return { ...reportOf(crawl, found, kept), learns };
}

function unknownTerm(term: string, { out }: CrawlOfTerms, { proposed }: TermReport): UsageError {
  return new UsageError(`'${term}' is not among the terms that the crawl in ${out} proposes`, {
    hint:
      proposed.length === 0
        ? 'it proposes none'
        : `it proposes: ${proposed.map((one) => one.term).join(', ')}`,
  });
}

function reportOf({ topic }: CrawlOfTerms, found: Found, answers: readonly TermAnswer[]): TermReport {
  const answered = new Set(answers.map(({ term }) => term));
  const proposed = found.terms.filter(({ term }) => !answered.has(term)).slice(0, MOST_PROPOSED);
  return {
    topic,
    proposed,
    whyNot: found.whyNot,
    taken: answers.filter(({ taken }) => taken),
    refused: answers.filter(({ taken }) => !taken),
  };
}

function fileOf({ kb, topic }: CrawlOfTerms): string {
  return termsFile(topicFile(kb, topic));
}

/** The terms of a crawl, as they were found before where that still holds. */
async function findTerms(crawl: CrawlOfTerms): Promise<Found> {
  const file = path.join(crawl.out, `terms-${encodeURIComponent(crawl.topic)}.json`);
  const opened = await openTopic(crawl.kb, crawl.topic);
  const { size } = await stat(path.join(crawl.out, EVENTS)).catch(() => ({ size: 0 }));
  const before = await readFound(file);
  const isEnough = (read: number): boolean =>
    read === size || (isCrawlRunning(crawl.out) && read <= size && size < GROWTH * read);
  if (before?.topicChecksum === opened.facts.checksum && isEnough(before.read)) return before;
  const found: Found = {
    version: VERSION,
    read: size,
    topicChecksum: opened.facts.checksum,
    ...(await readCrawl(crawl, opened)),
  };
  await replaceFile(file, jsonFile(found));
  return found;
}

/** What was found before; undefined where that was nothing, or by another version. It can be found again. */
async function readFound(file: string): Promise<Found | undefined> {
  const read = async (): Promise<Found> => foundSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  return read().catch(() => undefined);
}

async function readCrawl(crawl: CrawlOfTerms, topic: OpenTopic): Promise<Pick<Found, 'terms' | 'whyNot'>> {
  requireNouns(topic.facts, 'a proposal of terms');
  const { accepted, rejected } = await samplePages(crawl);
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
    nounsOf: (url) => Promise.resolve(annotator().annotate(texts.get(url) ?? '').nouns),
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
