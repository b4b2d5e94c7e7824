import { parentPort, workerData } from 'node:worker_threads';
import { createLanguageTally } from '../../../app/topics/building/corpus-check.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import { canReadWords, wordReaderFor } from '../../../language/text/word-readers.js';
import { openCorpus } from '../../../language/corpus/folder.js';
import type { CorpusProblem } from '../../../model/document.js';
import { messageOf } from '../../../model/errors.js';
import type { WordReader } from '../../../model/topic.js';
import { fullText } from '../../../support/text/full-text.js';
import {
  corpusStanding,
  type CorpusStanding,
  type CorpusThreadAnswer,
  type ReadText,
} from './corpus-standing.js';

/** Texts that are checked, and problems that are listed. */
const MAX = { texts: 2000, problems: 200 };

/** A worker thread that reads a folder of texts and checks them. */
const { folder } = workerData as { readonly folder: string };
try {
  parentPort?.postMessage({ standing: await check() } satisfies CorpusThreadAnswer);
} catch (thrown) {
  parentPort?.postMessage({ problem: messageOf(thrown) } satisfies CorpusThreadAnswer);
}

async function check(): Promise<CorpusStanding> {
  const texts: ReadText[] = [];
  const problems: CorpusProblem[] = [];
  const languages = createLanguageTally();
  const readers = new Map<string, WordReader>();
  const readerFor = (language: string): WordReader => {
    const known = canReadWords(language) ? language : ENGLISH;
    const reader = readers.get(known) ?? wordReaderFor(known);
    readers.set(known, reader);
    return reader;
  };
  const corpus = openCorpus(folder, { detectLanguage: () => Promise.resolve(undefined) });
  for await (const item of corpus.read()) {
    if (item.kind === 'problem') {
      if (problems.length < MAX.problems) problems.push(item.problem);
      continue;
    }
    if (texts.length >= MAX.texts) break;
    const { document } = item;
    const language = await languages.add(document);
    const words = new Map<string, number>();
    for (const word of readerFor(language)(fullText(document))) words.set(word, (words.get(word) ?? 0) + 1);
    texts.push({ id: document.id, title: document.title, characters: document.text.length, language, words });
  }
  return corpusStanding(texts, problems);
}
