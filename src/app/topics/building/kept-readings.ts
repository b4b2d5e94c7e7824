import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readingVersion } from './text-reading.js';
import { readCompanions, topicFile, topicFilesIn } from '../../../knowledge/files/kb-folder.js';
import { readingsOf, readReadings } from '../../../knowledge/files/corpus-record.js';
import { WORDNET_NAME } from '../../../language/linking/wordnet-linker.js';
import { InputError } from '../../../model/errors.js';
import { sha256 } from '../../../support/hash.js';
import { fileExists } from '../../../support/files/file-exists.js';
import { fullText } from '../../../support/text/full-text.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import type { CorpusToBuild } from './corpus-to-build.js';

/** Topics of the folder in which readings are searched. */
const MAX_TOPICS = 8;
/** Limit of the characters of readings in memory: about three per character of text. */
const MAX_CHARACTERS = 150_000_000;

/** Findings of earlier builds in texts that do not depend on the topic. */
export interface KeptReadings {
  /** Version of the reading; undefined if readings are not kept, since reading takes no time. */
  readonly version: string | undefined;
  /** Readings by the checksum of the text. */
  readonly byText: ReadonlyMap<string, string>;
}

/**
 * The readings of these documents that topics of the same folder have. Topics often share a background, and annotating its texts
 * takes most of the time of a build. Only readings of the same annotator and the same links of WordNet are taken, whatever
 * the topics that have them; titles are linked again for each topic. Damaged files are passed over.
 */
export async function readKept(corpus: CorpusToBuild, signal?: AbortSignal): Promise<KeptReadings> {
  const { settings, language } = corpus;
  if (language !== ENGLISH) return { version: undefined, byText: new Map() };
  const version = readingVersion(settings.linker.includes(WORDNET_NAME));
  const byText = new Map<string, string>();
  const files = await latestReadings(settings.kb, settings.topic);
  if (files.length === 0) return { version, byText };
  const wanted = await textsOf(corpus);
  let characters = 0;
  for (const file of files) {
    signal?.throwIfAborted();
    await whereUndamaged(async () => {
      for await (const { text, reading } of readReadings(file, version, (checksum) => wanted.has(checksum))) {
        byText.set(text, reading);
        wanted.delete(text);
        characters += reading.length;
        if (wanted.size === 0 || characters > MAX_CHARACTERS) return;
      }
    });
    if (wanted.size === 0 || characters > MAX_CHARACTERS) break;
  }
  return { version, byText };
}

async function textsOf({ read }: CorpusToBuild): Promise<Set<string>> {
  const texts = new Set<string>();
  for await (const { document } of read()) texts.add(sha256(fullText(document)));
  return texts;
}

/** The readings of the topic itself, then those of the others of the folder, the latest first. */
async function latestReadings(folder: string, topic: string): Promise<readonly string[]> {
  const own = path.normalize(topicFile(folder, topic));
  const files = await Promise.all(
    (await topicFilesIn(folder)).map(async (file) => ({ file, saved: (await stat(file)).mtimeMs })),
  );
  const latest = files
    .map(({ file, saved }) => ({ file, saved: path.normalize(file) === own ? Infinity : saved }))
    .sort((a, b) => b.saved - a.saved || (a.file < b.file ? -1 : 1))
    .slice(0, MAX_TOPICS);
  const found: string[] = [];
  for (const { file } of latest) {
    const { corpus } = (await whereUndamaged(() => readCompanions(file))) ?? {};
    const readings = corpus === undefined ? undefined : readingsOf(corpus);
    if (readings !== undefined && (await fileExists(readings))) found.push(readings);
  }
  return found;
}

/** Readings only save time: a damaged or missing file is not an error here. */
async function whereUndamaged<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof InputError) return undefined;
    throw thrown;
  }
}
