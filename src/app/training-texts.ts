import { openCorpora } from '../corpus/open-source.js';
import { openCorpusRecord, type CorpusRecord, type CorpusRole } from '../kb/corpus-record.js';
import { readCompanions } from '../kb/kb-folder.js';
import type { DocumentAnalysis } from '../krs/analysis.js';
import { GLOSSES_NAME, readGlosses } from '../wordnet/glosses.js';
import type { CorpusDocument, CorpusProblem } from '../model/document.js';
import { InputError } from '../model/errors.js';
import type { WordReader } from '../model/topic.js';
import { concurrentMap } from '../support/concurrent-map.js';
import { fileExists } from '../support/file-exists.js';
import { fullText } from '../support/full-text.js';
import { contentOfDocument, type PageContent } from '../topic/page-content.js';
import { toProfile } from '../topic/profile.js';
import type { AnalyserPlan } from './analyser.js';
import { createAnnotationPool } from './annotation-pool.js';
import { corpusChecksum, holdDocument, type HeldDocument } from './gather.js';

/** Documents that are learned from at most, of either kind; more would cost memory and hardly change what is learned. */
const MOST_DOCUMENTS = 2000;

/** Texts as classifiers read them, with the name and, where they are not the topic's own, the checksum of their source. */
export interface TrainingTexts {
  readonly name: string;
  readonly checksum?: string;
  readonly contents: readonly PageContent[];
}

/** The texts of a topic, out of the record of its corpus. */
export async function topicTexts(
  topicFile: string,
  words: WordReader,
): Promise<Readonly<Record<CorpusRole, readonly PageContent[]>>> {
  const record = await openRecord(topicFile);
  const chosen = chooseDocuments(await documentIds(record.documents()));
  const contents: Record<CorpusRole, Map<string, PageContent>> = { corpus: new Map(), background: new Map() };
  for await (const { role, document, analysis } of record.entries()) {
    if (!chosen[role].has(document.id)) continue;
    contents[role].set(document.id, contentOfDocument(document, toProfile(analysis.nouns), words));
  }
  return { corpus: byId(contents.corpus), background: byId(contents.background) };
}

/** The record of a topic's corpus. @throws InputError when the topic has none */
export async function openRecord(topicFile: string): Promise<CorpusRecord<DocumentAnalysis>> {
  const { corpus } = await readCompanions(topicFile);
  if (corpus === undefined || !(await fileExists(corpus))) {
    throw new InputError(`${topicFile} has no record of its corpus, so that nothing can be learned from it`, {
      hint: 'build the topic again, from its sources',
    });
  }
  return openCorpusRecord<DocumentAnalysis>(corpus);
}

type Ids = Readonly<Record<CorpusRole, readonly string[]>>;

async function documentIds(
  documents: AsyncIterable<{ readonly role: CorpusRole; readonly document: CorpusDocument }>,
): Promise<Ids> {
  const ids: Record<CorpusRole, string[]> = { corpus: [], background: [] };
  for await (const { role, document } of documents) ids[role].push(document.id);
  return ids;
}

/** Evenly spread over the ids in their order. */
function chooseDocuments({ corpus, background }: Ids): Readonly<Record<CorpusRole, ReadonlySet<string>>> {
  const choose = (ids: readonly string[]): ReadonlySet<string> => {
    const step = Math.max(ids.length / MOST_DOCUMENTS, 1);
    const count = Math.min(ids.length, MOST_DOCUMENTS);
    const sorted = [...ids].sort();
    return new Set(Array.from({ length: count }, (_, index) => sorted[Math.floor(index * step)] ?? ''));
  };
  return { corpus: choose(corpus), background: choose(background) };
}

/** By id, so that nothing depends on the order in which documents came. */
function byId(contents: ReadonlyMap<string, PageContent>): PageContent[] {
  return [...contents].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, content]) => content);
}

/** How other texts are to be read. */
export interface ReadingOfTexts {
  readonly plan: AnalyserPlan;
  readonly workers: number;
  readonly fields: { readonly textField: string; readonly titleField: string; readonly idField: string };
  readonly words: WordReader;
  readonly onProblem: (problem: CorpusProblem) => void;
  readonly onProgress: (done: number) => void;
}

/**
 * Reads texts as the corpus was read; the first {@link MOST_DOCUMENTS}.
 * @throws InputError when there is none
 */
export async function otherTexts(
  sources: readonly string[],
  reading: ReadingOfTexts,
): Promise<TrainingTexts> {
  const { plan, workers, fields, words, onProblem, onProgress } = reading;
  const reader = openCorpora(sources, fields);
  const pool = createAnnotationPool(plan, workers);
  const contents = new Map<string, PageContent>();
  const held: HeldDocument[] = [];
  const documents = async function* (): AsyncGenerator<CorpusDocument> {
    let count = 0;
    for await (const item of reader.read()) {
      if (item.kind === 'problem') onProblem(item.problem);
      else yield item.document;
      if (item.kind === 'document' && (count += 1) >= MOST_DOCUMENTS) return;
    }
  };
  try {
    const read = concurrentMap(documents(), pool.size, async (document) => {
      const { nouns } = await pool.annotate(fullText(document));
      return { document, content: contentOfDocument(document, toProfile(nouns), words) };
    });
    for await (const { document, content } of read) {
      held.push(holdDocument(document));
      contents.set(document.id, content);
      onProgress(contents.size);
    }
  } finally {
    await pool.close();
  }
  if (contents.size === 0)
    throw new InputError(`${reader.name} holds no document that can be read`, {
      hint: 'texts are .txt, .md, .html, .jsonl or .jsonl.gz files',
    });
  return { name: reader.name, checksum: corpusChecksum(held), contents: byId(contents) };
}

/** Glosses in one text, so that it is about as long as an encyclopedia article, and such texts. */
const GLOSSES_IN_TEXT = 200;
const GLOSS_TEXTS = 400;

/**
 * General English for those who have no background: runs of WordNet's glosses, evenly spread over the dictionary. Its
 * words count as its nouns.
 */
export function generalEnglish(words: WordReader): TrainingTexts {
  const glosses = [...readGlosses()];
  const step = Math.floor(glosses.length / GLOSS_TEXTS);
  const contents = Array.from({ length: GLOSS_TEXTS }, (_, index) => {
    const text = glosses.slice(index * step, index * step + GLOSSES_IN_TEXT).join('\n');
    const nouns = toProfile(words(text).map((lemma) => ({ lemma, mentions: 1 })));
    return contentOfDocument({ title: '', text }, nouns, words);
  });
  return { name: GLOSSES_NAME, contents };
}
