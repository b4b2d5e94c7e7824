import {
  noDocumentHint,
  corpusChecksum,
  holdDocument,
  type HeldDocument,
} from '../../app/topics/building/gather.js';
import { openSource } from '../../app/topics/building/sources.js';
import { documentKinds } from '../../app/topics/building/own-readers.js';
import type { TrainingTexts } from '../../app/topics/building/training-texts.js';
import { createAnnotationPool, startingText } from '../../app/topics/building/annotation-pool.js';
import { byId, MAX_DOCUMENTS } from '../../app/topics/building/recorded-texts.js';
import { trainingText, type TrainingText } from '../../judging/topic/training-text.js';
import type { TextReading } from '../../app/topics/train-topic.js';
import { mergeCorpora } from '../../language/corpus/merge.js';
import type { CorpusDocument, CorpusProblem, CorpusReader } from '../../model/document.js';
import { InputError } from '../../model/errors.js';
import type { OnWait } from '../../model/wait.js';
import { concurrentMap } from '../../support/concurrent-map.js';
import { interruptible } from '../../support/interruptible.js';
import { fullText } from '../../support/text/full-text.js';
import type { TrainSettings } from './train-settings.js';

/** Options of reading other texts. */
interface ReadingOfTexts extends TextReading {
  readonly fields: Pick<TrainSettings, 'textField' | 'titleField' | 'idField' | 'followLinks'>;
  readonly onProblem: (problem: CorpusProblem) => void;
  readonly onProgress: (done: number) => void;
  readonly onWait?: OnWait;
}

/**
 * Reads texts as the corpus was read; the first {@link MAX_DOCUMENTS}.
 * @throws InputError when there is none; the signal's reason
 */
export async function otherTexts(
  sources: readonly string[],
  reading: ReadingOfTexts,
): Promise<TrainingTexts> {
  const { plan, plugins, workers, fields, words, onProblem, onProgress, onWait, signal } = reading;
  onWait?.(startingText(workers));
  const options = { ...fields, kinds: documentKinds(plugins) };
  const reader = mergeCorpora(sources.map((source) => openSource(source, options)));
  const pool = createAnnotationPool(plan, workers, { signal, plugins });
  const contents = new Map<string, TrainingText>();
  const held: HeldDocument[] = [];
  const problems: CorpusProblem[] = [];
  const noteProblem = (problem: CorpusProblem): void => {
    if (problems.length === 0) problems.push(problem);
    onProblem(problem);
  };
  try {
    const read = concurrentMap(firstDocuments(reader, noteProblem, signal), pool.size, async (document) => {
      const analysis = await pool.annotate(fullText(document));
      return { document, content: trainingText({ ...document, ...analysis }, words) };
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
      hint: noDocumentHint(problems),
    });
  return { name: reader.name, checksum: corpusChecksum(held), contents: byId(contents) };
}

/** The documents of a corpus, up to the most that are used. */
async function* firstDocuments(
  reader: CorpusReader,
  onProblem: (problem: CorpusProblem) => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<CorpusDocument> {
  let count = 0;
  for await (const item of interruptible(reader.read(), signal)) {
    if (item.kind === 'problem') onProblem(item.problem);
    else yield item.document;
    if (item.kind === 'document' && (count += 1) >= MAX_DOCUMENTS) return;
  }
}
